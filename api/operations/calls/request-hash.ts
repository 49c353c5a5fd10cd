import { createHash } from 'node:crypto';
import { canonicalJson, membersInOrder } from '../../../services/core/canonical-json.ts';
import { createSlices } from '../../../services/concurrency/slices.ts';

const SLICE_CHARACTERS = 1_048_576;

/**
 * SHA-256 in hex of an operation and its body, to which an Idempotency-Key refers. It ignores the order of fields, and
 * any key in the body.
 */
export async function requestHash(operationId: string, body: unknown): Promise<string> {
  const hash = createHash('sha256').update(`${operationId}\n`);
  const slices = createSlices(SLICE_CHARACTERS);
  for (const piece of canonicalPieces(body)) {
    hash.update(piece);
    await slices.done(piece.length);
  }
  return hash.digest('hex');
}

/** Yields the items of a body's lists one by one: together they may have 16 MiB. */
function* canonicalPieces(body: unknown): Generator<string> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return yield canonicalJson(body);
  const { api_key: _key, ...members } = body as Record<string, unknown>;
  let separator = '{';
  for (const [name, member] of membersInOrder(members)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    if (Array.isArray(member)) yield* canonicalEntries(member);
    else yield canonicalJson(member);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function* canonicalEntries(list: readonly unknown[]): Generator<string> {
  for (const [index, entry] of list.entries()) yield `${index === 0 ? '[' : ','}${canonicalJson(entry)}`;
  yield list.length === 0 ? '[]' : ']';
}
