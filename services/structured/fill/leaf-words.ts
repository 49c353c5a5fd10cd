import { stemsOf, wordsOf } from '../../text/words.ts';
import { unitOf } from '../../text/quantities.ts';
import { fieldOf } from './extract-field.ts';
import { isObject, ownMember, resolveRef, type JsonObject, type JsonSchema } from '../schema/json-schema.ts';

/** The words that identify a leaf, from its name, its description and the names of its parents. */
export interface LeafWords {
  /** Groups of equivalent stems; empty if no word identifies the leaf. */
  telling: Array<{ stems: ReadonlySet<string>; isHead: boolean }>;
  /** Words for its unit. */
  units: readonly string[];
  mayBeYear: boolean;
}

// Qualifiers that select one value or describe its origin; they do not name the subject.
const QUALIFYING = new Set(
  stemsOf(
    'max min maximum minimum average avg mean median approximate approx estimated current currently latest overall annual yearly exact final quantity qty cnt figure result answer measured reported previous former rate level size',
  ),
);
const RATES = new Set(['kmh', 'kph', 'mph', 'kwh', 'mwh', 'gwh']);
const TIME = /\b(?:years?|dates?|when|since|decade|century)\b/i;

/**
 * @param path names of the members that lead to the leaf, including list indexes
 * @param query the run's query; its words are ignored in descriptions, because they do not distinguish leaves
 */
export function leafWords(root: JsonSchema, path: readonly string[], query: string): LeafWords {
  const names = path.filter((name) => !/^\d+$/.test(name));
  const description = descriptionAt(root, path);
  const { units: named, wantsYear } = fieldOf(names, description);
  const units = [...named, ...unitAtTheEnd(names.at(-1) ?? '')];
  const asked = new Set(stemsOf(query));
  const described = cuesOf([], description);
  const own = [
    ...cuesOf(names.slice(-1), ''),
    ...described.filter(({ stems }) => ![...stems].some((stem) => asked.has(stem))),
  ];
  const around = names
    .slice(0, -1)
    .reverse()
    .map((name) => cuesOf([name], ''))
    .find((cues) => cues.length > 0);
  const telling = [own, [...(around ?? []), ...described]].find((cues) => cues.length > 0) ?? [];
  return {
    telling,
    units,
    mayBeYear:
      wantsYear ||
      telling.length === 0 ||
      TIME.test(description) ||
      names.some((name) => TIME.test(name.replaceAll('_', ' '))),
  };
}

/** The unit at the end of a name: `duration_minutes` is in minutes, but `price_per_minute` is not. */
function unitAtTheEnd(name: string): string[] {
  const words = wordsOf(name.replaceAll('_', ' '));
  return words.includes('per')
    ? []
    : words
        .slice(1)
        .slice(-1)
        .filter((word) => unitOf(word) !== undefined);
}

/** In a name the last word is the subject; in a description any word may be. */
function cuesOf(names: readonly string[], description: string): LeafWords['telling'] {
  const isName = names.length > 0;
  const cues = (
    isName ? fieldOf(names, '').cues : description.split(/[^\p{L}\p{N}]+/u).flatMap((word) => fieldOf([word], '').cues)
  ).filter(
    (stems) =>
      [...stems].some((stem) => stem.length > 2) && ![...stems].some((stem) => QUALIFYING.has(stem) || RATES.has(stem)),
  );
  return cues.map((stems, index) => ({ stems, isHead: !isName || index === cues.length - 1 }));
}

/** The titles and descriptions in the schema that apply to a path. */
function descriptionAt(root: JsonSchema, path: readonly string[]): string {
  const places = path.reduce(
    (at, step) =>
      joined(
        [...at].flatMap((schema) => stepInto(schema, step)),
        root,
      ),
    joined([root], root),
  );
  return [...places]
    .flatMap(({ title, description }) => [title, description])
    .filter((text) => typeof text === 'string')
    .join(' ');
}

/** The schemas with all branches and targets of references that apply to the same position. */
function joined(schemas: readonly unknown[], root: JsonSchema): Set<JsonObject> {
  const found = new Set<JsonObject>();
  const left = [...schemas];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (!isObject(next) || found.has(next)) continue;
    found.add(next);
    const schema = next;
    left.push(
      ...(typeof schema.$ref === 'string' ? [resolveRef(root, schema.$ref)] : []),
      ...['allOf', 'anyOf', 'oneOf', 'then', 'else'].flatMap((keyword) => schema[keyword] ?? []),
    );
  }
  return found;
}

function stepInto(schema: JsonObject, step: string): unknown[] {
  const { properties, prefixItems, items, additionalProperties } = schema;
  const named = isObject(properties) ? ownMember(properties, step) : undefined;
  const placed: unknown = Array.isArray(prefixItems) && /^\d+$/.test(step) ? prefixItems[Number(step)] : undefined;
  return [named ?? additionalProperties, placed ?? (/^\d+$/.test(step) ? items : undefined)].filter(isObject);
}
