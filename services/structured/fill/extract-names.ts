import { fold } from '../../text/words.ts';
import { cuePlaces, type Evidence } from './evidence.ts';
import type { Field } from './extract-field.ts';

const PART = String.raw`\p{Lu}[\p{L}\p{M}'’.-]*[\p{L}\p{M}.]`;
const NAME = String.raw`${PART}(?:\s+(?:(?:of|de|van|von|der|la|le|da|di|bin|al)\s+)?${PART}){0,5}`;
const JOINED = String.raw`(?:,\s+(?:and\s+)?|\s+and\s+|\s+&\s+)`;
const NO_NAME =
  /^(?:The|It|He|She|They|In|On|At|By|From|Its|His|Her|Their|This|That|And|But|Since|After|As|CEO|Chief|Executive|Officer|Founder|President|Director|Today|When)$/;

// The first pattern marks a sentence about the former holder of an office. The second one marks a title that the person
// does not hold now.
const NO_LONGER = /\b(?:until|resigned|stepped down|retired|replaced|succeeded|formerly|previously|no longer|died)\b/i;
const NOT_YET =
  /\b(?:former|ex|previous|outgoing|then|interim|deputy|vice|acting|late|designated|future)[\s-]*(?:chief\s+)?$/i;

/** The names after `by`, or next to a word of the field, without names that the question contains. */
export function peopleIn(field: Field, { text }: Evidence, subject: ReadonlySet<string>): string[] {
  if (NO_LONGER.test(text)) return [];
  for (const place of cuePlaces(field, text)) {
    if (NOT_YET.test(text.slice(0, place))) continue;
    const from = text.slice(place);
    const by = new RegExp(String.raw`^[\p{L}-]+\s+(?:\S+\s+){0,4}?by\s+(${NAME}(?:${JOINED}${NAME})*)`, 'u').exec(
      from,
    )?.[1];
    const named = by ?? besideCue(text, place);
    const names = named === undefined ? [] : splitNames(named).filter((name) => isNew(name, subject));
    if (names.length > 0) return names;
  }
  return [];
}

const TITLE = String.raw`(?:chief\s+executive(?:\s+officer)?|CEO|CTO|CFO|co-?founder|founder|president|director|mayor|chair(?:man|woman|person)?|architect|author|owner|editor|inventor|designer|minister|manager|coach|leader)`;

/**
 * The names next to a word of the field, behind it (`its CEO, Jane Doe`, `CEO Jane Doe`, `CEO is Jane Doe`) or before
 * it (`Jane Doe is the CEO`, `Jane Doe, the CEO`, `Jane Doe designed`).
 */
function besideCue(text: string, place: number): string | undefined {
  const from = text.slice(place);
  const behind = new RegExp(
    String.raw`^${TITLE}s?(?:\s+of\s+[\p{L}\s]{1,40}?)?(?:,?\s+(?:is|was|are|were)\s+|,\s+|\s+)(${NAME}(?:${JOINED}${NAME})*)`,
    'iu',
  ).exec(from)?.[1];
  if (behind !== undefined && /^\p{Lu}/u.test(behind)) return capitals(behind);
  const before = text.slice(0, place);
  const as = new RegExp(
    String.raw`(${NAME}(?:${JOINED}${NAME})*)(?:,?\s+(?:is|was|has been|became|serves as|are|were)|,)\s+(?:the\s+|its\s+|a\s+|an\s+|both\s+)?(?:current\s+|first\s+)?(?:chief\s+)?$`,
    'u',
  ).exec(before)?.[1];
  const did = new RegExp(String.raw`(${NAME}(?:${JOINED}${NAME})*)\s+$`, 'u').exec(before)?.[1];
  return (
    as ??
    (/^(?:founded|designed|wrote|invented|owns|directed|directs|created|established|built|started|co-?founded|discovered|leads)\b/.test(
      from,
    )
      ? did
      : undefined)
  );
}

// A separate pattern: the flag that ignores the case of titles would also accept names in lower case.
function capitals(names: string): string | undefined {
  return new RegExp(String.raw`^${NAME}(?:${JOINED}${NAME})*`, 'u').exec(names)?.[0];
}

function splitNames(names: string): string[] {
  return names
    .split(/,\s+(?:and\s+)?|\s+and\s+|\s+&\s+/)
    .map(trimmed)
    .filter((name) => name !== '');
}

function trimmed(name: string): string {
  const words = name.replace(/[.,]+$/, (end) => (/\b\p{Lu}\.$/u.test(name) ? end : '')).split(' ');
  while (words.length > 0 && NO_NAME.test(words[0] ?? '')) words.shift();
  return words.join(' ');
}

function isNew(name: string, subject: ReadonlySet<string>): boolean {
  return fold(name)
    .split(/[^\p{L}]+/u)
    .some((word) => word !== '' && !subject.has(word));
}

/** The parts of the place after the field's word: `in Cupertino, California`. */
export function placesIn(field: Field, { text }: Evidence): string[] {
  for (const place of cuePlaces(field, text)) {
    const behind = new RegExp(
      String.raw`^[\p{L}-]+\s+(?:[^\s.;]+\s+){0,6}?(?:in|at|near)\s+(?:the\s+)?(?:(?:city|town|village|state)\s+of\s+)?(${NAME}(?:,\s+${NAME})*)`,
      'u',
    ).exec(text.slice(place))?.[1];
    if (behind !== undefined) return behind.split(/,\s+/).map((part) => part.replace(/[.,]+$/, ''));
  }
  return [];
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
const COUNTRIES = new Set([
  ...LETTERS.flatMap((first) => LETTERS.flatMap((second) => regionNames.of(first + second) ?? [])).map(fold),
  'england',
  'scotland',
  'wales',
  'usa',
  'us',
  'uk',
  'united states of america',
  'czech republic',
  'turkey',
]);

export function isCountry(name: string): boolean {
  return COUNTRIES.has(fold(name));
}
