"""A retriever of LlamaIndex over Quarry: passages of the web and of the organization's own documents."""

from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
from quarry_sdk import AsyncQuarry, Quarry
from quarry_sdk.models import SearchResponse


class QuarryRetriever(BaseRetriever):
    """One node per result, best first: its passages as the text; url and title as metadata.

    The key and the address come from QUARRY_API_KEY and QUARRY_URL.
    """

    def __init__(self, similarity_top_k: int = 5, scope: str = "web") -> None:
        super().__init__()
        self._k = similarity_top_k
        self._scope = scope

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        with Quarry() as quarry:
            return _nodes(quarry.search(query=query_bundle.query_str, max_results=self._k, scope=self._scope))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        async with AsyncQuarry() as quarry:
            return _nodes(await quarry.search(query=query_bundle.query_str, max_results=self._k, scope=self._scope))


def _nodes(found: SearchResponse) -> list[NodeWithScore]:
    return [
        NodeWithScore(
            node=TextNode(
                id_=document.url,
                text="\n\n".join(snippet.text for snippet in document.snippets),
                metadata={"url": document.url, "title": document.title},
            ),
            score=document.score,
        )
        for document in found.documents
    ]
