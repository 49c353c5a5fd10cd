from __future__ import annotations

from collections.abc import AsyncIterator
from urllib.parse import quote

from typing_extensions import Unpack

from .. import models, params
from .._calls import Call
from .caller import AsyncCaller
from .following import all_of

_PATH = "/v1/sources"
_SECONDS = 30.0
_DELETE_SECONDS = 300.0


class AsyncSources:
    """Feeds and sitemaps whose pages are kept in your own index."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def follow(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.FollowSourceRequest],
    ) -> models.Source:
        """Follows a feed or a sitemap. One that is followed already is changed to what the call says."""
        call = Call("POST", _PATH, "keyed", _SECONDS, body=request)
        result = await self._caller.call(
            call, models.SourceResponse, timeout=timeout, idempotency_key=idempotency_key
        )
        return result.source

    async def get(self, source_id: str, *, timeout: float | None = None) -> models.Source:
        call = Call("GET", _path(source_id), "read", _SECONDS)
        return (await self._caller.call(call, models.SourceResponse, timeout=timeout)).source

    async def list(
        self, *, timeout: float | None = None, **query: Unpack[params.ListSourcesQuery]
    ) -> models.SourceList:
        """One page of sources, newest first."""
        call = Call("GET", _PATH, "read", _SECONDS, query=query)
        return await self._caller.call(call, models.SourceList, timeout=timeout)

    async def list_all(self, *, limit: int = 100) -> AsyncIterator[models.Source]:
        """All sources, newest first; pages are read on demand."""

        async def page(before: str | None) -> tuple[list[models.Source], str | None]:
            query: params.ListSourcesQuery = {"limit": limit}
            if before is not None:
                query["before"] = before
            found = await self.list(**query)
            return found.sources, found.sources[-1].id if found.has_more else None

        async for source in all_of(page):
            yield source

    async def delete(self, source_id: str, *, timeout: float | None = None) -> models.SourceDeleted:
        """Ends a source, and deletes the documents that came by it alone."""
        call = Call("DELETE", _path(source_id), "once", _DELETE_SECONDS)
        return await self._caller.call(call, models.SourceDeleted, timeout=timeout)


def _path(source_id: str) -> str:
    return f"{_PATH}/{quote(source_id, safe='')}"
