# Generated from ../_async by `npm run generate`.
from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from typing_extensions import Unpack

from .. import models, params
from .._calls import Call
from ..events import CrawlEvent
from .caller import Caller
from .following import all_of, follow, poll

_PATH = "/v1/crawls"
_SECONDS = 30.0
_DELETE_SECONDS = 300.0
_ASK_EVERY = 1.0


class Crawls:
    """Crawls of whole sites into your own index, and the addresses of sites."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.CreateCrawlRequest],
    ) -> models.Crawl:
        """Starts a crawl, whose status is then pending."""
        call = Call("POST", _PATH, "keyed", _SECONDS, body=request)
        result = self._caller.call(call, models.CrawlResponse, timeout=timeout, idempotency_key=idempotency_key)
        return result.crawl

    def get(self, crawl_id: str, *, timeout: float | None = None) -> models.Crawl:
        call = Call("GET", _path(crawl_id), "read", _SECONDS)
        return (self._caller.call(call, models.CrawlResponse, timeout=timeout)).crawl

    def list(self, *, timeout: float | None = None, **query: Unpack[params.ListCrawlsQuery]) -> models.CrawlList:
        """One page of crawls, newest first."""
        call = Call("GET", _PATH, "read", _SECONDS, query=query)
        return self._caller.call(call, models.CrawlList, timeout=timeout)

    def pages(
        self, crawl_id: str, *, timeout: float | None = None, **query: Unpack[params.ListCrawlPagesQuery]
    ) -> models.CrawlPageList:
        """One page of the addresses of a crawl."""
        call = Call("GET", f"{_path(crawl_id)}/pages", "read", _SECONDS, query=query)
        return self._caller.call(call, models.CrawlPageList, timeout=timeout)

    def pages_all(
        self, crawl_id: str, **query: Unpack[params.ListCrawlPagesQuery]
    ) -> Iterator[models.CrawlPage]:
        """All addresses of a crawl; pages are read on demand."""

        def page(after: str | None) -> tuple[list[models.CrawlPage], str | None]:
            asked = query if after is None else params.ListCrawlPagesQuery(**{**query, "after": after})
            found = self.pages(crawl_id, **asked)
            return found.pages, found.next

        for one in all_of(page):
            yield one

    def events(
        self, crawl_id: str, *, after: int = 0, timeout: float | None = None
    ) -> Iterator[CrawlEvent]:
        """The events of a crawl after `after`, to its end. A lost connection is reopened: none is missed or repeated."""
        for event in follow(self._caller, f"{_path(crawl_id)}/events", after, timeout):
            yield CrawlEvent.model_validate(event)

    def cancel(self, crawl_id: str, *, timeout: float | None = None) -> models.Crawl:
        """Cancels a crawl. One that has ended is returned unchanged."""
        call = Call("POST", f"{_path(crawl_id)}/cancel", "read", _SECONDS)
        return (self._caller.call(call, models.CrawlResponse, timeout=timeout)).crawl

    def delete(
        self, crawl_id: str, *, timeout: float | None = None, **query: Unpack[params.DeleteCrawlQuery]
    ) -> models.CrawlDeleted:
        """Deletes a crawl, and its documents unless `keep_documents` is set."""
        call = Call("DELETE", _path(crawl_id), "once", _DELETE_SECONDS, query=query)
        return self._caller.call(call, models.CrawlDeleted, timeout=timeout)

    def map(
        self, *, timeout: float | None = None, idempotency_key: str | None = None, **request: Unpack[params.MapRequest]
    ) -> models.MapResponse:
        """The addresses of a site, best first."""
        call = Call("POST", "/v1/map", "keyed", _SECONDS, body=request)
        return self._caller.call(call, models.MapResponse, timeout=timeout, idempotency_key=idempotency_key)

    def wait(self, crawl_id: str, *, timeout: float | None = None) -> models.Crawl:
        """Waits until the crawl has ended, also through outages. `timeout` (seconds) limits the whole wait.

        :raises QuarryError: DEADLINE_EXCEEDED when that time has passed
        """

        def read(left: float | None) -> models.Crawl:
            return self.get(crawl_id, timeout=_SECONDS if left is None else min(left, _SECONDS))

        return poll(read, lambda crawl: crawl.stop_reason is not None, timeout, _ASK_EVERY)


def _path(crawl_id: str) -> str:
    return f"{_PATH}/{quote(crawl_id, safe='')}"
