import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { AnswerService } from '../../gen/quarry/v1/answer_pb.js';
import { MonitorService } from '../../gen/quarry/v1/monitor_pb.js';
import { SearchService } from '../../gen/quarry/v1/search_pb.js';
import type { KeyLimits } from '../../services/accounts/keys.ts';
import { openGrpc, type GrpcClient } from '../support/grpc.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const SECOND_MS = 1_000;
const SEARCH = { query: 'paid leave' };

describe('a key with limits', () => {
  let quarry: TestQuarry;
  let grpc: GrpcClient;
  let orgId: string;
  before(async () => {
    quarry = await startQuarry({ QUARRY_RATE_LIMITS: 'off' });
    grpc = openGrpc(quarry.grpc);
    ({ orgId } = await quarry.accounts.createOrganization('limited', 10_000));
    const { key } = await quarry.accounts.createKey(orgId);
    const documents = [
      { url: 'https://handbook.example.com/leave', text: 'Every employee has 28 days of paid leave.' },
    ];
    await call(`${quarry.url}/v1/documents`, 'POST', { documents }, { 'x-api-key': key });
  });
  after(async () => {
    grpc.close();
    await quarry.stop();
  });

  const keyWith = (limits: Partial<KeyLimits>) => quarry.accounts.createKey(orgId, limits);
  const post = (key: string, path: string, body: object) => call(quarry.url + path, 'POST', body, { 'x-api-key': key });
  const spentBy = async (keyId: string) => {
    const [row] = await quarry.database.query<{ spent: number }>(
      'select coalesce(-sum(amount), 0)::int as spent from postings where caller_id = $1',
      [keyId],
    );
    return row?.spent;
  };

  it('is refused from another network, over REST and gRPC, with the address of the call', async () => {
    const { key } = await keyWith({ networks: ['203.0.113.0/24', '::1'] });
    const refused = await post(key, '/v1/search', SEARCH);
    const message = 'This API key may not be used from 127.0.0.1. Its allowed networks are listed in the console.';
    assert.deepEqual([refused.status, refused.body.error], [403, { code: 'PERMISSION_DENIED', message }]);
    const answered = await grpc.unary(SearchService.method.search, { apiKey: key, ...SEARCH });
    assert.deepEqual([answered.code, answered.details], [status.PERMISSION_DENIED, message]);
    const inBody = await call(`${quarry.url}/v1/search`, 'POST', { ...SEARCH, api_key: key });
    assert.equal(inBody.status, 403);
  });

  it('is served from its networks, over REST and gRPC', async () => {
    const { key } = await keyWith({ networks: ['127.0.0.0/8'] });
    assert.equal((await post(key, '/v1/search', SEARCH)).status, 200);
    assert.equal((await grpc.unary(SearchService.method.search, { apiKey: key, ...SEARCH })).code, status.OK);
  });

  it('ends its streams within a second when its networks are changed, and when it is revoked', async () => {
    for (const end of ['change', 'revoke'] as const) {
      const { key, keyId } = await keyWith({ networks: ['127.0.0.1'] });
      const { body } = await post(key, '/v1/monitors', {
        name: end,
        cadence: '1d',
        status: 'paused',
        search_requests: [SEARCH],
      });
      const stream = grpc.stream(MonitorService.method.streamRecords, {
        apiKey: key,
        monitorId: body.monitor.monitor_id,
      });
      await sleep(SECOND_MS / 2);
      if (end === 'change') await quarry.accounts.changeKey(keyId, { networks: ['10.0.0.0/8'] });
      else await quarry.accounts.revokeKey(keyId);
      const ended = await Promise.race([stream.ended, sleep(2 * SECOND_MS, undefined)]);
      const code = end === 'change' ? status.PERMISSION_DENIED : status.UNAUTHENTICATED;
      assert.equal(ended?.code, code, end);
    }
  });

  it('spends its cap to the last credit and no further, however many searches race', async () => {
    const { key, keyId } = await keyWith({ spendPerDay: 7 });
    const racing = await Promise.all(Array.from({ length: 40 }, () => post(key, '/v1/search', SEARCH)));
    const served = racing.filter((one) => one.status === 200).length;
    assert.deepEqual([served, await spentBy(keyId)], [7, 7]);
    const refused = racing.filter((one) => one.status !== 200);
    for (const one of refused) {
      assert.deepEqual([one.status, one.body.error.code], [402, 'INSUFFICIENT_CREDITS']);
      assert.match(one.body.error.message, /the cap spend_per_day of this API key, 7, leaves 0\. A new day begins/);
    }
  });

  it('spends it on any capability, and a refused call does no work', async () => {
    const { key, keyId } = await keyWith({ spendTotal: 2 });
    const query = 'How many days of paid leave are there?';
    assert.equal((await post(key, '/v1/answer', { query })).status, 200);
    const urls = ['http://a.example/', 'http://b.example/'];
    const fetched = await post(key, '/v1/fetch', { urls });
    assert.equal(fetched.status, 402);
    assert.match(fetched.body.error.message, /needs 2 credits and the cap spend_total of this API key, 2, leaves 1\./);
    const run = await post(key, '/v1/agent/runs', { query });
    assert.equal(run.status, 402);
    assert.match(run.body.error.message, /the cap spend_total/);
    const answered = await grpc.unary(AnswerService.method.answer, { apiKey: key, query });
    assert.equal(answered.code, status.OK);
    assert.equal((await post(key, '/v1/search', SEARCH)).status, 402);
    assert.equal(await spentBy(keyId), 2);
    const other = await keyWith({});
    assert.equal((await post(other.key, '/v1/search', SEARCH)).status, 200);
  });
});
