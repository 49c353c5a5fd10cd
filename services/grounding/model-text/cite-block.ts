import { fenced } from '../../text/markdown/write-code.ts';
import type { CitedUnit } from './cite-unit.ts';
import { markdownLink } from '../../text/markdown/markdown.ts';
import type { Source } from '../../page-text/source.ts';
import { sourceCode } from '../../page-text/source-code.ts';
import type { WrittenUnit } from './text-units.ts';

/**
 * A code block that a model wrote, unchanged, with the source that contains it word for word. A block without such a
 * source is returned empty.
 */
export function citeBlock({ text }: Pick<WrittenUnit, 'text'>, sources: readonly Source[]): CitedUnit {
  // A block without a closing fence is a block too.
  const [block] = [...sourceCode(text), ...sourceCode(`${text}\n${/^(?:`{3,}|~{3,})/.exec(text)?.[0] ?? ''}`)];
  const source = block && sources.find((one) => holdsCode(one, block.code));
  return source
    ? { text: `${fenced(block.code, block.language)}\n\n(${markdownLink(source.name, source.url)})`, isGrounded: true }
    : { text: '', isGrounded: false };
}

/** Whether the lines occur in a code block of the source, or in its text. */
function holdsCode({ code = [], passages }: Source, wanted: string): boolean {
  const lines = trimmedLines(wanted);
  return (
    [...code.map((block) => block.code), ...passages].some((text) =>
      `\n${trimmedLines(text)}\n`.includes(`\n${lines}\n`),
    ) || isSpanOf(passages, lines)
  );
}

/** Trailing white space and surrounding blank lines are invisible. */
const trimmedLines = (text: string) => text.replaceAll(/[ \t]+$/gm, '').replaceAll(/^\n+|\n+$/g, '');

/** Whether a sentence of the source contains a single-line text as code. */
function isSpanOf(passages: readonly string[], line: string): boolean {
  return !line.includes('\n') && passages.some((passage) => passage.includes(`\`${line.trim()}\``));
}
