import { stemsOf } from '../../text/words.ts';
import { answeredBy } from './field-cues.ts';

/** The kind of value that a field's name implies. */
type FieldKind = 'person' | 'place' | 'time' | 'name' | 'prose' | 'phrase';

/** A leaf of a schema, described by what a sentence must contain to give its value. */
export interface Field {
  kind: FieldKind;
  /** Groups of equivalent stems, one for each significant word of its name; a sentence must contain a stem of each. */
  cues: ReadonlyArray<ReadonlySet<string>>;
  /** Words for the unit that its name or description specifies, such as feet. */
  units: readonly string[];
  /** Whether its number is a year. */
  wantsYear: boolean;
  /** Whether it is a country: the last part of a place. */
  wantsCountry: boolean;
  /** Whether it is a city or the like rather than a whole place. */
  isPart: boolean;
}

const KINDS: ReadonlyArray<[FieldKind, RegExp]> = [
  ['person', /\bby$/],
  [
    'prose',
    /\b(?:summary|description|answer|overview|about|biography|bio|explanation|details?|reason|background|notes?)\b/,
  ],
  [
    'time',
    /\b(?:dates?|when|day|birthday|born|died|founded|established|opened|released|launched|published|since|start|end|time|year)\b/,
  ],
  [
    'person',
    /\b(?:ceo|cto|cfo|founders?|founder|authors?|director|president|chair(?:man|woman|person)?|inventor|architects?|designers?|mayor|minister|leader|editor|composer|executive|coach|manager|creator|discoverer|builder|spouse|wife|husband|people|person)\b/,
  ],
  ['place', /\b(?:headquarters?|hq|locations?|city|country|place|birthplace|town|state|region|capital)\b/],
  ['name', /\b(?:name|title|company|organi[sz]ation)\b/],
];
// Words for the form of a value, not for its subject.
const FORM = new Set(
  'year date day time number count total amount value name list of in at the is has was are item items usd eur gbp full num size when where who iso id text string city country town state place title'.split(
    ' ',
  ),
);
const UNITS: ReadonlyArray<[RegExp, string[]]> = [
  [/\b(?:feet|foot|ft)\b/, ['feet', 'foot', 'ft']],
  [/\b(?:met(?:er|re)s?)\b/, ['metres', 'meters', 'metre', 'meter', 'm']],
  [/\b(?:kilomet(?:er|re)s?|km)\b/, ['kilometres', 'kilometers', 'kilometre', 'kilometer', 'km']],
  [/\bmiles?\b/, ['miles', 'mile', 'mi']],
  [/\b(?:kilograms?|kg)\b/, ['kilograms', 'kilogram', 'kg']],
  [/\b(?:tons?|tonnes?)\b/, ['tonnes', 'tons', 'tonne', 'ton']],
  [/\b(?:percent(?:age)?|per cent|share)\b/, ['percent', 'per cent', '%']],
  [/\b(?:usd|dollars?)\b/, ['$', 'dollars', 'dollar', 'usd']],
  [/\b(?:eur|euros?)\b/, ['€', 'euros', 'euro', 'eur']],
  [/\b(?:gbp|pounds sterling)\b/, ['£', 'pounds', 'gbp']],
  [/\byears\b/, ['years', 'year']],
];

/**
 * @param path names of the members that lead to the field, its own name last
 * @param description of the field in the schema
 */
export function fieldOf(path: readonly string[], description: string): Field {
  const words = path.map(wordsOfName);
  const own = words.at(-1) ?? '';
  const parent = words.at(-2) ?? '';
  const units = UNITS.filter(([pattern]) => pattern.test(own) || pattern.test(description.toLowerCase())).flatMap(
    ([, written]) => written,
  );
  const ownCues = cuesOf(own, units);
  const cues = ownCues.length > 0 ? ownCues : cuesOf(parent, units);
  const kind = kindOf(own);
  const parentKind = kindOf(parent);
  return {
    kind: kindWithin(kind, parentKind, path),
    cues: cues.length > 0 ? cues : cuesOf(description.toLowerCase(), units).slice(0, 3),
    units,
    wantsYear: /\byear\b/.test(own) || (kindOf(own) === 'time' && units.length === 0),
    wantsCountry: /\bcountry\b/.test(own),
    isPart: /\b(?:city|town)\b/.test(own),
  };
}

/** A `name` within a person is of the kind `person`. The root of a schema is of the kind `prose`. */
function kindWithin(kind: FieldKind, parentKind: FieldKind, path: readonly string[]): FieldKind {
  if (path.length === 0) return 'prose';
  return kind === 'name' && parentKind === 'person' ? 'person' : kind;
}

function wordsOfName(name: string): string {
  return name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function kindOf(words: string): FieldKind {
  return KINDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'phrase';
}

function cuesOf(words: string, units: readonly string[]): Array<ReadonlySet<string>> {
  const telling = words
    .split(' ')
    .filter((word) => word !== '' && !FORM.has(word) && !units.includes(word) && stemsOf(word).length > 0);
  return [...new Set(telling)].map((word) => new Set([word, ...answeredBy(word)].flatMap(stemsOf)));
}
