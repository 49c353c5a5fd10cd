import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../core/errors.ts';
import type { Model } from '../model/port.ts';
import { nothingFound } from './text/compose.ts';
import { structuredRules, systemPrompt, userPrompt } from './prompt.ts';
import type { AnswerRequest } from './answer-request.ts';
import type { Source } from '../page-text/source.ts';
import { wholeText } from '../model/whole-text.ts';
import { MOST_TOKENS } from './write-with-model.ts';
import { emptyValue } from '../structured/schema/empty-value.ts';
import { countLeaves, groundLeaves } from '../structured/fill/ground-leaves.ts';
import { isObject, type JsonObject, type JsonSchema } from '../structured/schema/json-schema.ts';
import type { SchemaValidator } from '../structured/schema/schemas.ts';
import { withNullMembers } from '../structured/schema/null-members.ts';
import { valuesGiven } from '../structured/fill/values-given.ts';

export interface WriteStructuredDeps {
  model: Model;
  schemas: Pick<SchemaValidator, 'mismatch'>;
}

export interface StructuredAnswer {
  /** JSON that fits the schema. */
  text: string;
  /** Whether the sources answer the question. */
  found: boolean;
}

// The second attempt may fix the fault of the first.
const ATTEMPTS = 2;
// Each is looked up in all passages, and the whole is validated again without it, on the event loop.
const MOST_LEAVES = 300;
const ANY_OBJECT: JsonSchema = { type: 'object' };

/**
 * A model's answer as JSON: of any form, or of the schema's. A value without a source is null or omitted if the schema
 * allows it.
 *
 * @param sources numbered from 1 in their order; cleansed already
 * @throws ServiceError UNAVAILABLE as the model does, and if its second attempt does not fit either
 */
export async function writeStructured(
  { model, schemas }: WriteStructuredDeps,
  request: Pick<AnswerRequest, 'query' | 'instruction' | 'tier' | 'responseFormat'>,
  sources: readonly Source[],
  signal: AbortSignal,
): Promise<StructuredAnswer> {
  const { query, instruction, tier, responseFormat } = request;
  const schema = responseFormat.type === 'json_schema' ? responseFormat.schema : ANY_OBJECT;
  const mismatch = (value: unknown) => schemas.mismatch(schema, value, signal);
  if (sources.every(({ passages }) => passages.length === 0)) return withoutValues(request, mismatch);
  const asked = userPrompt(query, sources);
  const call = {
    system: systemPrompt(instruction, structuredRules(schema)),
    maxTokens: MOST_TOKENS[tier],
    json: isObjectSchema(schema),
  };
  let user = asked;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const written = await wholeText(model, { ...call, user }, signal);
    const judged = await judge(written, { schema, sources, mismatch });
    if (judged.status === 'empty') return withoutValues(request, mismatch);
    if (judged.status === 'fits')
      return {
        text: JSON.stringify(
          await withNullMembers(judged.value, { schema, fits: async (value) => (await mismatch(value)) === undefined }),
        ),
        found: true,
      };
    user = `${asked}\n\nYou wrote before:\n${written}\n\nThat cannot be used: ${judged.problem}. Write the whole JSON again without that fault.`;
  }
  throw new NoValidAnswer();
}

type Judged = { status: 'fits'; value: unknown } | { status: 'empty' } | { status: 'wrong'; problem: string };

/** Where a value does not fit the schema; undefined if it fits. */
type Mismatch = (value: unknown) => Promise<string | undefined>;

interface Judging {
  schema: JsonSchema;
  sources: readonly Source[];
  mismatch: Mismatch;
}

async function judge(written: string, { schema, sources, mismatch }: Judging): Promise<Judged> {
  const parsed = parse(written);
  if (parsed === undefined) return { status: 'wrong', problem: 'it is no JSON' };
  if (countLeaves(parsed.value) > MOST_LEAVES)
    return { status: 'wrong', problem: `it has more than ${MOST_LEAVES} values` };
  const problem = await mismatch(parsed.value);
  if (problem !== undefined) return { status: 'wrong', problem };
  const given = valuesGiven(schema);
  const { value, unsupported, isGrounded } = await groundLeaves(parsed.value, {
    sources,
    isGiven: (leaf) => given.some((one) => isDeepStrictEqual(one, leaf)),
    fits: async (value) => (await mismatch(value)) === undefined,
  });
  if (unsupported.length > 0)
    return { status: 'wrong', problem: `no source says what stands at ${unsupported.slice(0, 5).join(', ')}` };
  return isGrounded && value !== null ? { status: 'fits', value } : { status: 'empty' };
}

/** The JSON in a text, with or without text around it. */
function parse(written: string): { value: unknown } | undefined {
  const start = written.search(/[{[]/);
  const end = Math.max(written.lastIndexOf('}'), written.lastIndexOf(']'));
  for (const text of [written, written.slice(start, end + 1)]) {
    try {
      return { value: JSON.parse(text, cleansedMember) };
    } catch {
      // The next candidate is tried, or the text reported as not JSON.
    }
  }
  return undefined;
}

// No consumer expects a member named __proto__, and it harms some; markers only make sense in prose.
function cleansedMember(name: string, value: unknown): unknown {
  if (name === '__proto__') return undefined;
  return typeof value === 'string' ? value.replaceAll(/\s*\[\d{1,2}\](?=[\s.,;[]|$)/g, '') : value;
}

function isObjectSchema(schema: JsonSchema | JsonObject): boolean {
  return isObject(schema) && schema.type === 'object';
}

async function withoutValues(
  { query, responseFormat: format }: Pick<AnswerRequest, 'query' | 'responseFormat'>,
  mismatch: Mismatch,
): Promise<StructuredAnswer> {
  if (format.type !== 'json_schema') return { text: JSON.stringify({ answer: nothingFound(query) }), found: false };
  const fits = async (value: unknown) => (await mismatch(value)) === undefined;
  const empty = await emptyValue(format.schema, fits);
  if (empty === undefined)
    throw new ServiceError(
      'UNAVAILABLE',
      'No source was found that answers this question, and the schema does not allow an answer without values.',
    );
  return { text: JSON.stringify(await withNullMembers(empty.value, { schema: format.schema, fits })), found: false };
}

/** The failure after the model's second attempt did not fit either. */
export class NoValidAnswer extends ServiceError {
  constructor() {
    super(
      'UNAVAILABLE',
      'The language model gave no answer that fits the response_format and is borne out by the sources. Try again, or allow null where values may be missing.',
    );
  }
}
