import { supports } from '../../grounding/grounding.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { saysShort } from '../../structured/fill/ground-leaves.ts';
import { isObject, type JsonObject, type JsonSchema } from '../../structured/schema/json-schema.ts';
import { leafWords, type LeafWords } from '../../structured/fill/leaf-words.ts';
import { statesNumber } from '../../structured/fill/number-claims.ts';
import { stemsOf, wordsOf } from '../../text/words.ts';
import type { NumberedSource } from '../evidence/read-evidence.ts';

export interface LeafGrounding {
  /** Path of the leaf, with names and list indexes separated by dots: `items.0.name`. */
  field: string;
  citations: Array<{ source_id: number; url: string }>;
}

const MOST_CITATIONS = 3;
const NEGATION = /\b(?:not?|never|no longer|none|without|cannot|\w+n't)\b/i;

/** The schema and the question of a value, which give its leaves their meaning. */
export interface LeafContext {
  schema: JsonSchema;
  query: string;
}

/** Sets every leaf that no source supports to null, and finds the sources of the others. */
export function citeLeaves(
  value: unknown,
  sources: readonly NumberedSource[],
  { schema, query }: LeafContext,
): { value: unknown; grounding: LeafGrounding[] } {
  const grounding: LeafGrounding[] = [];
  const visit = (one: unknown, path: string[]): unknown => {
    if (Array.isArray(one)) return one.map((item, index) => visit(item, [...path, String(index)]));
    if (isObject(one))
      return Object.fromEntries(
        Object.entries(one).map(([name, member]): [string, unknown] => [name, visit(member, [...path, name])]),
      ) satisfies JsonObject;
    const words = leafWords(schema, path, query);
    const saying = sources
      .filter(({ passages }) => passages.some((passage) => says(one, { path, words }, passage)))
      .slice(0, MOST_CITATIONS);
    if (saying.length === 0) return null;
    grounding.push({ field: path.join('.'), citations: saying.map(({ id, url }) => ({ source_id: id, url })) });
    return one;
  };
  return { value: visit(value, []), grounding };
}

interface Place {
  path: readonly string[];
  words: LeafWords;
}

// A number in a string is compared as a number.
const NUMBER = /^[-\u2212]?\d{1,15}(?:,\d{3})*(?:\.\d+)?$/;

function says(leaf: unknown, { path, words }: Place, passage: string): boolean {
  if (typeof leaf === 'number') return statesNumber(leaf, words, passage);
  if (typeof leaf === 'boolean') return supportsBoolean(leaf, path, passage);
  if (typeof leaf !== 'string' || wordsOf(leaf).length === 0) return false;
  if (NUMBER.test(leaf))
    return (
      saysShort(leaf, passage) && statesNumber(Number(leaf.replaceAll(',', '').replace('\u2212', '-')), words, passage)
    );
  return saysShort(leaf, passage) || supports(leaf, passage);
}

/** A boolean has no words of its own: a sentence with all words of its name supports true, a negated one false. */
function supportsBoolean(truth: boolean, path: readonly string[], passage: string): boolean {
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? '';
  const stems = stemsOf(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' '));
  if (stems.length === 0) return false;
  return sentencesOf(passage).some((sentence) => {
    const held = new Set(stemsOf(sentence));
    return stems.every((stem) => held.has(stem)) && NEGATION.test(sentence) !== truth;
  });
}
