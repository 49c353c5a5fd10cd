import { passagesOf, passageText, type Passage } from '../blocks/passages.ts';
import type { SourcePassage } from '../page-text/source.ts';
import { share, type AnalysedQuestion } from './asked.ts';
import { termsOf } from '../text/terms.ts';
import { DESCRIPTION, isEntryOf, nameTerms } from './place.ts';
import { asksMeaning, questionKind } from './languages/question-kind.ts';
import type { UnitSource } from './units/unit.ts';

// A synopsis may stand between a document's beginning and its description.
const CHARACTERS = 8_000;
const CHARACTERS_FOR_A_LIST = 300_000;
const CHARACTERS_FOR_EXAMPLES = 100_000;
const CHARACTERS_FOR_AN_ENTRY = 100_000;
const PASSAGES = 3;
const NAMED = 0.6;

/** How much of a document a question needs beside its passages: a list of terms may stand anywhere. 0: nothing. */
export function charactersToRead(question: string): number {
  const kind = questionKind(question);
  const { list, howTo } = kind;
  if (list) return CHARACTERS_FOR_A_LIST;
  if (howTo) return CHARACTERS_FOR_EXAMPLES;
  return asksMeaning(kind) ? CHARACTERS_FOR_AN_ENTRY : 0;
}

/**
 * The parts of a document and, for a question that asks for a definition of its subject, its first passages. The
 * definition is usually at the beginning, often in words that the question does not share.
 */
export function withOpenings(asked: AnalysedQuestion, source: UnitSource): SourcePassage[] {
  return [...withOpening(asked, source), ...entryOpening(asked, source)];
}

function withOpening(asked: AnalysedQuestion, { title, text, parts }: UnitSource): SourcePassage[] {
  if (!asked.kind.definition || text === undefined || !isNamed(title, asked.terms)) return [...parts];
  const score = isEntryOf(asked, [title]) ? 1 : Math.max(0, ...parts.map((part) => part.score));
  const begins = passagesOf(text.slice(0, CHARACTERS)).map((passage) => asPart(passage, score));
  const [opening] = begins;
  const description = begins.find((part) => part !== opening && DESCRIPTION.test(part.path.at(-1) ?? ''));
  const first = begins.filter((part, place) => place < PASSAGES || part === description);
  const known = new Set(parts.map(({ markdown }) => markdown));
  return [...parts, ...first.filter(({ markdown }) => !known.has(markdown))].map((part) => {
    if (part.markdown === opening?.markdown) return { ...part, score, opensDocument: true };
    return part.markdown === description?.markdown ? { ...part, score, opensDescription: true } : part;
  });
}

/** The beginning of a long entry that the question names, if other passages of the entry were found. */
function entryOpening(asked: AnalysedQuestion, { text, parts }: UnitSource): SourcePassage[] {
  if (!asksMeaning(asked.kind) || text === undefined) return [];
  const found = parts.find(({ path }) => isEntryOf(asked, path));
  if (!found) return [];
  const line = found.path.join('\n');
  const first = passagesOf(text).find(({ path }) => path.map((entry) => entry.text).join('\n') === line);
  const opening = first && asPart(first, found.score);
  return opening && !parts.some(({ markdown }) => markdown === opening.markdown) ? [opening] : [];
}

function asPart(passage: Passage, score: number): SourcePassage {
  return { markdown: passageText(passage), path: passage.path.map((entry) => entry.text), score };
}

const EXAMPLES = 2;
const MOST_CODE_LINES = 30;
const LEAST_SHARED = 0.34;
// Without the title, which all examples of a page share.
const LEAST_OWN = 0.2;
// Of a document that was found, by the words of another passage.
const OTHER_PASSAGE = 0.9;
const FENCE = /^[ \t]*```/;
const HEADING = /^#{1,6} +/;

/**
 * The examples of a document that share words with a question for instructions: a block of code with the paragraph before
 * it. A manual has its examples at its end, far from what names their subject.
 */
export function exampleParts({ kind, key }: AnalysedQuestion, { title, text, parts }: UnitSource): SourcePassage[] {
  if (!kind.howTo || text === undefined || !text.includes('```')) return [];
  const score = OTHER_PASSAGE * Math.max(0, ...parts.map((part) => part.score));
  const titleTerms = nameTerms(title);
  return Array.from(codeWithLead(text), ({ markdown, heading }) => {
    const terms = new Set(termsOf(markdown).terms);
    const own = share(key, (term) => terms.has(term));
    return { markdown, heading, own, shared: share(key, (term) => terms.has(term) || titleTerms.has(term)) };
  })
    .filter(({ own, shared }) => own >= LEAST_OWN && shared >= LEAST_SHARED)
    .filter(({ markdown }) => isShown(codeIn(markdown)))
    .filter(({ markdown }) => !parts.some((part) => part.markdown.includes(codeIn(markdown))))
    .toSorted((one, other) => other.own - one.own)
    .slice(0, EXAMPLES)
    .map(({ markdown, heading }) => ({ markdown, path: heading === undefined ? [] : [heading], score }));
}

interface LedCode {
  /** The line before the code, and the code in its fence. */
  markdown: string;
  /** The heading above. */
  heading: string | undefined;
}

/** The blocks of code of a text that a line of text precedes. Line by line, so that its time is linear. */
function* codeWithLead(text: string): Generator<LedCode> {
  let heading: string | undefined;
  let lead = '';
  let code: string[] | undefined;
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) {
      const block = code && [...code, line].join('\n');
      if (block !== undefined && lead !== '') yield { markdown: `${lead}\n\n${block}`, heading };
      if (block !== undefined) lead = '';
      code = code ? undefined : [line];
    } else if (code) code.push(line);
    else if (HEADING.test(line)) [heading, lead] = [line.replace(HEADING, ''), ''];
    else if (line.trim() !== '') lead = line.trim();
  }
}

// Optional parts in brackets, alternatives in braces.
const SYNOPSIS = /\[ |\{ [^}\n]{0,200}\||\.\.\.\]/;
const MOST_CODE_CHARACTERS = 4_000;
// A synopsis says what is possible, not how it is done.
const isShown = (code: string) =>
  code.length <= MOST_CODE_CHARACTERS && code.split('\n').length <= MOST_CODE_LINES && !SYNOPSIS.test(code);

const codeIn = (markdown: string) => markdown.slice(markdown.indexOf('```'));

/** Whether the question names the document's subject, by the share of the title's terms that it contains. */
function isNamed(title: string, terms: AnalysedQuestion['terms']): boolean {
  const wanted = new Map(Array.from(nameTerms(title), (term) => [term, 1]));
  return wanted.size > 0 && share(wanted, (term) => terms.has(term)) >= NAMED;
}
