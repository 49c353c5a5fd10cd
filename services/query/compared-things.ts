import { askedAlone, comparedSides } from './compared-sides.ts';

/** A comparison: the compared things, and the questions that ask the same about each. */
export interface ComparedThings {
  /** Their names, if the text lists them separately. */
  things: readonly string[];
  questions: readonly string[];
  /** The question for each thing and dimension, if the text names dimensions. */
  comparison?: Comparison;
}

export interface Comparison {
  things: readonly string[];
  dimensions: readonly string[];
  /** One row for each thing, with one of `questions` for each dimension. */
  cells: readonly (readonly string[])[];
}

const COMPARE =
  /^(?:please\s+)?(?:compare|contrast)\s+(?<things>.+?)(?:,?\s+(?:by|on|in terms of|with respect to|with regard to|regarding|as to|for)\s+(?<by>.+))?$/i;
const BETWEEN = /^.*?\bdifferences?\s+(?:between|of)\s+(?<things>.+?)(?:\s+in\s+(?:terms of\s+)?(?<by>.+))?$/i;
const OPPOSED =
  /\b(pros|advantages|strengths|benefits|upsides|arguments for) and (cons|disadvantages|weaknesses|drawbacks|downsides|costs|limitations|(?:arguments )?against)\b/i;
// Short words seldom occur in texts.
const IN_FULL: Readonly<Record<string, string>> = { pros: 'advantages', cons: 'disadvantages' };
const OPPOSES = /\b(?:vs\.?|versus|differ(?:s|ent|ence)?|as opposed to|compared (?:to|with))\b/i;
const LIST = /\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|vs\.?|versus|with|to|against)\s+/i;
const MOST_THINGS = 4;
const MOST_WORDS = 5;
const MOST_QUESTIONS = 4;
const MOST_CELLS = 6;

/** Undefined for a text about one thing. Judged by English words alone. */
export function comparedThings(text: string): ComparedThings | undefined {
  const bare = text.replace(/[\s?!.]+$/, '');
  const found = (COMPARE.exec(bare) ?? BETWEEN.exec(bare))?.groups ?? {};
  // `on Debian` names a place, `on weight` a dimension.
  const isPlace = found.by !== undefined && /^\p{Lu}/u.test(found.by);
  const listed = isPlace ? `${found.things ?? ''} on ${found.by}` : (found.things ?? '');
  const by = isPlace ? undefined : found.by;
  const things = listed === '' ? [] : withSharedHead(listed.split(LIST).map((one) => one.trim()));
  const isList = things.length >= 2 && things.length <= MOST_THINGS && things.every(isName);
  if (isList && by !== undefined) return ofDimensions(bare, things, by);
  if (isList)
    return {
      things,
      questions: withWhole(
        bare,
        askedAlone(things).map((question) => `${question.replace('what', 'What')}?`),
      ),
    };
  const opposed = OPPOSED.exec(bare);
  if (opposed)
    return {
      things: [],
      questions: opposed.slice(1).map((side) => bare.replace(OPPOSED, () => IN_FULL[side.toLowerCase()] ?? side)),
    };
  const sides = comparedSides(text);
  return sides && { things: [], questions: OPPOSES.test(bare) ? withWhole(bare, sides) : sides };
}

/** One source often covers all the things, and then answers best. */
const withWhole = (whole: string, questions: readonly string[]) =>
  questions.length < MOST_QUESTIONS ? [whole, ...questions] : questions;

const isName = (thing: string) => thing !== '' && thing.split(/\s+/).length <= MOST_WORDS;

const SHARED_PLACE = /\S(\s+(?:in|on)\s+\p{Lu}\S*)$/u;

/** `B-tree, hash and GIN indexes in PostgreSQL`: the last word applies to all items, and so does the place. */
function withSharedHead(things: readonly string[]): string[] {
  const bare = things.map((thing) => thing.replace(/^(?:the|a|an)\s+/i, ''));
  const [, place = ''] = SHARED_PLACE.exec(bare.at(-1) ?? '') ?? [];
  if (place !== '' && bare.slice(0, -1).every((thing) => !thing.includes(' ')))
    return withSharedHead([...bare.slice(0, -1), (bare.at(-1) ?? '').slice(0, -place.length)]).map(
      (thing) => thing + place,
    );
  const words = bare.map((thing) => thing.split(/\s+/));
  const last = words.at(-1) ?? [];
  const head = last.length === 2 && words.slice(0, -1).every((own) => own.length === 1) ? last[1] : undefined;
  return head !== undefined && /^\p{Ll}/u.test(head)
    ? bare.map((thing, place) => (place < bare.length - 1 ? `${thing} ${head}` : thing))
    : bare;
}

/** One question for each thing and dimension; if these are more than six, one for each thing with all dimensions. */
function ofDimensions(whole: string, things: readonly string[], by: string): ComparedThings {
  const listed = by.split(LIST).map((one) => one.trim().replace(/^(?:the|their|its)\s+/i, ''));
  const dimensions = listed.length * things.length > MOST_CELLS ? [by] : listed;
  const cells = things.map((thing) => dimensions.map((dimension) => `${thing} ${dimension}`));
  return { things, questions: withWhole(whole, cells.flat()), comparison: { things, dimensions, cells } };
}
