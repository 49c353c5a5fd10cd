import assert from 'node:assert/strict';
import { addressOf } from '../../../services/crawls/frontier/address.ts';
import { printsOf } from '../../../services/crawls/frontier/prints.ts';

describe('what near copies share', () => {
  it('is found in linear time in a text of unfinished links', () =>
    assert.ok(Array.isArray(printsOf(']('.repeat(500_000)))));

  it('leaves out the addresses of links', () => {
    const text = (id: number) =>
      `Tides rise and fall by the moon, [twice](https://example.com/${id}) each day, in all harbours.`;
    assert.deepEqual(printsOf(text(1)), printsOf(text(2)));
  });
});

describe('an address of a crawl', () => {
  it('has a host name that an index can hold', () => {
    assert.equal(addressOf(`https://${'a'.repeat(60)}.example.com/`)?.host, `${'a'.repeat(60)}.example.com`);
    assert.equal(addressOf(`https://${'a.'.repeat(130)}example.com/`), undefined);
  });
});
