import assert from 'node:assert/strict';
import { allowedBy, networksOf } from '../../../services/accounts/networks.ts';

describe('the networks of a key', () => {
  const isAllowed = (networks: string[], address: string) => allowedBy(networksOf(networks))(address);

  for (const [network, inside, outside] of [
    ['203.0.113.0/24', '203.0.113.255', '203.0.114.0'],
    ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['0.0.0.0/0', '198.51.100.1', '2001:db8::1'],
    ['2001:db8::/32', '2001:db8:ffff::1', '2001:db9::1'],
    ['::1', '::1', '::2'],
    ['::/0', '2001:db8::1', '203.0.113.7'],
    ['fe80::/10', 'fe80::1%eth0', 'fec0::1'],
  ] as const)
    it(`${network} has ${inside} and not ${outside}`, () => {
      assert.equal(isAllowed([network], inside), true);
      assert.equal(isAllowed([network], outside), false);
    });

  it('have an address of IPv4 that came through a socket of IPv6', () => {
    assert.equal(isAllowed(['203.0.113.0/24'], '::ffff:203.0.113.9'), true);
    assert.equal(isAllowed(['::/0'], '::ffff:203.0.113.9'), false);
  });

  it('are each looked at, and have no unknown address', () => {
    assert.equal(isAllowed(['10.0.0.0/8', '::1'], '::1'), true);
    for (const address of ['', 'unknown', 'localhost']) assert.equal(isAllowed(['0.0.0.0/0', '::/0'], address), false);
  });

  it('are all where a key has none', () => {
    assert.equal(allowedBy(null)('203.0.113.7'), true);
  });

  it('are stored as CIDRs, each once', () => {
    assert.deepEqual(networksOf([' 10.0.0.1 ', '10.0.0.1/32', '2001:DB8::/32']), ['10.0.0.1/32', '2001:db8::/32']);
  });

  for (const wrong of [
    '',
    'example.com',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '::1/129',
    '10.0.0/8',
    'fe80::1%1',
    '1/1',
  ])
    it(`are not ${wrong || 'empty'}`, () => {
      assert.throws(() => networksOf([wrong]), { code: 'INVALID_REQUEST', param: 'networks' });
    });
});
