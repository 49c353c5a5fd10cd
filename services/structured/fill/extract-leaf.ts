import { isStopWord, wordsOf } from '../../text/words.ts';
import { namesIn } from '../../text/names.ts';
import type { Source } from '../../page-text/source.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { supports } from '../../grounding/grounding.ts';
import { askedAbout, distinguishing } from './asked-about.ts';
import { evidenceOn, isOfAnother, isPlain, speaksOf, type Evidence } from './evidence.ts';
import type { Field } from './extract-field.ts';
import { isCountry, peopleIn, placesIn } from './extract-names.ts';
import { numberIn, quantityIn, timeIn } from './extract-spans.ts';
import type { JsonObject } from '../schema/json-schema.ts';
import { predicateOf } from './predicate.ts';

/** The question and the evidence from which a schema is filled. */
export interface FillRequest {
  query: string;
  sources: readonly Source[];
  evidence: readonly Evidence[];
  /** The parts of the sources that answer the question, best first, as plain text. Read for prose alone: it takes long. */
  answers(): Promise<readonly string[]>;
  /** Whether the evidence is one sentence that names and describes one item of a list. */
  isListed?: boolean;
  /** Whether the field takes several values. */
  areSeveral?: boolean;
}

/** Candidate values for one field, likeliest first. They are not validated against the schema. */
export async function candidatesFor(schema: JsonObject, field: Field, sought: FillRequest): Promise<unknown[]> {
  if (Array.isArray(schema.enum)) return enumCandidates(schema.enum as unknown[], field, sought);
  const subject = new Set(
    namesIn(sought.query)
      .flat()
      .filter((word) => !isStopWord(word)),
  );
  const on = evidenceOn(field, sought.evidence);
  const evidence =
    sought.isListed === true
      ? on
      : askedAbout(
          on.filter(({ text }) => subject.size === 0 || !isOfAnother(field, text, subject)),
          distinguishing(sought.query, field, subject),
        );
  const types = new Set([schema.type ?? 'string'].flat());
  if (types.has('integer') || types.has('number'))
    return ofOneThing(
      evidence.flatMap((one) => numberIn(field, one) ?? []),
      sought.areSeveral === true || subject.size > 0,
    );
  if (types.has('boolean')) return truthCandidates(field, sought.evidence);
  return types.has('string') ? textCandidates(schema, field, { ...sought, evidence }) : [];
}

/** Rejects differing numbers unless they may differ: without a name in the question, they are about several things. */
function ofOneThing(numbers: readonly number[], mayDiffer: boolean): number[] {
  return mayDiffer || new Set(numbers).size === 1 ? [...numbers] : [];
}

async function textCandidates(schema: JsonObject, field: Field, sought: FillRequest): Promise<string[]> {
  const { evidence } = sought;
  const isDay = schema.format === 'date';
  if (isDay || field.kind === 'time')
    return evidence.flatMap((one) => timeIn(field, one, !isDay && schema.format === undefined) ?? []);
  if (schema.format !== undefined) return [];
  switch (field.kind) {
    case 'person':
      return evidence.flatMap((one) => peopleIn(field, one, subjectOf(sought.query)).slice(0, 1));
    case 'place':
      return evidence.flatMap((one) => placeAsAsked(placesIn(field, one), field, schema));
    case 'name':
      if (sought.isListed === true) return sought.evidence.flatMap(({ text }) => LEADING_NAME.exec(text)?.[1] ?? []);
      return field.cues.length > 0
        ? evidence.flatMap((one) => peopleIn(field, one, subjectOf(sought.query)).slice(0, 1))
        : subjectNames(sought);
    case 'prose':
      return (await sought.answers()).filter((text) => isSaid(text, sought.sources));
    case 'phrase':
      return evidence.flatMap((one) =>
        [quantityIn(field, one), predicateOf(field, one)].filter((text) => text !== undefined),
      );
  }
}

