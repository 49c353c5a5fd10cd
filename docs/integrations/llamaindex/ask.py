"""Answers a question from what Quarry finds, with a model behind OPENAI_BASE_URL: python ask.py QUESTION"""

import os
import sys

from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.llms.openai_like import OpenAILike

from quarry_retriever import QuarryRetriever

model = OpenAILike(
    model=os.environ.get("OPENAI_MODEL", "gpt-4.1-mini"),
    api_base=os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1"),
    api_key=os.environ["OPENAI_API_KEY"],
    is_chat_model=True,
)
engine = RetrieverQueryEngine.from_args(QuarryRetriever(similarity_top_k=3), llm=model)

if __name__ == "__main__":
    answered = engine.query(" ".join(sys.argv[1:]))
    print(answered)
    for source in answered.source_nodes:
        print(source.metadata["url"])
