import type { SearchDocument } from '../search/snippets/search-result.ts';
import { cleansePassage } from '../page-text/cleanse-passage.ts';
import { citableUrl } from '../text/markdown/markdown.ts';
import { plainText } from '../text/markdown/plain-text.ts';
import type { Source } from '../page-text/source.ts';
import { PATH_SIGN } from '../blocks/block.ts';
import { sourceCode } from '../page-text/source-code.ts';

/** The documents' text as a model may read it: words without markup and without prompt injection. */
export function sourcesOf(documents: readonly SearchDocument[]): Source[] {
  const best = documents[0]?.score ?? 0;
  return documents.map((document) => asSource(document, best > 0 ? document.score / best : 1));
}

function asSource({ url, source: name, title, snippets, content }: SearchDocument, score: number): Source {
  const best = Math.max(0, ...snippets.map((snippet) => snippet.score ?? 0));
  // Documents may be Markdown; claims are checked against the words, not the markup.
  return readable({
    score,
    url,
    name,
    title,
    passages: snippets.map(({ text }) => plainText(text)),
    parts: snippets.map(({ text, path, score: ofPassage = best }) => ({
      markdown: text,
      path: path ? path.split(PATH_SIGN) : [],
      score: best > 0 ? score * (ofPassage / best) : score,
    })),
    code: snippets.flatMap(({ text }) => sourceCode(text)),
    ...(content !== undefined && { text: content }),
  });
}

/** A source as a model may read and cite it: without prompt injection, with an address that cannot end a link. */
export function readable<S extends Source>(source: S): S {
  return {
    ...source,
    url: citableUrl(source.url),
    passages: source.passages.map(cleansePassage).filter((passage) => passage !== ''),
  };
}
