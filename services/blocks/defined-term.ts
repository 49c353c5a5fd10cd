import { scanLines } from './scan-lines.ts';

/** An item of a list that defines a term. */
export interface DefinedTerm {
  /** Its Markdown. */
  term: string;
  /** Lines that stand only for the term; the others define it. */
  termLines: readonly string[];
  body: readonly string[];
}

const MARKED = String.raw`(?:\*\*(?:[^*\n]|\*(?!\*))+\*\*|__[^_\n]+__|\x60+[^\x60\n]+\x60+)`;
const BETWEEN = String.raw`(?:[\s,;/|&=<>.…[\]()~+-]|\bor\b|\band\b|\([^()\n]{0,60}\)|\*[^*\s][^*\n]*\*|<[^<>\n]{1,40}>)*`;
/** A paragraph of marked words alone, with their parameters. */
const TERM_ALONE = new RegExp(`^${MARKED}${BETWEEN}(?:${MARKED}${BETWEEN})*:?$`);
/** Marked words, a sign that parts them from their definition, and the definition. */
const TERM_BEFORE = new RegExp(
  `^(${MARKED}${BETWEEN}(?:${MARKED}${BETWEEN})*?)(?:\\s*:\\s+|\\s+[—–]\\s*|\\s+-\\s+)(?=\\S)`,
);
const COLON_WITHIN = /^(\*\*[^*\n]+:\*\*)\s+(?=\S)/;
const MOST_WORDS = 16;
const MOST_CHARACTERS = 200;

/** The term that an item defines; undefined for an ordinary item. */
export function definedTerm(item: readonly string[]): DefinedTerm | undefined {
  const termLines: string[] = [];
  const terms: string[] = [];
  for (const { kind, lines } of scanLines(item)) {
    const text = lines.join(' ').trim();
    if (kind !== 'paragraph' || !isTermAlone(text)) break;
    terms.push(text);
    termLines.push(...lines);
  }
  const first = item.join('\n');
  if (terms.length > 0) {
    const end = item.indexOf(termLines.at(-1) ?? '') + 1;
    return { term: terms.join(', '), termLines: item.slice(0, end), body: item.slice(end) };
  }
  const [, before] = TERM_BEFORE.exec(first) ?? COLON_WITHIN.exec(first) ?? [];
  return before === undefined || isTooLong(before) ? undefined : { term: before, termLines: [], body: item };
}

/** Whether a paragraph consists of a term. */
export function isTermAlone(paragraph: string): boolean {
  return !isTooLong(paragraph) && TERM_ALONE.test(paragraph);
}

const isTooLong = (term: string) => term.length > MOST_CHARACTERS || term.split(/\s+/).length > MOST_WORDS;
