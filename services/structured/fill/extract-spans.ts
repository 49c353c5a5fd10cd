import { numberOf } from '../../text/numbers.ts';
import { datesIn, WRITTEN_DATE } from '../../dates/dates-in-text.ts';
import { withDigits } from '../../text/spelled-numbers.ts';
import { cuePlaces, type Evidence } from './evidence.ts';
import type { Field } from './extract-field.ts';

/** A part of a sentence that may be the value of a field, with its offset. */
interface Span {
  text: string;
  index: number;
}

const MOST_APART = 40;

/** The candidate nearest to a word of the field. Among several candidates, it must be next to the word. */
function nearest(spans: readonly Span[], field: Field, sentence: string): Span | undefined {
  const places = cuePlaces(field, sentence);
  const apart = (span: Span) =>
    Math.min(
      ...places.map((place) => (place >= span.index ? place - span.index - span.text.length : span.index - place)),
    );
  const sorted = spans.map((span) => ({ span, distance: apart(span) })).sort((a, b) => a.distance - b.distance);
  const [first, second] = sorted;
  if (!first || first.distance > MOST_APART * (second ? 1 : 3)) return undefined;
  if (!second) return first.span;
  return first.distance < second.distance && places.some((place) => isBeside(first.span, place, sentence))
    ? first.span
    : undefined;
}

/**
 * Whether a span is next to a word of the field, before it (`1,400 employees`, `134 metres high`) or behind it (`a
 * depth of about 600`, `born in London on 10 December 1815`).
 */
function isBeside({ text, index }: Span, place: number, sentence: string): boolean {
  if (place >= index) return /^[\s-]*(?:[\p{L}%°/]+\s+){0,2}$/u.test(sentence.slice(index + text.length, place));
  return /^[\p{L}-]+:?\s+(?:(?:of|is|was|are|were|to|at|about|around|approximately|some|nearly|over|roughly|reached|totalled|in|on|stands|by|the|a|an)\s+|(?:in|at|by|as)\s+(?:[\p{L}.,'’-]+\s+){1,3}(?=on\s|in\s)){0,4}(?:[$€£]\s?)?$/u.test(
    sentence.slice(place, index),
  );
}

const MONEY_OR_NUMBER =
  /(?<![\p{L}\d.])(?:[$€£]\s?)?\d[\d,]*(?:\.\d+)?(?:[\s-]?(?:dozen|hundred|thousand|million|billion|trillion|bn|mn)\b)*\s?%?/giu;
const YEAR = /(?<![\d,.$€£])(?:1[0-9]|20)\d{2}(?![\d,]*\d|\s?%)/g;

/** The field's number in a sentence, in words or digits: with the field's unit, or a year if the field is one. */
export function numberIn(field: Field, { text }: Evidence): number | undefined {
  const sentence = withDigits(text);
  if (field.wantsYear) {
    const span = nearest(spansOf(YEAR, sentence), field, sentence);
    return span && Number(span.text);
  }
  const dates = spansOf(WRITTEN_DATE, sentence).filter(({ text }) => datesIn(text).size > 0);
  const years = spansOf(YEAR, sentence);
  const isDated = (span: Span) =>
    [...dates, ...years].some((other) => span.index >= other.index && span.index < other.index + other.text.length);
  const spans = spansOf(MONEY_OR_NUMBER, sentence).filter((span) => !isDated(span));
  const fitting =
    field.units.length > 0
      ? spans.filter((span) => hasUnit(span, field, sentence))
      : spans.filter((span) => !/[%$€£]/.test(span.text) || isMoneyField(field));
  const span = nearest(fitting, field, sentence);
  return span && numberOf(span.text);
}

function isMoneyField(field: Field): boolean {
  return field.cues.some((cue) =>
    ['revenu', 'price', 'cost', 'profit', 'fee', 'toll', 'sale'].some((stem) => cue.has(stem)),
  );
}

function hasUnit(span: Span, { units }: Field, sentence: string): boolean {
  const behind = sentence.slice(span.index + span.text.length).toLowerCase();
  return units.some(
    (unit) => span.text.includes(unit) || (/^\p{L}/u.test(unit) && new RegExp(`^[\\s-]*${unit}\\b`).test(behind)),
  );
}

/** A full date as `YYYY-MM-DD`; if `mayBeYear`, a year if there is no full date. */
export function timeIn(field: Field, { text }: Evidence, mayBeYear: boolean): string | undefined {
  const days = spansOf(WRITTEN_DATE, text).filter((span) => datesIn(span.text).size === 1);
  const day = nearest(days, field, text);
  if (day) return [...datesIn(day.text)][0];
  return mayBeYear && days.length === 0 ? nearest(spansOf(YEAR, text), field, text)?.text : undefined;
}

/** A number as written, with its unit: `$5.5 million`, `600 feet`. */
export function quantityIn(field: Field, { text }: Evidence): string | undefined {
  const spans = spansOf(
    /(?<![\p{L}\d.])(?:[$€£]\s?)?\d[\d,]*(?:\.\d+)?(?:[\s-]?(?:hundred|thousand|million|billion|trillion)\b)?(?:\s?%|\s(?:percent|per cent|feet|foot|metres|meters|km|kilometres|kilometers|miles|euros|dollars|tonnes|tons|kg|years)\b)?/giu,
    text,
  );
  const years = spansOf(YEAR, text);
  return nearest(
    spans.filter((span) => !years.some(({ index }) => index === span.index)),
    field,
    text,
  )?.text.trim();
}

function spansOf(pattern: RegExp, text: string): Span[] {
  return Array.from(text.matchAll(pattern), ({ 0: span, index }) => ({ text: span.trim(), index })).filter(
    ({ text }) => text !== '',
  );
}
