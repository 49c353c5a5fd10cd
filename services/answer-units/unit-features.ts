import { answerTypeOf, hasAnswerOf } from '../query/answer-type.ts';
import { adjacentTerms, share, type AnalysedQuestion } from './asked.ts';
import { announcesAspect } from './aspects.ts';
import { isAside } from './asides.ts';
import { asksMeaning } from './languages/question-kind.ts';
import { canBeTyped } from '../page-text/source-code.ts';
import { termsOf } from '../text/terms.ts';
import { DESCRIPTION, nameFit, type PlacedUnit } from './place.ts';
import { functionIn } from '../page-text/signature.ts';
import type { Unit } from './units/unit.ts';

/** Features by which units are ranked. Each is from 0 to 1, unless stated otherwise; a condition is 0 or 1. */
export interface UnitFeatures {
  /** Share of the subject in the unit, its path and its title. */
  subject: number;
  /** Share of the question in the unit itself. */
  own: number;
  /** Share of the question in the unit and in the heading or term directly above it. */
  named: number;
  /** Share of the question that is in this unit, and in no other of the same kind in the passage. */
  alone: number;
  /** Share of the subject in the passage, its path and its title. */
  passage: number;
  /** Share of the question's adjacent terms that are adjacent in the unit or both in the heading directly above it. */
  pairs: number;
  /** Whether the question asks for a default, and the unit states one. */
  statesDefault: number;
  /** Whether the question asks for a default, and the unit mentions one. */
  mentionsDefault: number;
  /**
   * For a question about a value: 1 if the unit has a quantity of the requested kind, -0.3 if it has only other
   * numbers, 0.5 for any number if the kind is unknown.
   */
  quantity: number;
  /** Whether the heading or term directly above the unit contains an identifier of the question. */
  identifier: number;
  /** Whether the question asks for a definition or for no known kind of answer, and the unit opens its passage. */
  opensPlace: number;
  /**
   * For the same questions: how far the unit opens the entry that the question names. Product of the share of the
   * subject in the name of the entry, or of the document that the unit opens, and the share of that name in the question.
   */
  opensEntry: number;
  /** For a definition: share of the subject before the first defining verb of the unit. */
  defines: number;
  /** Share of the title's terms that the question contains. */
  title: number;
  /** Whether the question asks for yes or no, and the unit has a word that affirms or restricts. */
  yesNo: number;
  /** Whether the question asks for a how-to, and the unit has a command, an option or code. */
  command: number;
  /** Whether the question asks for a how-to, and the unit begins like an instruction. */
  instructs: number;
  /** For a row: 1 if its first cell contains an identifier of the question, 0.7 if it shares words with the subject. */
  row: number;
  /** 1 / rank of the passage, counted from 1. */
  rank: number;
  /** Score of the passage relative to the best. */
  score: number;
  code: number;
  /** For code, where the question asks for an example: share of the subject in the unit, its path and its title. */
  example: number;
  /** Where the question asks for a list: 1 for a list or a table, 0.6 for a text that enumerates things. */
  list: number;
  /** Whether the unit has what the question word asks for: a person, a time, a place or a number. */
  type: number;
  /** Whether the unit ends with a colon, so that its content follows elsewhere. */
  colon: number;
  /** Whether the unit is under a heading, or in release notes, that seldom answer such a question: "See also". */
  aside: number;
}

