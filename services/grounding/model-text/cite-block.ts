import { fenced } from '../../text/markdown/write-code.ts';
import type { CitedUnit } from './cite-unit.ts';
import { markdownLink } from '../../text/markdown/markdown.ts';
import type { Source } from '../../sentence-selection/source.ts';
import { sourceCode } from '../../page-text/source-code.ts';
import type { WrittenUnit } from './text-units.ts';

/**
 * A block of code that a model wrote, unchanged and with the source in which it stands word for word. Any other block is
 * without a source, and empty.
 */
export function citeBlock({ text }: Pick<WrittenUnit, 'text'>, sources: readonly Source[]): CitedUnit {
  // A block that the model did not end is one all the same.
  const [block] = [...sourceCode(text), ...sourceCode(`${text}\n${/^(?:`{3,}|~{3,})/.exec(text)?.[0] ?? ''}`)];
  const source = block && sources.find((one) => holdsCode(one, block.code));
  return source
    ? { text: `${fenced(block.code, block.language)}\n\n(${markdownLink(source.name, source.url)})`, isGrounded: true }
    : { text: '', isGrounded: false };
}

/** Whether the lines stand in a block of the source, or in its text. */
function holdsCode({ code = [], passages }: Source, wanted: string): boolean {
  const lines = trimmedLines(wanted);
  return (
    [...code.map((block) => block.code), ...passages].some((text) =>
      `\n${trimmedLines(text)}\n`.includes(`\n${lines}\n`),
    ) || isSpanOf(passages, lines)
  );
}

/** No reader sees the white space at the end of a line, nor the blank lines around a block. */
const trimmedLines = (text: string) => text.replaceAll(/[ \t]+$/gm, '').replaceAll(/^\n+|\n+$/g, '');

/** Whether a text of one line stands in a sentence of the source as code. */
function isSpanOf(passages: readonly string[], line: string): boolean {
  return !line.includes('\n') && passages.some((passage) => passage.includes(`\`${line.trim()}\``));
}
