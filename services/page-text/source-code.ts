import { codeParts } from '../text/markdown/code-parts.ts';
import { withoutInvisible } from './cleanse-passage.ts';
import { plainText } from '../text/markdown/plain-text.ts';
import { sentencesOf } from '../text/sentences.ts';
import { tellsAssistant } from './prompt-injection.ts';

/** A block of code of a source, and the sentence that introduces it. */
export interface SourceCode {
  /** As `sentencesOf` gives it of the plain text; '' where none does. */
  introduction: string;
  /** The word behind the opening fence; '' where there is none. */
  language: string;
  /** The lines between the fences, as the source has them. */
  code: string;
}

// More than that answers no question: it is a file.
const MOST_CHARACTERS = 4_000;
const INTRODUCES =
  /:["'”’)*_]*$|\b(?:following|follows?|below|like this|for example|example|this way|as shown)\b[^.]*\.?$/i;
// Only sources may be links, also for what reads links without minding code.
const LINK = /\]\(\s*<?[a-z]+:/i;

/** The whole blocks of code in a Markdown text that a reader may be shown, in order. */
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

/** The block that a sentence of a source introduces. */
export function introducedCode(code: readonly SourceCode[] | undefined, sentence: string): SourceCode | undefined {
  return INTRODUCES.test(sentence) ? code?.find(({ introduction }) => introduction === sentence) : undefined;
}

const OPENING = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})[ \t]*([\w+#.-]*)/;
const CLOSING = /^[\s>]*(?:`{3,}|~{3,})\s*$/;

/** Undefined where the text was cut within the block. */
function readBlock(block: string): Omit<SourceCode, 'introduction'> | undefined {
  const lines = block.trimEnd().split('\n');
  const [fence, before = '', , language = ''] = OPENING.exec(lines[0] ?? '') ?? [];
  if (fence === undefined)
    return { language: '', code: unindented(block.replaceAll(/^(?:[ \t]*\n)+|\s+$/g, '').split('\n'), '    ') };
  const isWhole = lines.length > 2 && CLOSING.test(lines.at(-1) ?? '');
  return isWhole ? { language, code: unindented(lines.slice(1, -1), before) } : undefined;
}

/** Lines without what their block is indented or quoted by. */
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

function introductionIn(prose: string): string {
  // The beginning of a long text is of no interest.
  return sentencesOf(withoutInvisible(plainText(prose.slice(-MOST_CHARACTERS)))).at(-1) ?? '';
}
