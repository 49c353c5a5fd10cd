import { stemsOf } from '../../text/words.ts';
import { sentenceSegments } from '../../text/markdown/sentence-segments.ts';
import { countTokens } from './budgets.ts';

const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Cuts a text to the run of whole sentences within `maxTokens` that contains the most wanted stems. A sentence that is
 * too long by itself is cut at a word.
 */
export function cutSnippet(text: string, wanted: ReadonlySet<string>, maxTokens: number): string {
  const sentences = Array.from(sentenceSegments(text), (segment) => segment.text);
  let best = { found: -1, text: '' };
  for (const start of sentences.keys()) {
    const stretch = longestFrom(sentences, start, maxTokens);
    const found = countFound(stretch, wanted);
    if (found > best.found) best = { found, text: stretch };
  }
  return best.text;
}

function longestFrom(sentences: readonly string[], start: number, maxTokens: number): string {
  let stretch = '';
  for (const sentence of sentences.slice(start)) {
    if (countTokens((stretch + sentence).trim()) > maxTokens) break;
    stretch += sentence;
  }
  return stretch === '' ? cutAtWord(sentences[start] ?? '', maxTokens) : stretch.trim();
}

/** The beginning of a text within `maxTokens`. A grapheme is never split. */
function cutAtWord(text: string, maxTokens: number): string {
  let cut = '';
  for (const { segment } of graphemeSegmenter.segment(text.trim())) {
    if (countTokens(cut + segment) > maxTokens) break;
    cut += segment;
  }
  const lastSpace = cut.search(/\s\S*$/);
  return lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut;
}

function countFound(text: string, wanted: ReadonlySet<string>): number {
  return new Set(stemsOf(text).filter((stem) => wanted.has(stem))).size;
}
