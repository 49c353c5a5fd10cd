import type { Source } from '../../page-text/source.ts';
import { stemsOf } from '../../text/words.ts';
import { supportedClaims } from './supported-claims.ts';
import { citeWritten, type CitedUnit } from './cite-unit.ts';
import { namesIn } from '../../text/names.ts';
import { numbersIn } from '../../text/numbers.ts';
import { isParted, isTableRule } from './line-breaks.ts';
import type { WrittenUnit } from './text-units.ts';

/** A unit with its citations verified. */
export interface VerifiedUnit extends CitedUnit {
  /** As the model wrote it. */
  written: WrittenUnit;
}

/** The verdict on a unit of a model's text: supported by a source, structural, or dropped. */
export interface JudgedUnit {
  lead: string;
  text: string;
  kind: WrittenUnit['kind'];
  status: 'supported' | 'structural' | 'unsupported';
}

/** The words and names of the query and the sources. */
export interface KnownTerms {
  stems: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
}

export function knownTermsOf(topic: string, sources: readonly Source[]): KnownTerms {
  const texts = [topic, ...sources.flatMap(({ title, passages }) => [title, ...passages])];
  return { stems: new Set(texts.flatMap(stemsOf)), numbers: new Set(texts.flatMap((text) => [...numbersIn(text)])) };
}

/** Whether an introduction or a question has only known names and numbers. */
function isOfKnown(text: string, { stems, numbers }: KnownTerms): boolean {
  return (
    [...numbersIn(text)].every((number) => numbers.has(number)) &&
    namesIn(text)
      .flat()
      .flatMap(stemsOf)
      .every((stem) => stems.has(stem))
  );
}

/** Whether sources support a unit; if so, with their links. */
export function judge(
  { written, text, isGrounded }: VerifiedUnit,
  sources: readonly Source[],
  known: KnownTerms,
): JudgedUnit {
  const judged = { lead: written.lead, text, kind: isBoldLine(written) ? ('heading' as const) : written.kind };
  if (text === '') return { ...judged, status: 'unsupported' };
  if (written.kind === 'code') return { ...judged, status: isGrounded ? 'supported' : 'unsupported' };
  if (judged.kind === 'heading') return { ...judged, status: isTitle(text, known) ? 'structural' : 'unsupported' };
  if (!/[\p{L}\p{N}]/u.test(text)) return { ...judged, status: 'structural' };
  const saying = supportedClaims({ ...written, isGrounded }, sources);
  if (saying === 'nothing') return { ...judged, status: isOfKnown(text, known) ? 'structural' : 'unsupported' };
  if (saying === undefined) return { ...judged, status: 'unsupported' };
  if (isGrounded) return { ...judged, status: 'supported' };
  // Short sentences and rows without a marker get their source here.
  const cited = citeWritten({ ...written, text: withMarkers(written, saying) }, sources);
  return { ...judged, text: cited.text, status: cited.isGrounded ? 'supported' : 'unsupported' };
}

/** Whether a unit is the first row of a table, which the rule after it shows. */
export function isHead([above, unit, below]: ReadonlyArray<VerifiedUnit | undefined>): boolean {
  if (unit?.written.kind !== 'row' || below?.written.kind !== 'row' || !isTableRule(below.text)) return false;
  return above?.written.kind !== 'row' || isParted(unit.written.lead);
}

/** The first row of a table, without cells that make a claim. */
export function judgeHeaderRow({ written, text }: VerifiedUnit, known: KnownTerms): JudgedUnit {
  const cells = text.split(/(?<!\\)\|/).map((cell) => (isTitle(cell, known) ? cell : ' '));
  return { lead: written.lead, text: cells.join('|'), kind: 'row', status: 'structural' };
}

const LONGEST_TITLE = 3;
// Words of titles, which are capitalised without being names.
const OF_TITLES = new Set(
  stemsOf(
    'answer background basic change comparison conclusion context cost date depth description detail detailed difference event example fact feature figure finding further future general height history important information introduction key length limit list location main method name note number opening origin other overview owner point present price question reason related report result size source statistics status summary table takeaway time timeline use value year',
  ),
);

/** Headings have no sources, so they may only name things that the query or the sources mention. */
function isTitle(heading: string, known: KnownTerms): boolean {
  const stems = stemsOf(heading);
  if (stems.every((stem) => known.stems.has(stem))) return isOfKnown(heading, known);
  return (
    stems.length <= LONGEST_TITLE &&
    [...numbersIn(heading)].every((number) => known.numbers.has(number)) &&
    namesOfTitle(heading).every((stem) => known.stems.has(stem) || OF_TITLES.has(stem))
  );
}

/** Words with a capital after the first word, or entirely in capitals. */
function namesOfTitle(heading: string): string[] {
  const [first = '', ...others] = heading.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [first, ...others]
    .filter((word, index) => (index > 0 ? /^\p{Lu}/u : /^\p{Lu}[\p{Lu}\p{N}]+$/u).test(word))
    .flatMap(stemsOf);
}

function isBoldLine({ kind, lead, text }: WrittenUnit): boolean {
  return kind === 'sentence' && /(?:^|\n)[ \t]*$/.test(lead) && /^(?:\*\*[^*\n]+\*\*|__[^_\n]+__)$/.test(text.trim());
}

function withMarkers({ kind, text }: WrittenUnit, numbers: readonly number[]): string {
  const markers = numbers.map((number) => `[${number}]`).join('');
  return kind === 'row'
    ? text.replace(/\s*(\|?)\s*$/, (_end, pipe: string) => ` ${markers}${pipe && ' |'}`)
    : text.replace(/(\.?)\s*$/, ` ${markers}$1`);
}
