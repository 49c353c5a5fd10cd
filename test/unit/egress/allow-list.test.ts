import assert from 'node:assert/strict';
import { parseAllowList } from '../../../services/egress/allow-list.ts';

describe('the egress allow-list', () => {
  it('is empty by default', () => {
    for (const text of [undefined, '', ' , ']) assert.deepEqual(parseAllowList(text).entries, []);
  });

  it('opens hosts at their port, in every spelling of the host', () => {
    const list = parseAllowList(' Wiki.Corp:80, 127.1:8080 ,[0:0::1]:443');
    assert.equal(list.allowsHost('wiki.corp', 80), true);
    assert.equal(list.allowsHost('wiki.corp', 443), false);
    assert.equal(list.allowsHost('127.0.0.1', 8080), true);
    assert.equal(list.allowsHost('[::1]', 443), true);
    assert.equal(list.allowsAddress('127.0.0.1'), false);
    assert.deepEqual(list.entries, ['Wiki.Corp:80', '127.1:8080', '[0:0::1]:443']);
  });

  it('opens ranges of addresses, of their family only', () => {
    const list = parseAllowList('10.1.0.0/16,fd00::/8');
    assert.equal(list.allowsAddress('10.1.255.255'), true);
    assert.equal(list.allowsAddress('10.2.0.0'), false);
    assert.equal(list.allowsAddress('fd12::1'), true);
    assert.equal(list.allowsAddress('::ffff:10.1.0.1'), false);
    assert.equal(list.allowsHost('10.1.0.1', 80), false);
  });

  for (const entry of [
    'localhost',
    '10.0.0.0/33',
    '10.0.0/8',
    'a/b',
    'a:0',
    'a:99999',
    'a:b',
    'http://a:80',
    'u@a:80',
    '::1:80',
    '10.0.0.0/8/8',
    'fd00::/129',
    'a b:80',
  ]) {
    it(`names the malformed entry ${entry}`, () => {
      assert.throws(
        () => parseAllowList(`ok:80,${entry}`),
        (error: Error) => error.message.includes(`"${entry}"`),
      );
    });
  }
});
