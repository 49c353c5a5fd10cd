import type { Source } from '../page-text/source.ts';
import { answersIn, type UnitMeasures } from '../answer-units/answers-in.ts';
import { ServiceError } from '../core/errors.ts';
import { bareCode } from '../text/markdown/keep-code.ts';
import type { AnswerRequest } from './answer-request.ts';
import { emptyValue } from '../structured/schema/empty-value.ts';
import { evidenceFor } from '../structured/fill/evidence.ts';
import { extractValue } from '../structured/fill/extract-value.ts';
import { groundLeaves } from '../structured/fill/ground-leaves.ts';
import { isObject, type JsonSchema } from '../structured/schema/json-schema.ts';
import { withNullMembers } from '../structured/schema/null-members.ts';
import type { SchemaValidator } from '../structured/schema/schemas.ts';
import { valuesGiven } from '../structured/fill/values-given.ts';
import { composePlain } from './text/compose.ts';
import type { StructuredAnswer } from './write-structured.ts';

const WITHOUT_MODEL =
  'Without a language model, only what a sentence of a source says plainly is filled in. Allow null there, or leave it out of required';

interface Given {
  sources: readonly Source[];
  by?: UnitMeasures | undefined;
}

/**
 * Fills a schema without a model: values come from sentences about the question's subject; all others are null, omitted
 * or empty.
 *
 * @throws ServiceError INVALID_REQUEST naming a member without a value
 */
export async function extractStructured(
  schemas: Pick<SchemaValidator, 'mismatch'>,
  request: Pick<AnswerRequest, 'query' | 'responseFormat'>,
  { sources: given, by }: Given,
  signal: AbortSignal,
): Promise<StructuredAnswer> {
  if (request.responseFormat.type !== 'json_schema') throw new Error('no schema was given');
  const { schema } = request.responseFormat;
  // A value is the code itself, not Markdown for it.
  const sources = given.map((source) => ({ ...source, passages: source.passages.map(bareCode) }));
  const fits = async (value: unknown) => (await schemas.mismatch(schema, value, signal)) === undefined;
  let answers: Promise<string[]> | undefined;
  const extracted = await extractValue(schema, {
    query: request.query,
    sources,
    answers: () => (answers ??= plainAnswers(request.query, { sources: given, by })),
    evidence: evidenceFor(request.query, sources),
    fits: async (part, value) => (await schemas.mismatch(asWhole(part, schema), value, signal)) === undefined,
  });
  if (extracted.missing.length > 0)
    return nothing(schema, fits, `${extracted.missing.slice(0, 5).join(', ')} could not be filled from the sources`);
  if (extracted.found === 0) return nothing(schema, fits, 'nothing of it could be filled from the sources');
  const mismatch = await schemas.mismatch(schema, extracted.value, signal);
  if (mismatch !== undefined) throw notFilled(`what the sources give does not fit: ${mismatch}`);
  const callerValues = new Set(valuesGiven(schema));
  const { value, unsupported } = await groundLeaves(extracted.value, {
    sources,
    isGiven: (leaf) => callerValues.has(leaf),
    fits,
  });
  if (unsupported.length > 0)
    throw notFilled(`${unsupported.slice(0, 5).join(', ')} could not be filled from the sources`);
  return { text: JSON.stringify(await withNullMembers(value, { schema, fits })), found: true };
}

async function plainAnswers(query: string, { sources, by }: Given): Promise<string[]> {
  const { units } = await answersIn(query, sources, by);
  return units.map(({ unit }) => composePlain([unit]).trim());
}

/** A subschema on its own, with the definitions that its references need. */
function asWhole(part: JsonSchema, whole: JsonSchema): JsonSchema {
  if (!isObject(whole) || !JSON.stringify(part).includes('"$ref"')) return part;
  const { $defs = {}, definitions = {} } = whole;
  return { $defs, definitions, allOf: [part] };
}

async function nothing(
  schema: JsonSchema,
  fits: (value: unknown) => Promise<boolean>,
  problem: string,
): Promise<StructuredAnswer> {
  const empty = await emptyValue(schema, fits);
  if (empty === undefined) throw notFilled(problem);
  return { text: JSON.stringify(await withNullMembers(empty.value, { schema, fits })), found: false };
}

function notFilled(problem: string): ServiceError {
  return new ServiceError(
    'INVALID_REQUEST',
    `response_format: ${problem}. ${WITHOUT_MODEL}, or have a language model configured.`,
    { param: 'response_format' },
  );
}
