import { z } from 'zod';
import type { WikidataEntity, WikidataStatement } from './wikidata-entities.ts';
import { inDigits } from '../reply/format.ts';
import { dayInWords } from '../../dates/days.ts';

/** One kind of statement and its sentence: `{name} was born on {values}.` */
export interface FactKind {
  property: string;
  say(name: string, values: string): string;
  /** Maximum number of values; default 8. */
  most?: number;
}

const MOST_VALUES = 8;

const Item = z.object({ id: z.string() });
const Time = z.object({ time: z.string(), precision: z.number() });
const Quantity = z.object({ amount: z.string(), unit: z.string() });

/** The valid statements, those that its editors prefer first. */
export function statementsOf(
  { claims }: WikidataEntity,
  { property, most = MOST_VALUES }: Pick<FactKind, 'property' | 'most'>,
): WikidataStatement[] {
  const counting = (claims[property] ?? []).filter(({ rank, mainsnak }) => rank !== 'deprecated' && mainsnak.datavalue);
  return counting.toSorted((a, b) => Number(b.rank === 'preferred') - Number(a.rank === 'preferred')).slice(0, most);
}

/** The items in the values of these statements. */
export function itemsIn(statements: readonly WikidataStatement[]): string[] {
  return statements.flatMap(({ mainsnak }) =>
    [itemOf(mainsnak.datavalue?.value), unitOf(mainsnak.datavalue?.value)].flatMap((id) => id ?? []),
  );
}

function itemOf(value: unknown): string | undefined {
  return Item.safeParse(value).data?.id;
}

function unitOf(value: unknown): string | undefined {
  return /\/entity\/(Q\d+)$/.exec(Quantity.safeParse(value).data?.unit ?? '')?.[1];
}

/** A statement's value in words, with the years in which it was valid; undefined if there is no wording for it. */
export function valueInWords(
  { mainsnak, qualifiers }: WikidataStatement,
  labels: ReadonlyMap<string, string>,
): string | undefined {
  const value = plain(mainsnak.datavalue?.value, labels);
  const period = value && periodOf(qualifiers);
  return period ? `${value} (${period})` : value;
}

function plain(value: unknown, labels: ReadonlyMap<string, string>): string | undefined {
  if (typeof value === 'string') return value;
  const item = itemOf(value);
  if (item !== undefined) return labels.get(item);
  const time = Time.safeParse(value).data;
  if (time) return timeInWords(time);
  const quantity = Quantity.safeParse(value).data;
  if (!quantity) return undefined;
  return [inDigits(Number(quantity.amount)), labels.get(unitOf(value) ?? '')].filter((part) => part).join(' ');
}

const START = 'P580';
const END = 'P582';
const POINT_IN_TIME = 'P585';

function periodOf(qualifiers: WikidataStatement['qualifiers']): string {
  const [from, until, at] = [START, END, POINT_IN_TIME].map(
    (property) => Time.safeParse(qualifiers[property]?.[0]?.datavalue?.value).data,
  );
  if (at) return yearOf(at);
  if (from && until) return `${yearOf(from)} to ${yearOf(until)}`;
  if (from) return `since ${yearOf(from)}`;
  return until ? `until ${yearOf(until)}` : '';
}

const PRECISION = { year: 9, month: 10, day: 11 };
const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `7 November 1867`, `November 1867`, `1867`, `44 BC`: with the precision that is known. */
function timeInWords({ time, precision }: z.output<typeof Time>): string | undefined {
  if (precision < PRECISION.year) return undefined;
  const day = time.slice(1, 11);
  if (time.startsWith('-') || precision === PRECISION.year) return yearOf({ time, precision });
  return precision === PRECISION.month
    ? monthAndYear.format(new Date(`${day.slice(0, 7)}-01T00:00:00Z`))
    : dayInWords(day);
}

function yearOf({ time }: z.output<typeof Time>): string {
  const year = String(Number(time.slice(1, time.indexOf('-', 1))));
  return time.startsWith('-') ? `${year} BC` : year;
}
