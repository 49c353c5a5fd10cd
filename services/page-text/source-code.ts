import { codeParts } from '../text/markdown/code-parts.ts';
import { withoutInvisible } from './cleanse-passage.ts';
import { plainText } from '../text/markdown/plain-text.ts';
import { sentencesOf } from '../text/sentences.ts';
import { tellsAssistant } from './prompt-injection.ts';

/** A code block of a source, and the sentence that introduces it. */
export interface SourceCode {
  /** The sentence as `sentencesOf` returns it for the plain text; '' if there is none. */
  introduction: string;
  /** The word after the opening fence; '' if there is none. */
  language: string;
  /** The lines between the fences, as in the source. */
  code: string;
}

// A longer block is a file, which answers no question.
const MOST_CHARACTERS = 4_000;
// Only sources may be links, even for a parser that finds links inside code.
const LINK = /\]\(\s*<?[a-z]+:/i;

/** The complete code blocks of a Markdown text that may be shown, in order. */
export function sourceCode(markdown: string): SourceCode[] {
  const found: SourceCode[] = [];
  let prose = '';
  for (const { type, text } of codeParts(markdown)) {
    if (type !== 'block') {
      prose += text;
      continue;
    }
    const block = readBlock(text);
    if (block && isShowable(block.code)) found.push({ ...block, introduction: introductionIn(prose) });
    prose = '';
  }
  return found;
}

const OPENING = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})[ \t]*([\w+#.-]*)/;
const CLOSING = /^[\s>]*(?:`{3,}|~{3,})\s*$/;

/** Undefined if the text was cut within the block. */
function readBlock(block: string): Omit<SourceCode, 'introduction'> | undefined {
  const lines = block.trimEnd().split('\n');
  const [fence, before = '', , language = ''] = OPENING.exec(lines[0] ?? '') ?? [];
  if (fence === undefined)
    return { language: '', code: unindented(block.replaceAll(/^(?:[ \t]*\n)+|\s+$/g, '').split('\n'), '    ') };
  const isWhole = lines.length > 2 && CLOSING.test(lines.at(-1) ?? '');
  return isWhole ? { language, code: unindented(lines.slice(1, -1), before) } : undefined;
}

/** Lines without the indentation or quotation marks of their block. */
function unindented(lines: readonly string[], by: string): string {
  if (by === '') return lines.join('\n');
  const indent = new RegExp(
    `^${by === '    ' ? '(?: {4}|\\t| {0,3})' : Array.from(by, (sign) => (sign === '>' ? '>?' : '[ \\t]?')).join('')}`,
  );
  return lines.map((line) => line.replace(indent, '')).join('\n');
}

function isShowable(code: string): boolean {
  if (code.trim() === '' || code.length > MOST_CHARACTERS || LINK.test(code) || withoutInvisible(code) !== code)
    return false;
  return !code.split('\n').some(tellsAssistant);
}

const WORD = /\p{L}{3,}/gu;
const PROSE = /^\s*\p{Lu}?[\p{L}’'-]+(?: [\p{L}\p{N}’'",()-]+){5,}/u;

/** Whether a block of code holds what can be typed or run: a drawing has few words, and quoted prose long lines of them. */
export function canBeTyped(code: string): boolean {
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  const words = code.match(WORD)?.length ?? 0;
  return words >= lines.length / 2 && lines.filter((line) => PROSE.test(line)).length < lines.length / 2;
}

function introductionIn(prose: string): string {
  // Only the end of a long text matters.
  return sentencesOf(withoutInvisible(plainText(prose.slice(-MOST_CHARACTERS)))).at(-1) ?? '';
}
