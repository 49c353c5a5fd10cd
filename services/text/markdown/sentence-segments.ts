import { codeParts } from './code-parts.ts';
import { maskSpans } from './keep-code.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The sentences of a Markdown text with their trailing white space; joined they are the text. Code blocks and spans are
 * never split.
 */
export function* sentenceSegments(markdown: string): Generator<{ text: string; isBlock: boolean }> {
  let prose = '';
  for (const { type, text } of codeParts(markdown)) {
    if (type !== 'block') {
      prose += text;
      continue;
    }
    yield* proseSegments(prose);
    prose = '';
    yield { text, isBlock: true };
  }
  yield* proseSegments(prose);
}

function* proseSegments(prose: string): Generator<{ text: string; isBlock: boolean }> {
  for (const { segment, index } of segmenter.segment(maskSpans(prose)))
    yield { text: prose.slice(index, index + segment.length), isBlock: false };
}
