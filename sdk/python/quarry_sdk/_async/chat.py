from __future__ import annotations

from collections.abc import AsyncIterator

from typing_extensions import Unpack

from .. import models, params
from .._calls import Call, Deadline
from ..events import ChatChunk, broken_stream, chunk_of
from .caller import AsyncCaller

ANSWER_SECONDS = 120.0
_DONE = "[DONE]"


class AsyncChat:
    """Chat completions, answered from search results."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.ChatCompletionRequest],
    ) -> models.ChatCompletion:
        """Answers the last user message."""
        call = Call("POST", "/v1/chat/completions", "keyed", ANSWER_SECONDS, body=request)
        return await self._caller.call(call, models.ChatCompletion, timeout=timeout, idempotency_key=idempotency_key)

    async def stream(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.ChatCompletionRequest],
    ) -> AsyncIterator[ChatChunk]:
        """The same as a stream of chunks, as they are written and verified."""
        call = Call("POST", "/v1/chat/completions", "once", 0, body={**request, "stream": True})
        async for chunk in chunks(self._caller, call, timeout, idempotency_key):
            yield chunk


async def chunks(
    caller: AsyncCaller, call: Call, timeout: float | None, idempotency_key: str | None
) -> AsyncIterator[ChatChunk]:
    """Each chunk to the end of the stream. A stream that breaks is not repeated."""
    headers = {} if idempotency_key is None else {"idempotency-key": idempotency_key}
    async for event in caller.stream(call, headers, deadline=Deadline(timeout)):
        if event.data == _DONE:
            return
        yield chunk_of(event)
    raise broken_stream("the stream ended before its last chunk")
