from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

import anyio

from .._calls import Call, Deadline, Resumptions
from ..errors import QuarryError
from ..events import broken_stream, named_of
from .caller import AsyncCaller

Item = TypeVar("Item")
ENDED = "ended"
# A proxy may answer at once that its time has passed.
_PAUSE = 1.0


async def follow(caller: AsyncCaller, path: str, after: int, timeout: float | None) -> AsyncIterator[dict[str, Any]]:
    """The events of a run or a crawl, to its end. A lost connection goes on after the last consumed event."""
    deadline = Deadline(timeout)
    resumptions = Resumptions(deadline)
    call = Call("GET", path, "read", 0)
    while deadline.allows(0):
        headers = {"last-event-id": str(after)} if after > 0 else {}
        try:
            async for event in caller.stream(call, headers, deadline=deadline):
                named = named_of(event)
                after = named["id"]
                resumptions.progressed()
                yield named
                if named["type"] == ENDED:
                    return
            raise broken_stream("the stream ended before its last event")
        except QuarryError as error:
            await anyio.sleep(resumptions.wait_after(error))
    raise QuarryError("DEADLINE_EXCEEDED", "the stream did not end before the deadline")


async def poll(
    read: Callable[[float | None], Awaitable[Item]], is_ended: Callable[[Item], bool], timeout: float | None, every: float
) -> Item:
    """What `read` gives once it has ended, also through outages. `read` takes the seconds that are left."""
    deadline = Deadline(timeout)
    resumptions = Resumptions(deadline)
    while deadline.allows(0):
        try:
            item = await read(deadline.left())
            if is_ended(item):
                return item
            resumptions.progressed()
            await anyio.sleep(deadline.within(every))
        except QuarryError as error:
            is_one_call = error.code == "DEADLINE_EXCEEDED"
            await anyio.sleep(deadline.within(_PAUSE) if is_one_call else resumptions.wait_after(error))
    raise QuarryError("DEADLINE_EXCEEDED", "the work did not end before the deadline of the call; it continues")


async def all_of(
    page_after: Callable[[str | None], Awaitable[tuple[list[Item], str | None]]],
) -> AsyncIterator[Item]:
    """The items of all pages in order; a page is requested once the items of the previous one are consumed."""
    cursor: str | None = None
    while True:
        items, cursor = await page_after(cursor)
        for item in items:
            yield item
        if cursor is None:
            return
