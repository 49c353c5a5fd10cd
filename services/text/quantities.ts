import { stemsOf } from './words.ts';
import { NUMBER, numberOf } from './numbers.ts';
import { withDigits } from './spelled-numbers.ts';

/** Each unit with all its spellings. The same amount in another unit is another quantity. */
const UNITS: Readonly<Record<string, string>> = {
  usd: '$ us$ usd dollar dollars',
  eur: '€ eur euro euros',
  gbp: '£ gbp',
  jpy: '¥ yen',
  inr: '₹ rupee rupees',
  chf: 'chf francs',
  percent: '% percent pc',
  cent: 'cent cents',
  'km/h': 'km/h kmh kph',
  mph: 'mph',
  km: 'km kilometre kilometres kilometer kilometers',
  mile: 'mile miles',
  foot: 'foot feet ft',
  inch: 'inch inches',
  metre: 'metre metres meter meters',
  cm: 'cm centimetre centimetres centimeter centimeters',
  mm: 'mm millimetre millimetres millimeter millimeters',
  kg: 'kg kilogram kilograms kilo kilos',
  tonne: 'tonne tonnes ton tons',
  pound: 'lb lbs',
  gram: 'gram grams',
  litre: 'litre litres liter liters',
  gallon: 'gallon gallons',
  kwh: 'kwh',
  mwh: 'mwh',
  gwh: 'gwh',
  kw: 'kw',
  mw: 'mw',
  gw: 'gw',
  '°c': '°c celsius',
  '°f': '°f fahrenheit',
  second: 'second seconds',
  minute: 'minute minutes',
  hour: 'hour hours',
  day: 'day days',
  week: 'week weeks',
  month: 'month months',
  year: 'year years',
};
const UNIT_OF = new Map(
  Object.entries(UNITS).flatMap(([unit, writings]) => writings.split(' ').map((writing) => [writing, unit] as const)),
);

/** The unit of a lower-case word or sign; undefined if it is not one. */
export const unitOf = (writing: string): string | undefined => UNIT_OF.get(writing);

export interface Quantity {
  value: string;
  /** As named above; undefined if the number has no unit. */
  unit: string | undefined;
  /** The stem of the first telling word within two words after it: the counted thing. */
  counted: string | undefined;
}

const BEHIND = /^\s?(%|°\s?[CF]\b|per\s?cent\b|km\/h\b|[\p{L}/]+)?/iu;
const SIGN = /(us\$|[$€£¥₹])\s?$/i;
// The context of a number is short: reading to the end of the text for each number would take quadratic time.
const BEFORE_CHARACTERS = 8;
const BEHIND_CHARACTERS = 100;

/** The numbers of a text with their units or counted things. Dates must be removed first. */
export function quantitiesIn(text: string): Quantity[] {
  const written = withDigits(text);
  return Array.from(written.matchAll(NUMBER), ({ 0: number, index }) => {
    const end = index + number.length;
    const behind = written.slice(end, end + BEHIND_CHARACTERS);
    const sign = SIGN.exec(written.slice(Math.max(0, index - BEFORE_CHARACTERS), index))?.[1];
    const next = BEHIND.exec(behind)?.[1]?.toLowerCase().replaceAll(/\s/g, '') ?? '';
    const unit = UNIT_OF.get((sign ?? next).toLowerCase()) ?? UNIT_OF.get(next);
    return { value: String(numberOf(number)), unit, counted: unit === undefined ? firstStem(behind) : undefined };
  });
}

/** The words of a text without its numbers and units, which are compared by value. */
export function withoutQuantities(text: string): string {
  return withDigits(text).replaceAll(QUANTITY, ' ');
}

const QUANTITY = new RegExp(
  `(?:us\\$|[$€£¥₹])?\\s?${NUMBER.source}(?:\\s?(?:%|°\\s?[cf]\\b|per\\s?cent\\b|(?:${[...UNIT_OF.keys()].filter((unit) => /^[a-z/]+$/.test(unit)).join('|')})\\b))?`,
  'giu',
);

function firstStem(behind: string): string | undefined {
  const [clause = ''] = behind.split(/[^\p{L}\s'’-]/u);
  return stemsOf(clause.trim().split(/\s+/).slice(0, 2).join(' '))[0];
}

/** Whether the text contains every quantity of a sentence: the same number of the same thing. */
export function hasQuantities(sentence: string, text: string): boolean {
  const said = quantitiesIn(sentence);
  const given = said.length > 0 ? quantitiesIn(text) : [];
  return said.every(({ value, unit, counted }) => {
    const same = given.filter((quantity) => quantity.value === value);
    if (same.length === 0) return false;
    if (unit !== undefined) return same.some((quantity) => quantity.unit === undefined || quantity.unit === unit);
    const ofTheSame = given.filter((quantity) => counted !== undefined && quantity.counted === counted);
    return ofTheSame.length === 0 || ofTheSame.some((quantity) => quantity.value === value);
  });
}
