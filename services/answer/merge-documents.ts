import { fuse } from '../search/rank/fuse.ts';
import type { SearchDocument } from '../search/snippets/search-result.ts';

/** Merges the documents of several searches, those first that rank high in many; keeps the passages of all searches. */
export function mergeDocuments(lists: ReadonlyArray<readonly SearchDocument[]>, most: number): SearchDocument[] {
  const scores = fuse(lists.map((list) => list.map(({ url }) => url)));
  const merged = new Map<string, SearchDocument>();
  for (const document of lists.flat()) {
    const known = merged.get(document.url);
    merged.set(document.url, known ? withSnippetsOf(known, document) : document);
  }
  const score = ({ url }: SearchDocument) => scores.get(url) ?? 0;
  return [...merged.values()].sort((a, b) => score(b) - score(a)).slice(0, most);
}

function withSnippetsOf(document: SearchDocument, other: SearchDocument): SearchDocument {
  const texts = new Set(document.snippets.map((snippet) => snippet.text));
  return {
    ...document,
    snippets: [...document.snippets, ...other.snippets.filter((snippet) => !texts.has(snippet.text))],
  };
}
