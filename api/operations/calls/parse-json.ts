import { ServiceError } from '../../../services/core/errors.ts';
import { measureJson } from './measure-json.ts';

const MAX_DEPTH = 64;

/** Values that a text may hold: to build more would keep every other caller waiting. */
const MAX_VALUES = 250_000;

export interface JsonSource {
  /** The member whose value it is; absent for a body. */
  param?: string;
  maxValues?: number;
}

/**
 * Parses JSON that a client sent: a body, or the member `param` of one.
 *
 * @throws ServiceError INVALID_REQUEST for text that is not UTF-8, not JSON, too deep, or of more than `maxValues` values
 */
export function parseJson(bytes: Buffer, source: JsonSource = {}): unknown {
  return parseText(decodeJson(bytes, source), source);
}

/**
 * The first half of `parseJson`, which takes about as long as the second one.
 *
 * @throws ServiceError INVALID_REQUEST for text that is not UTF-8, too deep, or of more than `maxValues` values
 */
export function decodeJson(bytes: Buffer, source: JsonSource): string {
  const { maxValues = MAX_VALUES } = source;
  const { depth, values } = measureJson(bytes, maxValues);
  if (depth > MAX_DEPTH) throw invalid(source, `is nested more than ${MAX_DEPTH} levels deep.`);
  if (values > maxValues) throw invalid(source, `holds more than ${maxValues} values.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw invalid(source, 'is not valid UTF-8.', error);
  }
}

/** The second half of `parseJson`. @throws ServiceError INVALID_REQUEST for text that is not JSON */
export function parseText(text: string, source: JsonSource): unknown {
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
