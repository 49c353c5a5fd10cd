import type { KnownPlace } from '../../../entities/monitors/monitor-snapshot.ts';
import { onlyTellsToday, shapeOf } from './moments.ts';
import { pairPlaces, type PairedPlace } from './pair-places.ts';

/** What a read shows beside what is known of its page. */
export interface ReadComparison {
  /** What is known of the page after it. */
  places: KnownPlace[];
  /** In the order of the page. */
  added: string[];
  removed: string[];
}

interface Reading {
  readAt: Date;
  /** The parts of a second read at once after it: what only one of the two has changes on each load. */
  again?: ReadonlySet<string> | undefined;
}

const REMEMBERED = 8;
const MOST_EMPTY = 200;
// A page that is new each day has no part that changes by itself.
const LARGEST_SHARE = 0.25;
const ON_EACH_LOAD = '1111';
const CALM = '00';

/**
 * Compares a read with what is known of the page, and learns of each of its places how often it changes. A comparison
 * leaves out three kinds of changes: of a place that two loads show differently, a date that is the day of the reading, and of
 * a place that has differed in most of the last comparisons. What such a place holds is told once it has stayed the same twice.
 *
 * @param known undefined: the page was never read; empty: it held no text
 */
export function compareReads(
  known: readonly KnownPlace[] | undefined,
  parts: readonly string[],
  reading: Reading,
): ReadComparison {
  if (!known) return { places: parts.map((text) => ({ text, recent: '' })), added: [], removed: [] };
  const pairs = pairPlaces(known, parts);
  const restless = restlessOf(pairs);
  const comparison: ReadComparison = { places: [], added: [], removed: [] };
  for (const pair of pairs) {
    const { place, told } = judge(pair, reading, restless.has(pair));
    comparison.places.push(place);
    if (told?.removed) comparison.removed.push(told.removed);
    if (told?.added) comparison.added.push(told.added);
  }
  return { ...comparison, places: withoutForgotten(comparison.places) };
}

interface Judged {
  place: KnownPlace;
  told?: { removed: string; added: string };
}

function judge({ before, now, beside }: PairedPlace, { readAt, again }: Reading, isRestless: boolean): Judged {
  const text = before?.text ?? '';
  if (before && text === now) return settled({ ...before, recent: noted(before.recent, '0') });
  if (again && (now === '' ? again.has(text) : !again.has(now)))
    return { place: { text: now === '' ? text : now, recent: ON_EACH_LOAD } };
  const recent = noted(before?.recent ?? beside?.recent ?? '', before ? '1' : '');
  const place: KnownPlace = { text: now, recent, ...(now === '' && { last: text }) };
  if (text !== '' && onlyTellsToday(text, now, readAt)) return { place };
  const told = before?.told ?? text;
  if (isRestless) return { place: told === now ? place : { ...place, told } };
  return { place, ...(told !== now && { told: { removed: told, added: now } }) };
}

/** A place whose text has come to stay: what was kept back is told. */
function settled({ told, ...place }: KnownPlace): Judged {
  if (told === undefined) return { place };
  if (!place.recent.endsWith(CALM)) return { place: { ...place, told } };
  return { place, told: { removed: told, added: place.text } };
}

const noted = (recent: string, digit: string) => (recent + digit).slice(-REMEMBERED);

/** Places that have changed in most of the last comparisons, as far as they are a small part of the page. */
function restlessOf(pairs: readonly PairedPlace[]): Set<PairedPlace> {
  const changed = pairs.filter(({ before, now }) => before?.text !== now);
  const ofFigures = changed.filter((pair) => isOfFigures(pair) && changes(pair, 3) >= 2);
  const ofWords = changed.filter((pair) => !isOfFigures(pair) && changes(pair, 4) >= 3);
  const sizeOf = (some: readonly PairedPlace[]) =>
    some.reduce((sum, { before, now }) => sum + Math.max(now.length, before?.text.length ?? 0), 0);
  const isSmall = sizeOf(ofWords) <= LARGEST_SHARE * sizeOf(pairs);
  return new Set([...ofFigures, ...(isSmall ? ofWords : [])]);
}

const isOfFigures = ({ before, now }: PairedPlace) =>
  before !== undefined && before.text !== '' && now !== '' && shapeOf(before.text) === shapeOf(now);

/** In how many of the last comparisons, this one included, the place has differed. */
function changes({ before, beside }: PairedPlace, comparisons: number): number {
  const recent = `${(before ?? beside)?.recent ?? ''}1`.slice(-comparisons);
  return recent.replaceAll('0', '').length;
}

/** Empty places are known for as long as they may be filled again. */
function withoutForgotten(places: readonly KnownPlace[]): KnownPlace[] {
  const isKept = ({ text, told, recent }: KnownPlace) => text !== '' || told !== undefined || recent.includes('1');
  const kept = places.filter(isKept);
  const surplus = new Set(kept.filter(({ text }) => text === '').slice(MOST_EMPTY));
  return kept.filter((place) => !surplus.has(place));
}
