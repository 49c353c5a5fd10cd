# Generated from ../_async by `npm run generate`.
from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType

import httpx
from typing_extensions import Self, Unpack

from .. import models as answers
from .. import params
from .._calls import Call, Service
from ..events import ChatChunk
from .caller import Caller
from .chat import ANSWER_SECONDS, Chat, chunks
from .crawls import Crawls
from .documents import Documents
from .monitors import Monitors
from .runs import Runs
from .sources import Sources

_SECONDS = 30.0
_SEARCH_SECONDS = 60.0
_FETCH_SECONDS = 310.0


class Quarry:
    """A client of one installation. Each method makes one call, unless it says otherwise.

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
        http: httpx.Client | None = None,
    ) -> None:
        service = Service.named(api_key, base_url)
        self._own_http = None if http else httpx.Client(trust_env=True)
        client = http or self._own_http
        assert client is not None
        self._caller = Caller(client, service, max_retries=max_retries, timeout=timeout)
        self.chat = Chat(self._caller)
        self.crawls = Crawls(self._caller)
        self.documents = Documents(self._caller)
        self.monitors = Monitors(self._caller)
        self.runs = Runs(self._caller)
        self.sources = Sources(self._caller)

    def search(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.SearchRequest],
    ) -> answers.SearchResponse:
        """Documents for a question, best first."""
        call = Call("POST", "/v1/search", "keyed", _SEARCH_SECONDS, body=request)
        return self._caller.call(call, answers.SearchResponse, timeout=timeout, idempotency_key=idempotency_key)

    def answer(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.AnswerRequest],
    ) -> answers.AnswerResponse:
        """An answer with its sources."""
        call = Call("POST", "/v1/answer", "keyed", ANSWER_SECONDS, body=request)
        return self._caller.call(call, answers.AnswerResponse, timeout=timeout, idempotency_key=idempotency_key)

    def answer_stream(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.AnswerRequest],
    ) -> Iterator[ChatChunk]:
        """The same as a stream, as the answer is written and verified: citations, then text, then the finish reason."""
        call = Call("POST", "/v1/answer", "once", 0, body={**request, "stream": True})
        for chunk in chunks(self._caller, call, timeout, idempotency_key):
            yield chunk

    def fetch(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.FetchRequest],
    ) -> answers.FetchResponse:
        """Pages as Markdown; a page that cannot be read is a result with its error."""
        call = Call("POST", "/v1/fetch", "keyed", _FETCH_SECONDS, body=request)
        return self._caller.call(call, answers.FetchResponse, timeout=timeout, idempotency_key=idempotency_key)

    def scopes(self, *, timeout: float | None = None) -> answers.Scopes:
        """What can be searched, and whether each provider is well."""
        return self._caller.call(Call("GET", "/v1/scopes", "read", _SECONDS), answers.Scopes, timeout=timeout)

    def models(self, *, timeout: float | None = None) -> answers.ModelList:
        """The models of answers and chat completions."""
        return self._caller.call(Call("GET", "/v1/models", "read", _SECONDS), answers.ModelList, timeout=timeout)

    def account(self, *, timeout: float | None = None) -> answers.Account:
        """The organization, its credits, and the limits of the key."""
        return self._caller.call(Call("GET", "/v1/account", "read", _SECONDS), answers.Account, timeout=timeout)

    def usage(self, *, timeout: float | None = None, **query: Unpack[params.GetUsageQuery]) -> answers.Usage:
        """What was used, by day, key, operation or scope. `from_` is the first day."""
        call = Call("GET", "/v1/usage", "read", _SECONDS, query=query)
        return self._caller.call(call, answers.Usage, timeout=timeout)

    def close(self) -> None:
        """Closes the connections."""
        if self._own_http is not None:
            self._own_http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
