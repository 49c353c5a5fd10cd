import { comparedSides } from './compared-sides.ts';

/** What a text compares, and the questions that ask the same of each. */
export interface ComparedThings {
  /** Their names, as far as the text has them apart. */
  things: readonly string[];
  questions: readonly string[];
}

const COMPARE =
  /^(?:please\s+)?(?:compare|contrast)\s+(?<things>.+?)(?:,?\s+(?:by|on|in terms of|with respect to|with regard to|regarding|as to|for)\s+(?<by>.+))?$/i;
const BETWEEN = /^.*?\bdifferences?\s+(?:between|of)\s+(?<things>.+?)(?:\s+in\s+(?:terms of\s+)?(?<by>.+))?$/i;
const OPPOSED =
  /\b(pros|advantages|strengths|benefits|upsides|arguments for) and (cons|disadvantages|weaknesses|drawbacks|downsides|costs|limitations|(?:arguments )?against)\b/i;
const OPPOSES = /\b(?:vs\.?|versus|differ(?:s|ent|ence)?|as opposed to|compared (?:to|with))\b/i;
const LIST = /\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|vs\.?|versus|with|to|against)\s+/i;
const MOST_THINGS = 4;
const MOST_WORDS = 5;
const MOST_QUESTIONS = 4;

/** Undefined for a text about one thing. Judged by English words alone. */
export function comparedThings(text: string): ComparedThings | undefined {
  const bare = text.replace(/[\s?!.]+$/, '');
  const { things: listed = '', by } = (COMPARE.exec(bare) ?? BETWEEN.exec(bare))?.groups ?? {};
  const things = listed === '' ? [] : withSharedHead(listed.split(LIST).map((one) => one.trim()));
  const isList = things.length >= 2 && things.length <= MOST_THINGS && things.every(isName);
  if (isList) return { things, questions: withWhole(bare, questionsOf(things, by)) };
  const opposed = OPPOSED.exec(bare);
  const sides = opposed ? opposed.slice(1).map((side) => bare.replace(OPPOSED, () => side)) : comparedSides(text);
  return sides && { things: [], questions: OPPOSES.test(bare) ? withWhole(bare, sides) : sides };
}

/** A source often tells of the things together, which answers best. */
const withWhole = (whole: string, questions: readonly string[]) =>
  questions.length < MOST_QUESTIONS ? [whole, ...questions] : questions;

const isName = (thing: string) => thing !== '' && thing.split(/\s+/).length <= MOST_WORDS;

/** `B-tree, hash and GIN indexes`: what stands last alone is said of all. */
function withSharedHead(things: readonly string[]): string[] {
  const bare = things.map((thing) => thing.replace(/^(?:the|a|an)\s+/i, ''));
  const words = bare.map((thing) => thing.split(/\s+/));
  const last = words.at(-1) ?? [];
  const head = last.length === 2 && words.slice(0, -1).every((own) => own.length === 1) ? last[1] : undefined;
  return head !== undefined && /^\p{Ll}/u.test(head)
    ? bare.map((thing, place) => (place < bare.length - 1 ? `${thing} ${head}` : thing))
    : bare;
}

function questionsOf(things: readonly string[], by: string | undefined): string[] {
  if (by === undefined) return things.map((thing) => `What does ${thing} do?`);
  const dimensions = by.split(LIST).map((one) => one.trim().replace(/^(?:the|their|its)\s+/i, ''));
  // More of them would leave no searches for anything else.
  if (dimensions.length * things.length > MOST_QUESTIONS) return things.map((thing) => `${thing} ${by}`);
  return dimensions.flatMap((dimension) => things.map((thing) => `${thing} ${dimension}`));
}
