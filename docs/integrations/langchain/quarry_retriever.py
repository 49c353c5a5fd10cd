"""A retriever of LangChain over Quarry: passages of the web and of the organization's own documents."""

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from quarry_sdk import AsyncQuarry, Quarry
from quarry_sdk.models import SearchResponse


class QuarryRetriever(BaseRetriever):
    """One document per result, best first: its passages as the text; url, title and score as metadata.

    The key and the address come from QUARRY_API_KEY and QUARRY_URL.
    """

    k: int = 5
    scope: str = "web"

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        with Quarry() as quarry:
            return _documents(quarry.search(query=query, max_results=self.k, scope=self.scope))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        async with AsyncQuarry() as quarry:
            return _documents(await quarry.search(query=query, max_results=self.k, scope=self.scope))


def _documents(found: SearchResponse) -> list[Document]:
    return [
        Document(
            page_content="\n\n".join(snippet.text for snippet in document.snippets),
            metadata={"source": document.url, "title": document.title, "score": document.score},
        )
        for document in found.documents
    ]
