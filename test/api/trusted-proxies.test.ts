import assert from 'node:assert/strict';
import { status } from '@grpc/grpc-js';
import { SearchService } from '../../gen/quarry/v1/search_pb.js';
import { signInOwner } from '../support/console.ts';
import { openGrpc } from '../support/grpc.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const SEARCH = { query: 'paid leave' };
const CLIENT = '203.0.113.7';

describe('a caller behind a reverse proxy', () => {
  let quarry: TestQuarry;
  let key: string;
  const start = async (environment: Record<string, string>) => {
    quarry = await startQuarry(environment);
    const { orgId } = await quarry.accounts.createOrganization('behind a proxy', 1_000);
    ({ key } = await quarry.accounts.createKey(orgId, { networks: ['203.0.113.0/24'] }));
  };
  const searched = async (forwardedFor: string) => {
    const headers = { 'x-api-key': key, 'x-forwarded-for': forwardedFor };
    const rest = await call(`${quarry.url}/v1/search`, 'POST', SEARCH, headers);
    const grpc = openGrpc(quarry.grpc);
    const metadata = { 'x-forwarded-for': forwardedFor };
    const { code } = await grpc.unary(SearchService.method.search, { apiKey: key, ...SEARCH }, { metadata });
    grpc.close();
    assert.equal(code, rest.status === 200 ? status.OK : status.PERMISSION_DENIED);
    return rest.status;
  };

  describe('that is trusted', () => {
    before(() => start({ QUARRY_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' }));
    after(() => quarry.stop());

    it('has the address that the proxy forwards, over REST and gRPC', async () => {
      assert.equal(await searched(CLIENT), 200);
      assert.equal(await searched(`${CLIENT}, 10.1.2.3`), 200);
      assert.equal(await searched('198.51.100.9'), 403);
    });

    it('cannot choose its address by a header of its own', async () => {
      assert.equal(await searched(`${CLIENT}, 198.51.100.9`), 403);
      assert.equal(await searched(`${CLIENT}, unknown`), 403);
    });

    it('has no address, and so no network, where the proxy forwards none', async () => {
      const { orgId } = await quarry.accounts.createOrganization('of the proxy', 1_000);
      ({ key } = await quarry.accounts.createKey(orgId, { networks: ['127.0.0.0/8'] }));
      assert.equal(await searched('unknown'), 403);
    });

    it('stands in the audit log with its address', async () => {
      const owner = await signInOwner(quarry);
      const documents = [{ url: 'https://example.com/a', text: 'a' }];
      await owner.call('POST', '/v1/documents', { documents }, { 'x-forwarded-for': CLIENT });
      const [entry] = (await owner.call('GET', '/console/audit?limit=1')).body.entries;
      assert.deepEqual([entry.action, entry.address], ['documents.index', CLIENT]);
    });
  });

  describe('that is not trusted', () => {
    before(() => start({}));
    after(() => quarry.stop());

    it('has the address of the connection', async () => {
      assert.equal(await searched(CLIENT), 403);
    });
  });
});
