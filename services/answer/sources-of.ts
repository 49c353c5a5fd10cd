import type { SearchDocument } from '../search/response.ts';
import { cleansePassage } from './cleanse-passage.ts';
import { citableUrl } from './markdown.ts';
import { plainText } from './plain-text.ts';
import type { Source } from './select-sentences.ts';

/** What documents say, as it may be read: words without markup, and without what speaks to an assistant. */
export function sourcesOf(documents: readonly SearchDocument[]): Source[] {
  const best = documents[0]?.score ?? 0;
  return documents.map((document) => asSource(document, best > 0 ? document.score / best : 1));
}

function asSource(document: SearchDocument, score: number): Source {
  return {
    score,
    url: citableUrl(document.url),
    name: document.source,
    title: document.title,
    // Documents may be Markdown; what is said is checked against the words, not the markup.
    passages: document.snippets.map((snippet) => cleansePassage(plainText(snippet.text))).filter((passage) => passage !== ''),
  };
}
