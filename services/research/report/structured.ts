import { extractStructured } from '../../answer/extract-structured.ts';
import type { JsonObject } from '../../structured/schema/json-schema.ts';
import type { SchemaValidator } from '../../structured/schema/schemas.ts';
import { NoValidAnswer, writeStructured, type StructuredAnswer } from '../../answer/write-structured.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Model } from '../../model/port.ts';
import { citeLeaves, type LeafGrounding } from './cite-leaves.ts';
import { withNullableLeaves } from '../../structured/schema/nullable-leaves.ts';
import type { NumberedSource } from '../evidence/read-evidence.ts';

export interface StructuredReportDeps {
  model: Model | undefined;
  schemas: Pick<SchemaValidator, 'mismatch'>;
}

export interface StructuredTask {
  query: string;
  /** A schema without a `problem` that an object can satisfy. */
  schema: JsonObject;
  /** Already `readable`. */
  evidence: readonly NumberedSource[];
}

export interface Structured {
  value: JsonObject;
  grounding: LeafGrounding[];
}

/**
 * Fills a value of the schema from the sources, by a model if there is one, otherwise by extraction. Every leaf that no
 * source supports is null, whatever the schema allows there.
 *
 * @returns undefined if two attempts produce no value that fits the schema
 * @throws the signal's reason
 */
export async function fillStructured(
  deps: StructuredReportDeps,
  { query, schema, evidence: sources }: StructuredTask,
  signal: AbortSignal,
): Promise<Structured | undefined> {
  const relaxed = withNullableLeaves(schema);
  const request = {
    query,
    instruction: undefined,
    tier: 'pro' as const,
    responseFormat: { type: 'json_schema' as const, name: 'output', schema: relaxed, strict: true },
  };
  const written = await textOf(deps, request, sources, signal);
  if (written === undefined) return undefined;
  const cited = citeLeaves(JSON.parse(written), sources, { schema, query });
  const mismatch = await deps.schemas.mismatch(relaxed, cited.value, signal);
  return mismatch === undefined ? { value: cited.value as JsonObject, grounding: cited.grounding } : undefined;
}

type Request = Parameters<typeof writeStructured>[1];

/** Undefined if the model is unavailable or writes no such text. */
async function textOf(
  { model, schemas }: StructuredReportDeps,
  request: Request,
  sources: readonly NumberedSource[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const written = model && (await unlessRefused(writeStructured({ model, schemas }, request, sources, signal), signal));
  if (written === 'unfit') return undefined;
  const text = written ?? (await unlessRefused(extractStructured(schemas, request, { sources }, signal), signal));
  return text === 'unfit' ? undefined : text?.text;
}

async function unlessRefused(
  writing: Promise<StructuredAnswer>,
  signal: AbortSignal,
): Promise<Pick<StructuredAnswer, 'text'> | 'unfit' | undefined> {
  try {
    return await writing;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoValidAnswer) return 'unfit';
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
