import { ServiceError } from '../../../services/core/errors.ts';
import type { NextRound } from '../../../services/concurrency/rounds.ts';
import { createSlices } from '../../../services/concurrency/slices.ts';
import { measureJson, type JsonMeasure, type Range } from './measure-json.ts';

const MAX_DEPTH = 64;

/** In bytes. This much takes a few milliseconds to decode and parse. */
const SLICE_BYTES = 1_048_576;

/** Maximum number of values in a text: building more would delay every other client. */
const MAX_VALUES = 250_000;

export interface JsonSource {
  /** The field whose value it is; absent for a body. */
  param?: string;
  maxValues?: number;
}

/**
 * Parses JSON from a client: a body, or its field `param`.
 *
 * @throws ServiceError INVALID_REQUEST for text that is not UTF-8, not JSON, too deep, or of more than `maxValues`
 *   values
 */
export function parseJson(bytes: Buffer, source: JsonSource = {}): unknown {
  measured(bytes, source);
  return parseText(decode(bytes, source), source);
}

/**
 * As `parseJson`, for a large body: parses the objects in its lists one by one, in slices of the event loop.
 *
 * @throws ServiceError as `parseJson`
 */
export async function parseLargeJson(bytes: Buffer, source: JsonSource, nextRound: NextRound): Promise<unknown> {
  await nextRound();
  const { entries } = measured(bytes, source);
  await nextRound();
  const slices = createSlices(SLICE_BYTES, nextRound);
  const parsed: unknown[] = [];
  for (const [start, end] of entries) {
    parsed.push(parseText(decode(bytes.subarray(start, end), source), source));
    await slices.done(end - start);
  }
  const rest = restOf(bytes, entries);
  await nextRound();
  const text = decode(rest, source);
  await nextRound();
  return withEntries(parseText(text, source), parsed);
}

/**
 * The text with each list item replaced by an object that holds its number: it is valid JSON exactly if the whole text
 * is.
 */
function restOf(bytes: Buffer, entries: readonly Range[]): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const [n, [start, end]] of entries.entries()) {
    parts.push(bytes.subarray(from, start), Buffer.from(`{"n":${n}}`));
    from = end;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

/** Replaces each placeholder object in a list of the body by its item. */
function withEntries(body: unknown, entries: readonly unknown[]): unknown {
  if (typeof body !== 'object' || body === null) return body;
  for (const list of Object.values(body)) {
    if (!Array.isArray(list)) continue;
    for (const [at, entry] of list.entries()) {
      if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) list[at] = entries[entry.n];
    }
  }
  return body;
}

function measured(bytes: Buffer, source: JsonSource): JsonMeasure {
  const { maxValues = MAX_VALUES } = source;
  const measure = measureJson(bytes, maxValues);
  if (measure.depth > MAX_DEPTH) throw invalid(source, `is nested more than ${MAX_DEPTH} levels deep.`);
  if (measure.values > maxValues) throw invalid(source, `holds more than ${maxValues} values.`);
  return measure;
}

function decode(bytes: Buffer, source: JsonSource): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw invalid(source, 'is not valid UTF-8.', error);
  }
}

function parseText(text: string, source: JsonSource): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(source, 'is not valid JSON.', error);
  }
}

function invalid({ param }: JsonSource, problem: string, cause?: unknown): ServiceError {
  const what = param === undefined ? 'The body' : `${param}:`;
  return new ServiceError('INVALID_REQUEST', `${what} ${problem}`, { cause, ...(param !== undefined && { param }) });
}
