from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TypeVar
from urllib.parse import quote

from typing_extensions import Unpack

from .. import models, params
from .._calls import Call
from .caller import AsyncCaller
from .following import all_of

_SECONDS = 30.0


class AsyncMonitorRuns:
    """The ended runs of a monitor."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def get(self, monitor_id: str, run_id: str, *, timeout: float | None = None) -> models.MonitorRun:
        call = Call("GET", _path(monitor_id, run_id), "read", _SECONDS)
        return (await self._caller.call(call, models.MonitorRunRead, timeout=timeout)).run

    async def list(
        self, monitor_id: str, *, timeout: float | None = None, **query: Unpack[params.ListMonitorRunsQuery]
    ) -> models.MonitorRunList:
        """One page of a monitor's ended runs."""
        call = Call("GET", f"{monitor_path(monitor_id)}/runs", "read", _SECONDS, query=query)
        return await self._caller.call(call, models.MonitorRunList, timeout=timeout)

    async def list_all(
        self, monitor_id: str, **query: Unpack[params.ListMonitorRunsQuery]
    ) -> AsyncIterator[models.MonitorRun]:
        """All runs of a monitor in the order of `sort`; pages are read on demand."""

        async def page(last: str | None) -> tuple[list[models.MonitorRun], str | None]:
            found = await self.list(monitor_id, **further(query, last))
            return found.runs, found.runs[-1].run_id if found.has_more else None

        async for run in all_of(page):
            yield run

    async def records(
        self,
        monitor_id: str,
        run_id: str,
        *,
        timeout: float | None = None,
        **query: Unpack[params.ListMonitorRecordsQuery],
    ) -> models.MonitorRecordList:
        """One page of the records that a run has delivered."""
        call = Call("GET", f"{_path(monitor_id, run_id)}/records", "read", _SECONDS, query=query)
        return await self._caller.call(call, models.MonitorRecordList, timeout=timeout)

    async def records_all(
        self, monitor_id: str, run_id: str, **query: Unpack[params.ListMonitorRecordsQuery]
    ) -> AsyncIterator[models.MonitorRecord]:
        """All records that a run has delivered, in the order of `sort`; pages are read on demand."""

        async def page(last: str | None) -> tuple[list[models.MonitorRecord], str | None]:
            found = await self.records(monitor_id, run_id, **further(query, last))
            return found.records, found.records[-1].record_id if found.has_more else None

        async for record in all_of(page):
            yield record

    async def requests(
        self, monitor_id: str, run_id: str, *, timeout: float | None = None
    ) -> models.MonitorRequestOutcomes:
        """The outcome of each search of a run."""
        call = Call("GET", f"{_path(monitor_id, run_id)}/requests", "read", _SECONDS)
        return await self._caller.call(call, models.MonitorRequestOutcomes, timeout=timeout)

    async def suppressed(
        self,
        monitor_id: str,
        run_id: str,
        *,
        timeout: float | None = None,
        **query: Unpack[params.ListMonitorRunSuppressedQuery],
    ) -> models.MonitorSuppressedList:
        """One page of what a run has found and not delivered, with the reasons."""
        call = Call("GET", f"{_path(monitor_id, run_id)}/suppressed", "read", _SECONDS, query=query)
        return await self._caller.call(call, models.MonitorSuppressedList, timeout=timeout)


def monitor_path(monitor_id: str) -> str:
    return f"/v1/monitors/{quote(monitor_id, safe='')}"


def _path(monitor_id: str, run_id: str) -> str:
    return f"{monitor_path(monitor_id)}/runs/{quote(run_id, safe='')}"


Query = TypeVar("Query", params.ListMonitorRunsQuery, params.ListMonitorRecordsQuery)


def further(query: Query, last: str | None) -> Query:
    """The query for the next page, from the last item of a page."""
    if last is None:
        return query
    following = query.copy()
    if query.get("sort") == "asc":
        following["since"] = last
    else:
        following["before"] = last
    return following
