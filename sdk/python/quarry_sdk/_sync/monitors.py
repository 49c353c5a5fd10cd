# Generated from ../_async by `npm run generate`.
from __future__ import annotations

from collections.abc import Iterator

import time
from typing_extensions import Unpack

from .. import models, params
from .._calls import Call, Deadline, Resumptions
from ..errors import QuarryError
from .caller import Caller
from .following import all_of
from .monitor_runs import MonitorRuns, further, monitor_path

_PATH = "/v1/monitors"
_SECONDS = 30.0
_ASK_EVERY = 2.0


class Monitors:
    """Saved searches that run on a cadence and deliver only what is new."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self.runs = MonitorRuns(caller)

    def create(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.CreateMonitorRequest],
    ) -> models.MonitorCreated:
        """Returns the monitor, and the secret that signs its webhooks, which no later call returns."""
        call = Call("POST", _PATH, "keyed", _SECONDS, body=request)
        return self._caller.call(call, models.MonitorCreated, timeout=timeout, idempotency_key=idempotency_key)

    def preview(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.CreateMonitorRequest],
    ) -> models.MonitorPreview:
        """What a run of such a monitor would deliver now."""
        call = Call("POST", f"{_PATH}/preview", "keyed", 60.0, body=request)
        return self._caller.call(call, models.MonitorPreview, timeout=timeout, idempotency_key=idempotency_key)

    def get(self, monitor_id: str, *, timeout: float | None = None) -> models.MonitorRead:
        """Returns the monitor, and whether it is running."""
        call = Call("GET", monitor_path(monitor_id), "read", _SECONDS)
        return self._caller.call(call, models.MonitorRead, timeout=timeout)

    def list(
        self, *, timeout: float | None = None, **query: Unpack[params.ListMonitorsQuery]
    ) -> models.MonitorList:
        """One page of monitors, newest first."""
        call = Call("GET", _PATH, "read", _SECONDS, query=query)
        return self._caller.call(call, models.MonitorList, timeout=timeout)

    def list_all(self, **query: Unpack[params.ListMonitorsQuery]) -> Iterator[models.Monitor]:
        """All monitors, newest first; pages are read on demand."""

        def page(before: str | None) -> tuple[list[models.Monitor], str | None]:
            asked = query if before is None else params.ListMonitorsQuery(**{**query, "before": before})
            found = self.list(**asked)
            return found.monitors, found.monitors[-1].monitor_id if found.has_more else None

        for monitor in all_of(page):
            yield monitor

    def update(
        self, monitor_id: str, *, timeout: float | None = None, **request: Unpack[params.UpdateMonitorRequest]
    ) -> models.Monitor:
        """Changes the fields that are given."""
        call = Call("PATCH", monitor_path(monitor_id), "once", _SECONDS, body=request)
        return (self._caller.call(call, models.MonitorUpdated, timeout=timeout)).monitor

    def delete(self, monitor_id: str, *, timeout: float | None = None) -> None:
        """Deletes a monitor, its runs and its records."""
        call = Call("DELETE", monitor_path(monitor_id), "once", _SECONDS)
        self._caller.call(call, models.Nothing, timeout=timeout)

    def trigger(
        self, monitor_id: str, *, timeout: float | None = None, idempotency_key: str | None = None
    ) -> None:
        """Runs the monitor now."""
        call = Call("POST", f"{monitor_path(monitor_id)}/trigger", "keyed", _SECONDS)
        self._caller.call(call, models.Nothing, timeout=timeout, idempotency_key=idempotency_key)

    def test_webhook(self, monitor_id: str, *, timeout: float | None = None) -> models.WebhookTested:
        """Sends a `webhook.test` to the monitor's webhook, once."""
        call = Call("POST", f"{monitor_path(monitor_id)}/webhook/test", "once", _SECONDS)
        return self._caller.call(call, models.WebhookTested, timeout=timeout)

    def deliveries(
        self, monitor_id: str, *, timeout: float | None = None, **query: Unpack[params.ListMonitorWebhookDeliveriesQuery]
    ) -> models.WebhookDeliveryList:
        """One page of what was sent to the webhook, newest first, with each attempt."""
        call = Call("GET", f"{monitor_path(monitor_id)}/webhook/deliveries", "read", _SECONDS, query=query)
        return self._caller.call(call, models.WebhookDeliveryList, timeout=timeout)

    def feeds(self, monitor_id: str, *, timeout: float | None = None) -> models.MonitorFeeds:
        """The addresses of the monitor's feeds."""
        call = Call("GET", f"{monitor_path(monitor_id)}/feeds", "read", _SECONDS)
        return self._caller.call(call, models.MonitorFeeds, timeout=timeout)

    def records(
        self, monitor_id: str, *, timeout: float | None = None, **query: Unpack[params.ListMonitorRecordsQuery]
    ) -> models.MonitorRecordList:
        """One page of the records that a monitor has delivered."""
        call = Call("GET", f"{monitor_path(monitor_id)}/records", "read", _SECONDS, query=query)
        return self._caller.call(call, models.MonitorRecordList, timeout=timeout)

    def records_all(
        self, monitor_id: str, **query: Unpack[params.ListMonitorRecordsQuery]
    ) -> Iterator[models.MonitorRecord]:
        """All records that a monitor has delivered, in the order of `sort`; pages are read on demand."""

        def page(last: str | None) -> tuple[list[models.MonitorRecord], str | None]:
            found = self.records(monitor_id, **further(query, last))
            return found.records, found.records[-1].record_id if found.has_more else None

        for record in all_of(page):
            yield record

    def stream_records(
        self,
        monitor_id: str,
        *,
        since: str = "0",
        include_content: bool = True,
        every: float = _ASK_EVERY,
        timeout: float | None = None,
    ) -> Iterator[models.MonitorRecord]:
        """Records after `since`, oldest first, then new ones as they are delivered, until `timeout` (seconds) ends it.

        REST has no stream of records: the monitor is asked again after `every` seconds without a new one.

        :raises QuarryError: NOT_FOUND when the monitor is deleted
        """
        deadline = Deadline(timeout)
        resumptions = Resumptions(deadline)
        wait = 0.0
        while deadline.allows(wait):
            time.sleep(wait)
            records = self.records_all(monitor_id, since=since, sort="asc", include_content=include_content)
            try:
                for record in records:
                    since = record.record_id
                    yield record
                resumptions.progressed()
                wait = every
            except QuarryError as error:
                wait = resumptions.wait_after(error)
