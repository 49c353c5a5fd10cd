import assert from 'node:assert/strict';
import { canonicalJson } from '../../../api/operations/canonical-json.ts';

describe('the canonical form of a body', () => {
  it('is the same for members in another order, at every depth', () => {
    assert.equal(canonicalJson({ a: { b: 1, c: [2, { d: 3, e: 4 }] } }), canonicalJson({ a: { c: [2, { e: 4, d: 3 }], b: 1 } }));
  });

  it("leaves the caller's key out, but no member of that name below", () => {
    assert.equal(canonicalJson({ query: 'x', api_key: 'one' }), canonicalJson({ query: 'x', api_key: 'two' }));
    assert.notEqual(canonicalJson({ schema: { api_key: 1 } }), canonicalJson({ schema: { api_key: 2 } }));
  });

  it('keeps the order of lists', () => {
    assert.notEqual(canonicalJson({ urls: ['a', 'b'] }), canonicalJson({ urls: ['b', 'a'] }));
  });
});