const COMMAND = /`[^`]{2,}`|(?<![\w-])--?[a-z][\w-]+|\b[A-Z]{3,}\b(?:\s+[A-Z]{2,}\b)?|\$ \w|\w\(\)/g;
const ENDS_WITH_COLON = /[:：][^\p{L}\p{N}_]*$/u;
const ANY_NUMBER = /(?<![\w.])-?\d[\d.,]*/;

export function unitFeatures(asked: AnalysedQuestion, one: PlacedUnit, others: readonly PlacedUnit[]): UnitFeatures {
  const { unit, place, has } = one;
  const { kind, says } = asked;
  const { text } = unit;
  const isBlock = unit.kind === 'list' || unit.kind === 'table' || unit.kind === 'code';
  return {
    subject: share(asked.key, (term) => has.has(term) || place.above.has(term)),
    own: share(asked.terms, (term) => has.has(term)),
    named: share(asked.terms, (term) => has.has(term) || place.ownTerms.has(term)),
    alone: share(asked.terms, (term) => has.has(term) && !others.some((other) => other.has.has(term))),
    passage: share(asked.key, (term) => place.around.has(term) || place.above.has(term)),
    pairs: pairShare(asked, one),
    statesDefault: flag(kind.isDefault && says.defaultValue.test(text)),
    mentionsDefault: flag(kind.isDefault && says.ofDefault.test(text)),
    quantity: kind.value ? quantityFit(asked, text) : 0,
    identifier: flag(asked.identifiers.some((name) => beginsWith(place.own, name) || beginsWith(headOf(unit), name))),
    opensPlace: flag((kind.definition || isPlain(asked)) && unit.block === 0 && unit.place === 0 && !isBlock),
    opensEntry: asksMeaning(kind) || isPlain(asked) ? opensEntry(asked, one) : 0,
    defines: kind.definition ? definesSubject(asked, unit) : 0,
    title: titleShare(asked, one),
    yesNo: flag(kind.yesNo && says.yesOrNo.test(text)),
    command: flag(kind.howTo && (unit.kind === 'code' ? canBeTyped(unit.code?.code ?? '') : hasCommand(asked, text))),
    instructs: flag(kind.howTo && says.instruction.test(text)),
    row: rowFit(asked, unit),
    rank: 1 / (place.rank + 1),
    score: place.passage.score,
    code: flag(unit.kind === 'code'),
    example:
      kind.example && unit.kind === 'code' ? share(asked.key, (term) => has.has(term) || place.above.has(term)) : 0,
    list: kind.list && announcesAspect(asked.text, `${place.own}\n${unit.lead ?? ''}`) ? listFit(unit) : 0,
    type: flag(hasAnswerOf(answerTypeOf(asked.text), text, asked.text)),
    colon: flag(ENDS_WITH_COLON.test(text) && unit.kind !== 'code'),
    aside: flag(isAside(asked, place)),
  };
}

/** `text, xml, json and yaml`: at least two short items with commas, and one more. The bounds keep its time linear. */
const ENUMERATION =
  /(?:(?:`[^`\n]{1,80}`|[^\s,;:.`]{1,40})(?:\s(?:`[^`\n]{1,80}`|[^\s,;:.`]{1,40})){0,3},\s+){2,}(?:(?:and|or|und|oder)\s|`)|(?:[^\s、。]{1,20}、){2,}/u;
const ENUMERATED = 0.6;

function listFit({ kind, text }: Unit): number {
  if (kind === 'list' || kind === 'table') return 1;
  return kind !== 'code' && ENUMERATION.test(text) ? ENUMERATED : 0;
}

const flag = (is: boolean) => (is ? 1 : 0);

const isPlain = ({ kind }: AnalysedQuestion) =>
  !kind.value && !kind.list && !kind.yesNo && !kind.howTo && !kind.definition;

function pairShare(asked: AnalysedQuestion, { terms, place }: PlacedUnit): number {
  const { pairs } = asked;
  if (pairs.length === 0) return 0;
  const beside = adjacentTerms(asked, terms);
  const found = pairs.filter(
    ([first, second]) => beside.has(`${first} ${second}`) || (place.ownTerms.has(first) && place.ownTerms.has(second)),
  );
  return found.length / pairs.length;
}

function opensEntry(asked: AnalysedQuestion, { unit, place }: PlacedUnit): number {
  if (unit.kind === 'row') return nameFit(asked, entryName(firstCell(unit)));
  if (unit.place > 0 || unit.kind === 'list' || unit.kind === 'table') return 0;
  const { opensDocument = false } = place.passage;
  const opensTitle = unit.block === 0 && (opensDocument || DESCRIPTION.test(place.own));
  return Math.max(
    0,
    ...[...(unit.opens ?? []), ...(opensTitle ? [place.title] : [])].map((name) => nameFit(asked, name)),
  );
}

const firstCell = ({ lines }: Unit) => lines?.[1]?.find((cell) => cell !== '') ?? '';

/** The name of a row: that of the function, whose description may follow in the same cell. */
const entryName = (cell: string) => functionIn(cell) ?? cell;

/** Whether a text has something to type. An abbreviation of the question, such as `RAID`, is none. */
function hasCommand({ words }: AnalysedQuestion, text: string): boolean {
  return text.matchAll(COMMAND).some(([command]) => !words.has(command.toLowerCase()));
}

function titleShare({ terms }: AnalysedQuestion, { place }: PlacedUnit): number {
  if (place.titleTerms.size === 0) return 0;
  const named = [...place.titleTerms].filter((term) => terms.has(term));
  return named.length / place.titleTerms.size;
}

const SUBJECT_CHARACTERS = 60;

/** Share of the subject before the first defining verb; 0 without one. */
function definesSubject({ key, says }: AnalysedQuestion, { text }: Unit): number {
  const at = text.slice(0, SUBJECT_CHARACTERS).search(says.definition);
  if (at < 0) return 0;
  const subject = new Set(termsOf(text.slice(0, at)).terms);
  return share(key, (term) => subject.has(term));
}

/** Whether a name contains the identifier as a word, alone or beside parameters and variants. */
function beginsWith(name: string, identifier: string): boolean {
  const words = name.split(/[\s,;()[\]<>=|`/]+/);
  return words.some((word) => word === identifier || word.toLowerCase() === identifier);
}

/** The first word of an item, which is what a list of terms without their own headings names: `%h abbreviated hash`. */
const headOf = ({ kind, text }: Unit) => (kind === 'item' ? (/^\S+/.exec(text)?.[0] ?? '') : '');

function rowFit({ key, identifiers }: AnalysedQuestion, unit: Unit): number {
  if (unit.kind !== 'row') return 0;
  const first = firstCell(unit).toLowerCase();
  if (identifiers.some((name) => beginsWith(first, name))) return 1;
  const words = new Set(first.split(/[^\p{L}\p{N}_]+/u).filter(Boolean));
  if (words.size === 0) return 0;
  const hits = [...key.keys()].filter((term) => [...words].some((word) => word.startsWith(term)));
  return hits.length / Math.max(words.size, 1) >= 0.5 ? 0.7 : 0;
}

function quantityFit({ text: question, says }: AnalysedQuestion, text: string): number {
  const kind = says.quantities.find(([asks]) => asks.test(question));
  if (!kind) return ANY_NUMBER.test(text) ? 0.5 : 0;
  if (kind[1].test(text)) return 1;
  return ANY_NUMBER.test(text) ? -0.3 : 0;
}
