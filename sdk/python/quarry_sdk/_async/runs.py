from __future__ import annotations

from collections.abc import AsyncIterator
from urllib.parse import quote

from typing_extensions import Unpack

from .. import models, params
from .._calls import Call, Deadline
from ..errors import QuarryError
from ..events import RunEvent
from .caller import AsyncCaller
from .following import all_of, follow, poll

_PATH = "/v1/agent/runs"
_READ_SECONDS = 30.0
_WAIT_SECONDS = 60


class AsyncRuns:
    """Multi-step research that results in a cited report."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.CreateAgentRunRequest],
    ) -> models.AgentRun:
        """Starts a run, whose status is then pending."""
        call = Call("POST", _PATH, "keyed", _READ_SECONDS, body=request)
        return await self._caller.call(call, models.AgentRun, timeout=timeout, idempotency_key=idempotency_key)

    async def get(self, run_id: str, *, wait: int | None = None, timeout: float | None = None) -> models.AgentRun:
        """Reads a run. With `wait` (seconds, 1 to 60), returns when the run has ended or that time has passed."""
        call = Call("GET", _path(run_id), "read", (wait or 0) + _READ_SECONDS, query={"wait": wait})
        return await self._caller.call(call, models.AgentRun, timeout=timeout)

    async def list(
        self, *, timeout: float | None = None, **query: Unpack[params.ListAgentRunsQuery]
    ) -> models.AgentRunList:
        """One page of runs, newest first."""
        call = Call("GET", _PATH, "read", _READ_SECONDS, query=query)
        return await self._caller.call(call, models.AgentRunList, timeout=timeout)

    async def list_all(self, *, limit: int = 100) -> AsyncIterator[models.AgentRun]:
        """All runs, newest first; pages are read on demand."""

        async def page(after: str | None) -> tuple[list[models.AgentRun], str | None]:
            query: params.ListAgentRunsQuery = {"limit": limit}
            if after is not None:
                query["after"] = after
            found = await self.list(**query)
            return found.runs, found.next

        async for run in all_of(page):
            yield run

    async def cancel(self, run_id: str, *, timeout: float | None = None) -> models.AgentRun:
        """Cancels a run. A run that has ended is returned unchanged."""
        call = Call("POST", f"{_path(run_id)}/cancel", "read", _READ_SECONDS)
        return await self._caller.call(call, models.AgentRun, timeout=timeout)

    async def events(
        self, run_id: str, *, after: int = 0, timeout: float | None = None
    ) -> AsyncIterator[RunEvent]:
        """The events of a run after `after`, to its end. A lost connection is reopened: none is missed or repeated."""
        async for event in follow(self._caller, f"{_path(run_id)}/events", after, timeout):
            yield RunEvent.model_validate(event)

    async def wait(self, run_id: str, *, timeout: float | None = None) -> models.AgentRun:
        """Waits until the run has ended, also through outages. `timeout` (seconds) limits the whole wait.

        :raises QuarryError: DEADLINE_EXCEEDED when that time has passed; its `run_id` is the run's
        """

        async def read(left: float | None) -> models.AgentRun:
            wait = _WAIT_SECONDS if left is None else max(1, min(_WAIT_SECONDS, int(left)))
            limit = wait + _READ_SECONDS
            return await self.get(run_id, wait=wait, timeout=limit if left is None else min(left, limit))

        try:
            return await poll(read, lambda run: run.stop_reason is not None, timeout, 0)
        except QuarryError as error:
            error.run_id = run_id
            raise

    async def create_and_wait(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.CreateAgentRunRequest],
    ) -> models.AgentRun:
        """Starts a run and waits for its end, as `wait` does; `timeout` covers both."""
        deadline = Deadline(timeout)
        created_within = None if timeout is None else min(timeout, _READ_SECONDS)
        run = await self.create(timeout=created_within, idempotency_key=idempotency_key, **request)
        return await self.wait(run.id, timeout=deadline.left())


def _path(run_id: str) -> str:
    return f"{_PATH}/{quote(run_id, safe='')}"
