import assert from 'node:assert/strict';
import { isOneOf, isPublicAddress } from '../../../services/egress/address-rules.ts';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '168.63.129.15',
  '2606:4700::1111',
  '2001:200::1',
  '2a00:1450:4001::200e',
  '3ffe:ffff::1',
];

const NOT_PUBLIC = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.9',
  '192.0.0.170',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::8.8.8.8',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2002:808:808::1',
  '3fff::1',
  '3fff:fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '4000::1',
];

describe('the address rules', () => {
  for (const address of PUBLIC) {
    it(`accept ${address} as public`, () => assert.equal(isPublicAddress(address), true));
  }

  for (const address of NOT_PUBLIC) {
    it(`refuse ${address}`, () => assert.equal(isPublicAddress(address), false));
  }

  for (const text of ['', 'example.com', '1.2.3', '010.0.0.1', '0x7f.1', '[::1]', '8.8.8.8/32']) {
    it(`refuse ${JSON.stringify(text)}, which is not an address`, () => assert.equal(isPublicAddress(text), false));
  }

  it('recognize an own address in another spelling', () => {
    assert.equal(isOneOf('2606:4700:0:0::1', ['2606:4700::1']), true);
    assert.equal(isOneOf('2606:4700::2', ['2606:4700::1', '10.0.0.1']), false);
  });
});
