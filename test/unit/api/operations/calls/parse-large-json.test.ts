import assert from 'node:assert/strict';
import { parseJson, parseLargeJson } from '../../../../../api/operations/calls/parse-json.ts';
import { seeded } from '../../../../support/random.ts';

const CASES = 3_000;

const random = seeded(20261122);
const below = (limit: number) => Math.floor(random() * limit);

const SCALARS = ['a {"n":0} [', 'quote " and \\ back', 'Grüße 漢字 😀', '', 0, -1.5e9, true, false, null];
const NAMES = ['documents', 'n', '__proto__', 'x "y"', 'z'];

function anyValue(depth: number): unknown {
  const kind = depth > 4 ? 0 : below(3);
  if (kind === 0) return SCALARS[below(SCALARS.length)];
  const members = Array.from({ length: below(4) }, () => anyValue(depth + 1));
  return kind === 1 ? members : Object.fromEntries(members.map((member) => [NAMES[below(NAMES.length)], member]));
}

const anyBody = () => ({ documents: [anyValue(2), { n: 0 }, anyValue(2)], [NAMES[below(5)] ?? '']: anyValue(1) });

/** The text with some bytes replaced, removed or repeated, as a broken client would send it. */
function damaged(text: string): Buffer {
  const bytes = Buffer.from(text);
  const at = below(bytes.length);
  const end = at + below(3);
  const middle = [
    Buffer.from('{}[]",:\\\xff0'[below(10)] ?? '', 'latin1'),
    Buffer.alloc(0),
    bytes.subarray(at, at + 4),
  ];
  return Buffer.concat([bytes.subarray(0, at), middle[below(3)] ?? Buffer.alloc(0), bytes.subarray(end)]);
}

async function outcome(parse: () => unknown): Promise<unknown> {
  try {
    return JSON.stringify(await parse());
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a large body', () => {
  const rounds = async () => {};

  it('is parsed like a small one, whole or damaged', async () => {
    const outcomes = new Set<unknown>();
    for (let n = 0; n < CASES; n += 1) {
      const text = JSON.stringify(anyBody());
      const bytes = n % 2 === 0 ? Buffer.from(text) : damaged(text);
      const expected = await outcome(() => parseJson(bytes));
      assert.equal(await outcome(() => parseLargeJson(bytes, {}, rounds)), expected, bytes.toString());
      outcomes.add(typeof expected === 'string' && expected.startsWith('The body') ? expected : 'parsed');
    }
    assert.deepEqual(outcomes, new Set(['parsed', 'The body is not valid JSON.', 'The body is not valid UTF-8.']));
  });

  it('uses the last of two lists with one name, like a small one', async () => {
    const bytes = Buffer.from('{"documents":[{"n":1},{"n":0}],"documents":[{"url":"kept"}]}');
    assert.deepEqual(await parseLargeJson(bytes, {}, rounds), { documents: [{ url: 'kept' }] });
  });

  it('leaves rounds of the event loop to other work', async () => {
    let taken = 0;
    const documents = Array.from({ length: 40 }, () => ({ text: 'x'.repeat(100_000) }));
    await parseLargeJson(Buffer.from(JSON.stringify({ documents })), {}, async () => void (taken += 1));
    assert.ok(taken >= 6, `${taken}`);
  });
});
