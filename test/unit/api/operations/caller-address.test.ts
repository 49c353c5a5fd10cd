import assert from 'node:assert/strict';
import { createCallerAddress } from '../../../../api/operations/calls/caller-address.ts';
import { parseRanges } from '../../../../services/egress/ranges.ts';

describe('the address of a caller', () => {
  const callerAddress = createCallerAddress(parseRanges('10.0.0.0/8, ::1'));

  it('is that of the connection, unless a trusted proxy forwards another', () => {
    for (const [connection, forwardedFor, address] of [
      ['203.0.113.7', undefined, '203.0.113.7'],
      ['::ffff:203.0.113.7', '198.51.100.9', '203.0.113.7'],
      ['10.0.0.1', undefined, '10.0.0.1'],
      ['10.0.0.1', ' ', '10.0.0.1'],
      ['10.0.0.1', '198.51.100.9', '198.51.100.9'],
      ['::ffff:10.0.0.1', '198.51.100.9, 10.0.0.2', '198.51.100.9'],
      ['::1', '192.0.2.1, 198.51.100.9', '198.51.100.9'],
      ['::1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
      ['', '198.51.100.9', ''],
    ] as const)
      assert.equal(callerAddress(connection, forwardedFor), address, `${connection} ${forwardedFor}`);
  });

  it('has no port, and is empty where the proxy forwards none', () => {
    for (const [forwardedFor, address] of [
      ['198.51.100.9:50512', '198.51.100.9'],
      ['[2001:db8::7]:50512', '2001:db8::7'],
      ['2001:db8::7', '2001:db8::7'],
      ['::ffff:198.51.100.9', '198.51.100.9'],
      ['198.51.100.9, unknown', ''],
      ['198.51.100.9,', ''],
      [`${'1,'.repeat(100_000)}x`, ''],
    ] as const)
      assert.equal(callerAddress('10.0.0.1', forwardedFor), address, forwardedFor.slice(0, 40));
  });

  it('depends on proxies that are addresses or CIDRs', () => {
    assert.deepEqual(parseRanges(' 10.0.0.0/8,,::1 '), ['10.0.0.0/8', '::1/128']);
    assert.throws(() => parseRanges('10.0.0.0/8, proxy.local'), /proxy\.local is neither an address nor a CIDR/);
  });
});
