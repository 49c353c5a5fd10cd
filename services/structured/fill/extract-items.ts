import { stemsOf, wordsOf } from '../../text/words.ts';
import { evidenceOn, type Evidence } from './evidence.ts';
import type { Field } from './extract-field.ts';
import { candidatesFor, subjectOf, type FillRequest } from './extract-leaf.ts';
import { peopleIn, placesIn } from './extract-names.ts';
import { timeIn } from './extract-spans.ts';
import type { JsonObject } from '../schema/json-schema.ts';
import { predicateOf } from './predicate.ts';

const MOST_ITEMS = 20;
const LIST = /(?:\b(?:includes?|including|are|such as|produces?|makes|sells|offers|provides)\b|:)\s+(.+?)[.;]?$/i;

/** Values for a field that takes several, without duplicates, at most `MOST_ITEMS` unless the schema lists them. */
export async function itemCandidates(schema: JsonObject, field: Field, sought: FillRequest): Promise<unknown[]> {
  const types = new Set([schema.type ?? 'string'].flat());
  const on = evidenceOn(field, sought.evidence);
  const listed =
    types.has('string') && !Array.isArray(schema.enum) ? on.flatMap((one) => listedIn(field, one, sought)) : [];
  if (Array.isArray(schema.enum))
    return (schema.enum as unknown[]).filter((value) => typeof value === 'string' && isNamed(value, on));
  const items =
    listed.length > 0 || types.has('string')
      ? listed
      : await candidatesFor(schema, field, { ...sought, areSeveral: true });
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item))).slice(0, MOST_ITEMS);
}

function isNamed(value: string, evidence: readonly Evidence[]): boolean {
  return evidence.some(({ text }) => ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(value).join(' ')} `));
}

function keyOf(item: unknown): string {
  return stemsOf(String(item)).join(' ') || String(item);
}

function listedIn(field: Field, one: Evidence, { query }: FillRequest): string[] {
  if (field.kind === 'person') return peopleIn(field, one, subjectOf(query));
  if (field.kind === 'place') return placesIn(field, one);
  if (field.kind === 'time') return [timeIn(field, one, true) ?? []].flat();
  const [, list] = LIST.exec(one.text) ?? [];
  const parts =
    list
      ?.split(/,\s+(?:and\s+|or\s+)?|\s+and\s+|\s+&\s+/)
      .map((part) => part.replace(/^(?:the|a|an|its)\s+/i, '').trim()) ?? [];
  const areShort = parts.length > 1 && parts.every((part) => part !== '' && part.split(' ').length <= 6);
  if (areShort) return parts;
  return field.kind === 'prose' ? [one.text] : [predicateOf(field, one) ?? []].flat();
}
