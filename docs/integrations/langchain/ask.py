"""Answers a question from what Quarry finds, with a model behind OPENAI_BASE_URL: python ask.py QUESTION"""

import os
import sys

from langchain_core.documents import Document
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnablePassthrough
from langchain_openai import ChatOpenAI

from quarry_retriever import QuarryRetriever

prompt = ChatPromptTemplate.from_template(
    "Answer from the sources only, and name the source of each sentence.\n\n{sources}\n\nQuestion: {question}"
)


def written(documents: list[Document]) -> str:
    return "\n\n".join(f"{document.metadata['source']}\n{document.page_content}" for document in documents)


chain = (
    {"sources": QuarryRetriever(k=3) | written, "question": RunnablePassthrough()}
    | prompt
    | ChatOpenAI(model=os.environ.get("OPENAI_MODEL", "gpt-4.1-mini"))
    | StrOutputParser()
)

if __name__ == "__main__":
    print(chain.invoke(" ".join(sys.argv[1:])))
