import { PATH_SIGN } from '../blocks/block.ts';
import { cleansePassage } from '../page-text/cleanse-passage.ts';
import type { Source } from '../page-text/source.ts';
import { plainText } from '../text/markdown/plain-text.ts';
import { sentencesOf } from '../text/sentences.ts';

/**
 * A source whose passages begin with the headings and terms above them, for a model to read and cite: in `Sets the
 * depth. The default is 4`, only the heading names the subject.
 */
export function withPaths<S extends Source>(source: S): S {
  const { parts } = source;
  if (!parts || parts.every(({ path }) => path.length === 0)) return source;
  const passages = parts.map(({ markdown, path }) => placedText(plainText(markdown), path)).map(cleansePassage);
  return {
    ...source,
    passages: passages.filter((passage) => passage !== ''),
    placed: parts.flatMap(({ markdown, path }) => placedSentences(cleansePassage(plainText(markdown)), path.at(-1))),
  };
}

/** Each sentence after the heading or term above it: words of other sentences do not count. */
function placedSentences(text: string, own: string | undefined): string[] {
  return own === undefined ? [] : sentencesOf(text).map((sentence) => `${own}: ${sentence}`);
}

/** Headings at the beginning of the text itself are not repeated. */
function placedText(text: string, path: readonly string[]): string {
  const above = path.filter((entry) => !text.includes(entry));
  return above.length === 0 ? text : `${above.join(PATH_SIGN)}\n\n${text}`;
}
