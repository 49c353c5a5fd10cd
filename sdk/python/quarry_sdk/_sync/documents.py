# Generated from ../_async by `npm run generate`.
from __future__ import annotations

from collections.abc import Iterator

from typing_extensions import Unpack

from .. import models, params
from .._calls import Call
from ..errors import QuarryError
from .caller import Caller
from .following import all_of

_PATH = "/v1/documents"
_READ_SECONDS = 30.0
_WRITE_SECONDS = 60.0
_FILES_SECONDS = 300.0


class Documents:
    """The organization's own index."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def index(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.IndexDocumentsRequest],
    ) -> models.IndexDocumentsResponse:
        """Indexes documents, 1 to 1,000; the fault of a single one is its result."""
        call = Call("POST", _PATH, "keyed", _WRITE_SECONDS, body=request)
        return self._caller.call(
            call, models.IndexDocumentsResponse, timeout=timeout, idempotency_key=idempotency_key
        )

    def index_files(
        self,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **request: Unpack[params.IndexFilesRequest],
    ) -> models.IndexDocumentsResponse:
        """Indexes files, 1 to 100; each becomes a document, and so does each file of an archive."""
        call = Call("POST", f"{_PATH}/files", "keyed", _FILES_SECONDS, body=request)
        return self._caller.call(
            call, models.IndexDocumentsResponse, timeout=timeout, idempotency_key=idempotency_key
        )

    def list(
        self, *, timeout: float | None = None, **query: Unpack[params.ListDocumentsQuery]
    ) -> models.ListDocumentsResponse:
        """One page of the documents that match all parameters, newest first."""
        call = Call("GET", _PATH, "read", _READ_SECONDS, query=query)
        return self._caller.call(call, models.ListDocumentsResponse, timeout=timeout)

    def list_all(self, **query: Unpack[params.ListDocumentsQuery]) -> Iterator[models.StoredDocument]:
        """All documents that match all parameters, newest first; pages are read on demand."""

        def page(after: str | None) -> tuple[list[models.StoredDocument], str | None]:
            asked = query if after is None else params.ListDocumentsQuery(**{**query, "after": after})
            found = self.list(**asked)
            return found.documents or [], found.next

        for document in all_of(page):
            yield document

    def get(self, url: str, *, timeout: float | None = None) -> models.WholeDocument:
        """A document with its text and its passages."""
        call = Call("GET", _PATH, "read", _READ_SECONDS, query={"url": url})
        found = self._caller.call(call, models.ListDocumentsResponse, timeout=timeout)
        if found.document is None:
            raise QuarryError("INTERNAL", "the service answered without a document", request_id=found.request_id)
        return found.document

    def delete(
        self, *, timeout: float | None = None, **request: Unpack[params.DeleteDocumentsRequest]
    ) -> models.DeleteDocumentsResponse:
        """Deletes documents by their URLs, 1 to 1,000, or all that a filter selects."""
        call = Call("DELETE", _PATH, "once", _WRITE_SECONDS, body=request)
        return self._caller.call(call, models.DeleteDocumentsResponse, timeout=timeout)
