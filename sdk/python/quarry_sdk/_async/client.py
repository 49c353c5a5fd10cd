from __future__ import annotations

from collections.abc import AsyncIterator
from types import TracebackType

import httpx
from typing_extensions import Self, Unpack

from .. import models as answers
from .. import params
from .._calls import Call, Service
from ..events import ChatChunk
from .caller import AsyncCaller
from .chat import ANSWER_SECONDS, AsyncChat, chunks
from .crawls import AsyncCrawls
from .documents import AsyncDocuments
from .monitors import AsyncMonitors
from .runs import AsyncRuns
from .sources import AsyncSources

_SECONDS = 30.0
_SEARCH_SECONDS = 60.0
_FETCH_SECONDS = 310.0


class AsyncQuarry:
    """An asynchronous client of one installation. Each method makes one call, unless it says otherwise.

    :param api_key: the key; absent: QUARRY_API_KEY
    :param base_url: the address of the service; absent: QUARRY_URL, or http://127.0.0.1:8080
    :param max_retries: most retries of a call that may safely be repeated
    :param timeout: seconds for each call without a limit of its own, all attempts together; absent: the method's own
        limit, 30 to 310 seconds. Streams have none
    :param http: a client of httpx with settings of its own, such as a proxy. It stays unchanged, and the caller
        closes it
    """

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        max_retries: int = 2,
        timeout: float | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        service = Service.named(api_key, base_url)
        self._own_http = None if http else httpx.AsyncClient(trust_env=True)
        client = http or self._own_http
        assert client is not None
        self._caller = AsyncCaller(client, service, max_retries=max_retries, timeout=timeout)
        self.chat = AsyncChat(self._caller)
        self.crawls = AsyncCrawls(self._caller)
        self.documents = AsyncDocuments(self._caller)
        self.monitors = AsyncMonitors(self._caller)
        self.runs = AsyncRuns(self._caller)
        self.sources = AsyncSources(self._caller)

    async def search(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.SearchRequest],
    ) -> answers.SearchResponse:
        """Documents for a question, best first."""
        call = Call("POST", "/v1/search", "keyed", _SEARCH_SECONDS, body=request)
        return await self._caller.call(call, answers.SearchResponse, timeout=timeout, idempotency_key=idempotency_key)

    async def answer(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.AnswerRequest],
    ) -> answers.AnswerResponse:
        """An answer with its sources."""
        call = Call("POST", "/v1/answer", "keyed", ANSWER_SECONDS, body=request)
        return await self._caller.call(call, answers.AnswerResponse, timeout=timeout, idempotency_key=idempotency_key)

    async def answer_stream(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.AnswerRequest],
    ) -> AsyncIterator[ChatChunk]:
        """The same as a stream, as the answer is written and verified: citations, then text, then the finish reason."""
        call = Call("POST", "/v1/answer", "once", 0, body={**request, "stream": True})
        async for chunk in chunks(self._caller, call, timeout, idempotency_key):
            yield chunk

    async def fetch(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.FetchRequest],
    ) -> answers.FetchResponse:
        """Pages as Markdown; a page that cannot be read is a result with its error."""
        call = Call("POST", "/v1/fetch", "keyed", _FETCH_SECONDS, body=request)
        return await self._caller.call(call, answers.FetchResponse, timeout=timeout, idempotency_key=idempotency_key)

    async def scopes(self, *, timeout: float | None = None) -> answers.Scopes:
        """What can be searched, and whether each provider is well."""
        return await self._caller.call(Call("GET", "/v1/scopes", "read", _SECONDS), answers.Scopes, timeout=timeout)

    async def models(self, *, timeout: float | None = None) -> answers.ModelList:
        """The models of answers and chat completions."""
        return await self._caller.call(Call("GET", "/v1/models", "read", _SECONDS), answers.ModelList, timeout=timeout)

    async def account(self, *, timeout: float | None = None) -> answers.Account:
        """The organization, its credits, and the limits of the key."""
        return await self._caller.call(Call("GET", "/v1/account", "read", _SECONDS), answers.Account, timeout=timeout)

    async def usage(self, *, timeout: float | None = None, **query: Unpack[params.GetUsageQuery]) -> answers.Usage:
        """What was used, by day, key, operation or scope. `from_` is the first day."""
        call = Call("GET", "/v1/usage", "read", _SECONDS, query=query)
        return await self._caller.call(call, answers.Usage, timeout=timeout)

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._own_http is not None:
            await self._own_http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
