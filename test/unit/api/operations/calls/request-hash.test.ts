import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { requestHash } from '../../../../../api/operations/calls/request-hash.ts';

const hashOf = (body: unknown) => requestHash('search', body);

describe('the hash of a request', () => {
  it('is the same for members in another order, at every depth', async () => {
    assert.equal(
      await hashOf({ a: { b: 1, c: [2, { d: 3, e: 4 }] } }),
      await hashOf({ a: { c: [2, { e: 4, d: 3 }], b: 1 } }),
    );
  });

  it("ignores the caller's key, but no nested field of that name", async () => {
    assert.equal(await hashOf({ query: 'x', api_key: 'one' }), await hashOf({ query: 'x', api_key: 'two' }));
    assert.notEqual(await hashOf({ schema: { api_key: 1 } }), await hashOf({ schema: { api_key: 2 } }));
  });

  it('depends on the order of lists and on the operation', async () => {
    assert.notEqual(await hashOf({ urls: ['a', 'b'] }), await hashOf({ urls: ['b', 'a'] }));
    assert.notEqual(await requestHash('search', {}), await requestHash('answer', {}));
  });

  it('is the hash of the operation and the body as compact JSON with sorted fields', async () => {
    const body = { b: [], a: [{ d: 1, c: [null, 'x'] }, 2], e: {}, f: 'é "q"' };
    const json = '{"a":[{"c":[null,"x"],"d":1},2],"b":[],"e":{},"f":"é \\"q\\""}';
    assert.equal(await hashOf(body), createHash('sha256').update(`search\n${json}`).digest('hex'));
    assert.equal(await hashOf({}), createHash('sha256').update('search\n{}').digest('hex'));
    assert.equal(await hashOf(undefined), createHash('sha256').update('search\nnull').digest('hex'));
  });

  it('lets the event loop serve other requests while a large body is read', async () => {
    let rounds = 0;
    const count = (): void => void (rounds += 1);
    const timer = setInterval(count, 0);
    await hashOf({ documents: Array.from({ length: 400 }, () => ({ text: 'granite '.repeat(5_000) })) });
    clearInterval(timer);
    assert.ok(rounds > 2, `${rounds} rounds`);
  });
});
