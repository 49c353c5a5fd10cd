import { borneOut } from '../answer/borne-out.ts';
import { citeWritten } from '../answer/cite-written.ts';
import { namesIn, numbersIn } from '../answer/facts.ts';
import type { Source } from '../answer/select-sentences.ts';
import type { VerifiedUnit } from '../answer/write-with-model.ts';
import type { WrittenUnit } from '../answer/written-units.ts';
import { stemsOf } from '../index/words.ts';
import { joinUnits } from './join-units.ts';
import { isParted, isTableRule, wholeUnits } from './whole-units.ts';

/** A unit of a report: it stands on a source, it is part of the form alone, or it must go. */
export interface JudgedUnit {
  lead: string;
  text: string;
  kind: WrittenUnit['kind'];
  status: 'said' | 'form' | 'unsaid';
}

export interface SupportedText {
  /** Markdown in which what claims something has the link of a source; '' where nothing has. */
  text: string;
  /** What was left out because no source says it, as it was written. */
  unsupported: string[];
}

/** What sources say of a written report: the rest is left out, and with it the headings, tables and introductions that have nothing left. */
export function supportedText(verified: readonly VerifiedUnit[], sources: readonly Source[], topic: string): SupportedText {
  const units = wholeUnits(verified, sources);
  const texts = [topic, ...sources.flatMap(({ title, passages }) => [title, ...passages])];
  const known: Known = { stems: new Set(texts.flatMap(stemsOf)), numbers: new Set(texts.flatMap((text) => [...numbersIn(text)])) };
  // A model that has lost its way says the same a thousand times.
  const judgedBefore = new Map<string, JudgedUnit>();
  const judged = units.map((unit, index) => {
    if (isHead(units, index)) return head(unit, known);
    const same = `${unit.written.kind} ${unit.written.lead}${unit.written.text}`;
    const found = judgedBefore.get(same) ?? judge(unit, sources, known);
    judgedBefore.set(same, found);
    return found;
  });
  return {
    text: judged.some(({ status }) => status === 'said') ? joinUnits(judged) : '',
    unsupported: units.filter((_, index) => judged[index]?.status === 'unsaid').filter(({ written }) => written.kind !== 'fence').map(({ written }) => written.text),
  };
}

/** What the query and the sources speak of. */
interface Known {
  stems: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
}

/** Whether an introduction or a question holds no name and no number from elsewhere. */
function isOfKnown(text: string, { stems, numbers }: Known): boolean {
  return [...numbersIn(text)].every((number) => numbers.has(number)) && namesIn(text).flat().flatMap(stemsOf).every((stem) => stems.has(stem));
}

function judge({ written, text, isGrounded }: VerifiedUnit, sources: readonly Source[], known: Known): JudgedUnit {
  const judged = { lead: written.lead, text, kind: isBoldLine(written) ? 'heading' as const : written.kind };
  if (text === '' || written.kind === 'fence' || written.kind === 'code') return { ...judged, status: 'unsaid' };
  if (judged.kind === 'heading') return { ...judged, status: isTitle(text, known) ? 'form' : 'unsaid' };
  if (!/[\p{L}\p{N}]/u.test(text)) return { ...judged, status: 'form' };
  const saying = borneOut({ ...written, isGrounded }, sources);
  if (saying === 'nothing') return { ...judged, status: isOfKnown(text, known) ? 'form' : 'unsaid' };
  if (saying === undefined) return { ...judged, status: 'unsaid' };
  if (isGrounded) return { ...judged, status: 'said' };
  // Short sentences and rows without a marker find theirs here.
  const cited = citeWritten({ ...written, text: withMarkers(written, saying) }, sources);
  return { ...judged, text: cited.text, status: cited.isGrounded ? 'said' : 'unsaid' };
}

/** Whether a unit is the first row of a table, which the rule behind it tells. */
function isHead(units: readonly VerifiedUnit[], index: number): boolean {
  const [above, unit, below] = [units[index - 1], units[index], units[index + 1]];
  if (unit?.written.kind !== 'row' || below?.written.kind !== 'row' || !isTableRule(below.text)) return false;
  return above?.written.kind !== 'row' || isParted(unit.written.lead);
}

function head({ written, text }: VerifiedUnit, known: Known): JudgedUnit {
  const cells = text.split(/(?<!\\)\|/).map((cell) => (isTitle(cell, known) ? cell : ' '));
  return { lead: written.lead, text: cells.join('|'), kind: 'row', status: 'form' };
}

const LONGEST_TITLE = 3;

/** Headings have no sources, so they may only name what the query or the sources speak of. */
function isTitle(heading: string, known: Known): boolean {
  const stems = stemsOf(heading);
  return stems.length <= LONGEST_TITLE || stems.every((stem) => known.stems.has(stem));
}

function isBoldLine({ kind, lead, text }: WrittenUnit): boolean {
  return kind === 'sentence' && /(?:^|\n)[ \t]*$/.test(lead) && /^(?:\*\*[^*\n]+\*\*|__[^_\n]+__)$/.test(text.trim());
}

function withMarkers({ kind, text }: WrittenUnit, numbers: readonly number[]): string {
  const markers = numbers.map((number) => `[${number}]`).join('');
  return kind === 'row' ? text.replace(/\s*(\|?)\s*$/, (_end, pipe: string) => ` ${markers}${pipe && ' |'}`) : text.replace(/(\.?)\s*$/, ` ${markers}$1`);
}
