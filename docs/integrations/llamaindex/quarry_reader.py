"""A reader of LlamaIndex over Quarry: pages as Markdown."""

from collections.abc import Iterable
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document
from quarry_sdk import Quarry

# Of one call.
MOST_URLS = 20


class QuarryReader(BaseReader):
    """One document per page. A page that cannot be read is left out, and free.

    The key and the address come from QUARRY_API_KEY and QUARRY_URL.
    """

    def lazy_load_data(self, urls: list[str], **load_kwargs: Any) -> Iterable[Document]:
        with Quarry() as quarry:
            for start in range(0, len(urls), MOST_URLS):
                for page in quarry.fetch(urls=urls[start : start + MOST_URLS]).results:
                    if page.markdown:
                        url = page.final_url or page.requested_url
                        yield Document(id_=url, text=page.markdown, metadata={"url": url, "title": page.title or ""})