const LEADING_NAME = /^(?:The |An? )?(\p{Lu}[\p{L}\p{M}'’-]+(?:\s+\p{Lu}[\p{L}\p{M}'’-]+){0,4})\b/u;

/** Whether one source says each sentence of a text. */
function isSaid(text: string, sources: readonly Source[]): boolean {
  const sentences = sentencesOf(text);
  return sources.some(({ passages }) =>
    sentences.every((sentence) => passages.some((passage) => supports(sentence, passage))),
  );
}

export function subjectOf(query: string): ReadonlySet<string> {
  return new Set(wordsOf(query));
}

function placeAsAsked(parts: readonly string[], { wantsCountry, isPart }: Field, schema: JsonObject): string[] {
  if (wantsCountry) return parts.filter(isCountry).slice(-1);
  if (isPart) return parts.slice(0, 1).filter((part) => !isCountry(part));
  return parts.length > 0 && schema.format === undefined ? [parts.join(', ')] : [];
}

/** The names in the question, as a source spells them. */
function subjectNames({ query, evidence, sources }: FillRequest): string[] {
  const texts = [
    ...sources.map(({ title }) => title),
    ...sources.flatMap(({ passages }) => passages),
    ...evidence.map(({ text }) => text),
  ];
  return namesIn(query).flatMap((words) => {
    const spelled = new RegExp(
      words.map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, '')).join(String.raw`[\s'’.&-]+`),
      'iu',
    );
    return sources.length === 0
      ? []
      : texts.flatMap((text) => spelled.exec(text.normalize('NFC'))?.[0] ?? []).slice(0, 1);
  });
}

/**
 * The only value in a sentence about the field. Without such sentences, the value that a sentence equates with the
 * subject.
 */
function enumCandidates(values: readonly unknown[], field: Field, { evidence }: FillRequest): unknown[] {
  const on = evidenceOn(field, evidence);
  const plain = on.length > 0 ? on : evidence.filter(({ text }) => isPlain(text));
  const written = values
    .filter((value) => typeof value === 'string')
    .map((value) => ({ value, words: wordsOf(value).join(' ') }))
    .filter(({ words }) => words !== '');
  for (const { text } of plain) {
    const words = ` ${wordsOf(text).join(' ')} `;
    const named = written.filter((one) => words.includes(` ${one.words} `));
    if (named.length > 1) return [];
    if (named[0] && (on.length > 0 || isSaidToBe(named[0].words, words))) return [named[0].value];
  }
  return [];
}

/** Whether a sentence equates the subject with a value: `was a mathematician`, but not `is open on Mondays`. */
function isSaidToBe(value: string, words: string): boolean {
  const [before = '', after = ''] = words.split(` ${value} `);
  return (
    /\b(?:is|are|was|were|became|remains|as)(?: [\p{L}\d]+){0,2}$/u.test(before) &&
    !/^(?:on|at|from|between|during|every|until|for)\b/.test(after)
  );
}

const DENIAL = /\b(?:not(?! only)|no|never|cannot)\b|n['’]t\b/gi;
const UNSURE =
  /\b(?:may|might|could|would|should|if|whether|perhaps|possibly|allegedly|reportedly|plans?|planned|expected|unless|will|but|except|although|formerly|previously|used to|no longer|until|former)\b/i;

/**
 * True if every sentence about the field affirms it, false if every one denies it, no candidate if they differ.
 * Uncertain sentences and double negations are ignored.
 */
function truthCandidates(field: Field, evidence: readonly Evidence[]): boolean[] {
  if (field.cues.length === 0) return [];
  const said = evidence
    .filter((one) => !UNSURE.test(one.text) && speaksOf(field, one))
    .map(({ text }) => (text.match(DENIAL) ?? []).length)
    .filter((denials) => denials < 2)
    .map((denials) => denials === 0);
  return new Set(said).size === 1 ? said.slice(0, 1) : [];
}
