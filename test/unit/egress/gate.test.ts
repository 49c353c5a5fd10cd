import assert from 'node:assert/strict';
import { parseAllowList } from '../../../services/egress/allow-list.ts';
import { createGate, type GateOptions } from '../../../services/egress/gate.ts';
import type { Resolver } from '../../../services/egress/resolve.ts';

const noRecord = () => Promise.reject(Object.assign(new Error('no record'), { code: 'ENODATA' }));
const never = () => new Promise<never>(() => {});

function resolverOf(answers: Partial<Resolver>): Resolver {
  return { resolve4: noRecord, resolve6: noRecord, lookupTrusted: noRecord, ...answers };
}

async function admit(url: string, options: GateOptions) {
  const verdict = await createGate({ ownAddresses: () => [], ...options }).admit(url, new AbortController().signal);
  return verdict.status === 'admitted' ? verdict.addresses : verdict.code;
}

describe('the gate', () => {
  it('admits a name whose addresses are all public, both families', async () => {
    const resolver = resolverOf({ resolve4: async () => ['93.184.216.34'], resolve6: async () => ['2606:4700::1'] });
    assert.deepEqual(await admit('https://example.com/', { resolver }), ['93.184.216.34', '2606:4700::1']);
  });

  it('admits a name with one family only', async () => {
    const resolver = resolverOf({ resolve6: async () => ['2606:4700::1'] });
    assert.deepEqual(await admit('https://example.com/', { resolver }), ['2606:4700::1']);
  });

  for (const hidden of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '168.63.129.16', '0.0.0.0']) {
    it(`refuses a name that has ${hidden} among public addresses`, async () => {
      const resolver = resolverOf({ resolve4: async () => ['93.184.216.34', hidden, '93.184.216.35'] });
      assert.equal(await admit('https://example.com/', { resolver }), 'url_not_accessible');
    });
  }

  for (const hidden of ['::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', 'fec0::1', 'fd00::1']) {
    it(`refuses a name that has ${hidden} beside a public IPv4 address`, async () => {
      const resolver = resolverOf({ resolve4: async () => ['93.184.216.34'], resolve6: async () => [hidden] });
      assert.equal(await admit('https://example.com/', { resolver }), 'url_not_accessible');
    });
  }

  it('refuses a public address of this machine', async () => {
    const options = { ownAddresses: () => ['93.184.216.34'] };
    assert.equal(await admit('https://93.184.216.34/', options), 'url_not_accessible');
    assert.deepEqual(await admit('https://93.184.216.35/', options), ['93.184.216.35']);
  });

  it('refuses a name that does not exist', async () => {
    assert.equal(await admit('https://example.com/', { resolver: resolverOf({}) }), 'url_not_accessible');
  });

  it('refuses if one of the two queries times out, even if the other is answered', async () => {
    const timesOut = () => Promise.reject(Object.assign(new Error('no answer'), { code: 'ETIMEOUT' }));
    const resolver = resolverOf({ resolve4: async () => ['93.184.216.34'], resolve6: timesOut });
    assert.equal(await admit('https://example.com/', { resolver }), 'url_not_accessible');
  });

  it('refuses if a query is never answered', async () => {
    const resolver = resolverOf({ resolve4: async () => ['93.184.216.34'], resolve6: never });
    assert.equal(await admit('https://example.com/', { resolver, lookupMs: 50 }), 'url_not_accessible');
  });

  it('stays cancelled if the caller aborts during the lookup', async () => {
    const caller = new AbortController();
    const reason = new Error('the caller left');
    const admitting = createGate({ resolver: resolverOf({ resolve4: never }) }).admit(
      'https://example.com/',
      caller.signal,
    );
    caller.abort(reason);
    await assert.rejects(admitting, reason);
  });

  it('queries each family once', async () => {
    let questions = 0;
    const resolver = resolverOf({ resolve4: async () => [`93.184.216.${(questions += 1)}`] });
    assert.deepEqual(await admit('https://example.com/', { resolver }), ['93.184.216.1']);
    assert.equal(questions, 1);
  });

  for (const url of [
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0177.1/',
    'http://[::ffff:7f00:1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://224.0.0.1/',
    'http://u:p@10.0.0.1/',
  ]) {
    it(`refuses ${url} without a lookup`, async () => {
      const resolver = resolverOf({ resolve4: () => assert.fail('asked') });
      assert.equal(await admit(url, { resolver }), 'url_not_accessible');
    });
  }

  it('opens a listed range to names that resolve into it, but not to their neighbours', async () => {
    const allowList = parseAllowList('10.1.0.0/16');
    const at = (address: string) => resolverOf({ resolve4: async () => [address] });
    assert.deepEqual(await admit('http://wiki.example.com/', { allowList, resolver: at('10.1.2.3') }), ['10.1.2.3']);
    assert.equal(
      await admit('http://wiki.example.com/', { allowList, resolver: at('10.2.2.3') }),
      'url_not_accessible',
    );
  });

  it('resolves a listed host as the system does and trusts the result', async () => {
    const resolver = resolverOf({ lookupTrusted: async () => ['10.9.9.9'] });
    assert.deepEqual(await admit('http://wiki:8080/', { allowList: parseAllowList('wiki:8080'), resolver }), [
      '10.9.9.9',
    ]);
  });
});
