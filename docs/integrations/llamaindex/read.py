"""Cuts pages into nodes, for an index of LlamaIndex: python read.py URL…"""

import sys

from llama_index.core.node_parser import MarkdownNodeParser

from quarry_reader import QuarryReader

if __name__ == "__main__":
    documents = QuarryReader().load_data(urls=sys.argv[1:])
    for node in MarkdownNodeParser().get_nodes_from_documents(documents):
        print(node.metadata["url"], node.get_content().splitlines()[0])
