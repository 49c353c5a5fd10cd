import { ServiceError } from '../../../services/core/errors.ts';
import { measureJson } from './measure-json.ts';

const MAX_DEPTH = 64;

/** Values that a text may hold: to build more would keep every other caller waiting. */
export const MAX_VALUES = 250_000;

/**
 * Parses JSON that a client sent: a body, or the member `param` of one.
 *
 * @throws ServiceError INVALID_REQUEST for text that is not UTF-8, not JSON, too deep, or of more than `maxValues` values
 */
export function parseJson(bytes: Buffer, { param, maxValues = MAX_VALUES }: { param?: string; maxValues?: number } = {}): unknown {
  const what = param === undefined ? 'The body' : `${param}:`;
  const invalid = (problem: string, cause?: unknown) => new ServiceError('INVALID_REQUEST', `${what} ${problem}`, { cause, ...(param !== undefined && { param }) });
  const { depth, values } = measureJson(bytes, maxValues);
  if (depth > MAX_DEPTH) throw invalid(`is nested more than ${MAX_DEPTH} levels deep.`);
  if (values > maxValues) throw invalid(`holds more than ${maxValues} values.`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw invalid('is not valid UTF-8.', error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid('is not valid JSON.', error);
  }
}
