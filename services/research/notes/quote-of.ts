import { supports } from '../../grounding/grounding.ts';
import type { NumberedSource } from '../evidence/read-evidence.ts';
import { PATH_SIGN } from '../../blocks/block.ts';
import { cleansePassage } from '../../page-text/cleanse-passage.ts';
import { plainText } from '../../text/markdown/plain-text.ts';
import { sentencesOf } from '../../text/sentences.ts';

/** A span of a page that supports a claim. */
export interface Quote {
  /** The headings above it, joined by ` › `. */
  place: string;
  /** Word for word. */
  text: string;
}

const MOST_SENTENCES = 3;
// For a passage whose sentences support the claim only together.
const MOST_CHARACTERS = 2_000;

/**
 * The shortest run of sentences of a source that supports a claim, together with the headings above it. Undefined if
 * there is none: the claim is then not noted.
 */
export function quoteOf(claim: string, { parts = [] }: NumberedSource): Quote | undefined {
  for (const { markdown, path } of parts) {
    const text = cleansePassage(plainText(markdown));
    const headings = path.join('. ');
    if (!supports(claim, `${headings}. ${text}`)) continue;
    const sentences = sentencesOf(text);
    const found = Array.from(spansOf(sentences)).find(
      (span) => supports(claim, span) || supports(claim, `${headings}. ${span}`),
    );
    return { place: path.join(PATH_SIGN), text: found ?? text.slice(0, MOST_CHARACTERS) };
  }
  return undefined;
}

/** Single sentences first, then two and three in a row. */
function* spansOf(sentences: readonly string[]): Generator<string> {
  for (let length = 1; length <= MOST_SENTENCES; length += 1)
    for (let from = 0; from + length <= sentences.length; from += 1)
      yield sentences.slice(from, from + length).join(' ');
}
