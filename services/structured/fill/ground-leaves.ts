import { wordsOf } from '../../text/words.ts';
import { datesIn, withoutDates } from '../../dates/dates-in-text.ts';
import { supports } from '../../grounding/grounding.ts';
import type { Source } from '../../page-text/source.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { holdsAddressOrMarkup } from '../../grounding/model-text/safe-markdown.ts';
import { isObject, type JsonObject } from '../schema/json-schema.ts';
import { isNumber, signedNumbers } from '../../text/signed-numbers.ts';

export interface Grounding {
  /** The value without unsupported leaves. */
  value: unknown;
  /** JSON pointers of leaves without a source that cannot be omitted. */
  unsupported: string[];
  /** Whether a source supports at least one leaf, or no leaf needs a source. */
  isGrounded: boolean;
}

export interface GroundingRules {
  sources: readonly Source[];
  /** Whether the caller's schema prescribes a leaf, so that it is not a claim. */
  isGiven(leaf: unknown): boolean;
  /** Whether a whole value fits the caller's schema. */
  fits(value: unknown): Promise<boolean>;
}

/**
 * Sets every text and number without a source to null, or omits it, if the schema allows that. A text of several
 * sentences keeps the supported ones. Truth values are not checked, because no words in a source express them.
 */
export async function groundLeaves(given: unknown, { sources, isGiven, fits }: GroundingRules): Promise<Grounding> {
  const root = { value: structuredClone(given) };
  const unsupported: string[] = [];
  let asked = 0;
  let said = 0;
  for (const leaf of leavesOf(root, [])) {
    if (isGiven(leaf.value) || !isClaim(leaf.value)) continue;
    asked += 1;
    const supported = supportedPart(leaf.value, sources);
    const kept =
      supported !== undefined &&
      (supported === leaf.value || (await replaced(leaf, supported, () => fits(root.value))));
    if (kept) said += 1;
    else if (!(await replaced(leaf, null, () => fits(root.value))) && !(await removed(leaf, () => fits(root.value))))
      unsupported.push(`/${leaf.path.slice(1).join('/')}`);
  }
  return { value: root.value, unsupported, isGrounded: asked === 0 || said > 0 };
}

/** The number of leaves in a JSON value: texts, numbers, truth values and nulls. */
export function countLeaves(value: unknown): number {
  return leavesOf({ value }, []).length;
}

interface Leaf {
  parent: JsonObject | unknown[];
  path: string[];
  value: unknown;
}

function leavesOf(parent: JsonObject | unknown[], path: string[]): Leaf[] {
  return Object.entries(parent).flatMap(([name, value]): Leaf[] =>
    Array.isArray(value) || isObject(value)
      ? leavesOf(value, [...path, name])
      : [{ parent, path: [...path, name], value }],
  );
}

async function replaced({ parent, path, value }: Leaf, by: unknown, fits: () => Promise<boolean>): Promise<boolean> {
  const name = path.at(-1) ?? '';
  set(parent, name, by);
  if (await fits()) return true;
  set(parent, name, value);
  return false;
}

// Items keep their positions, so that the pointers to later items stay valid.
async function removed({ parent, path, value }: Leaf, fits: () => Promise<boolean>): Promise<boolean> {
  const name = path.at(-1) ?? '';
  if (Array.isArray(parent) || path.length < 2) return false;
  delete parent[name];
  if (await fits()) return true;
  set(parent, name, value);
  return false;
}

/** Sets an own property under any name, `__proto__` included. */
function set(parent: JsonObject | unknown[], name: string, value: unknown): void {
  Object.defineProperty(parent, name, { value, writable: true, enumerable: true, configurable: true });
}

function isClaim(leaf: unknown): boolean {
  return typeof leaf === 'number' || (typeof leaf === 'string' && wordsOf(leaf).length > 0);
}

function supportedPart(leaf: unknown, sources: readonly Source[]): unknown {
  const passages = sources.flatMap((source) => source.passages);
  if (typeof leaf === 'number') return passages.some((passage) => saysNumber(leaf, passage)) ? leaf : undefined;
  const text = String(leaf);
  if (sources.some(({ url }) => url === text)) return leaf;
  if (holdsAddressOrMarkup(text)) return undefined;
  if (passages.some((passage) => saysShort(text, passage))) return leaf;
  const sentences = sentencesOf(text);
  const said = sentences.filter((sentence) => passages.some((passage) => supports(sentence, passage)));
  if (said.length === 0) return undefined;
  return said.length === sentences.length ? leaf : said.join(' ');
}

function saysNumber(number: number, passage: string): boolean {
  return signedNumbers(passage).some((one) => isNumber(one, number));
}

/** Whether a passage contains a text word for word, or the same day in another format. */
export function saysShort(text: string, passage: string): boolean {
  if (` ${wordsOf(passage).join(' ')} `.includes(` ${wordsOf(text).join(' ')} `)) return true;
  const dates = [...datesIn(text)];
  const isDate = dates.length > 0 && wordsOf(withoutDates(text)).length === 0;
  return isDate && dates.every((date) => datesIn(passage).has(date));
}
