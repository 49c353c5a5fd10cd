import type { SearchDocument } from '../search/response.ts';

// As in reciprocal rank fusion: large enough that two good ranks beat one best.
const RANK_OFFSET = 60;

/** The documents of several searches as one list, those first that are high in many; passages of all searches kept. */
export function mergeDocuments(lists: ReadonlyArray<readonly SearchDocument[]>, most: number): SearchDocument[] {
  const merged = new Map<string, { document: SearchDocument; score: number }>();
  for (const list of lists) {
    for (const [rank, document] of list.entries()) {
      const known = merged.get(document.url);
      const score = (known?.score ?? 0) + 1 / (RANK_OFFSET + rank);
      merged.set(document.url, { document: known ? withSnippetsOf(known.document, document) : document, score });
    }
  }
  return [...merged.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ document }) => document);
}

function withSnippetsOf(document: SearchDocument, other: SearchDocument): SearchDocument {
  const texts = new Set(document.snippets.map((snippet) => snippet.text));
  return { ...document, snippets: [...document.snippets, ...other.snippets.filter((snippet) => !texts.has(snippet.text))] };
}
