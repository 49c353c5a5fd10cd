import assert from 'node:assert/strict';
import { status } from '@grpc/grpc-js';
import { MonitorService, MonitorStatus, WebhookStatus } from '../../gen/quarry/v1/monitor_pb.js';
import { openGrpc, type GrpcClient } from '../support/grpc.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

describe('a monitor over gRPC', () => {
  let quarry: TestQuarry;
  let grpc: GrpcClient;
  let apiKey: string;
  before(async () => {
    quarry = await startQuarry({ QUARRY_MONITORS_PER_ORGANIZATION: '1' });
    grpc = openGrpc(quarry.grpc);
    apiKey = quarry.key;
  });
  after(async () => {
    grpc.close();
    await quarry.stop();
  });

  it('is created, changed and deleted, and returns its request as sent', async () => {
    const { createMonitor, getMonitor, updateMonitor, deleteMonitor, listMonitors } = MonitorService.method;
    const searchRequests = [
      { query: 'auk', fields: { contentOptions: { maxCharactersPerResult: 500 }, snippetsEnabled: false } },
    ];
    const created = await grpc.unary(createMonitor, {
      apiKey,
      name: 'auks',
      cadence: '7d',
      status: MonitorStatus.PAUSED,
      searchRequests,
      webhook: { url: 'https://hooks.example.com/a' },
    });
    assert.match(created.message?.webhookSecret ?? created.details, /^whsec_/);
    const monitor = created.message?.monitor;
    assert.deepEqual(
      [monitor?.status, monitor?.cadence, monitor?.webhook?.url],
      [MonitorStatus.PAUSED, '7d', 'https://hooks.example.com/a'],
    );
    const [stored] = monitor?.searchRequests ?? [];
    assert.deepEqual(
      [
        stored?.request?.query,
        stored?.request?.fields?.contentOptions?.maxCharactersPerResult,
        stored?.request?.fields?.snippetsEnabled,
      ],
      ['auk', 500, false],
    );
    const monitorId = monitor?.monitorId ?? '';
    assert.deepEqual((await quarry.call('GET', `/v1/monitors/${monitorId}`)).body.monitor.search_requests[0].request, {
      query: 'auk',
      fields: { content: { max_characters_per_result: 500 }, snippets: false },
    });

    const taken = await grpc.unary(createMonitor, { apiKey, name: 'auks', cadence: '7d', searchRequests });
    assert.deepEqual([taken.code, taken.info?.reason], [status.ALREADY_EXISTS, 'ALREADY_EXISTS']);
    const withKey = await grpc.unary(createMonitor, {
      apiKey,
      cadence: '7d',
      searchRequests: [{ query: 'a', apiKey }],
    });
    assert.deepEqual([withKey.code, withKey.info?.reason], [status.INVALID_ARGUMENT, 'INVALID_REQUEST']);

    const renamed = await grpc.unary(updateMonitor, { apiKey, monitorId, name: '' });
    assert.deepEqual(
      [renamed.message?.monitor?.name, renamed.message?.monitor?.webhook?.url],
      ['', 'https://hooks.example.com/a'],
    );
    // As it was read, with what is read only.
    const sentBack = { url: 'https://hooks.example.com/a', status: WebhookStatus.ACTIVE, statusReason: 'x' };
    assert.equal(
      (await grpc.unary(updateMonitor, { apiKey, monitorId, webhook: sentBack })).message?.monitor?.webhook?.url,
      'https://hooks.example.com/a',
    );
    assert.equal(
      (await grpc.unary(updateMonitor, { apiKey, monitorId, webhook: {} })).message?.monitor?.webhook,
      undefined,
    );
    assert.equal(
      (await grpc.unary(updateMonitor, { apiKey, monitorId, status: MonitorStatus.DISABLED })).code,
      status.INVALID_ARGUMENT,
    );
    assert.equal(
      (await grpc.unary(updateMonitor, { apiKey, monitorId, ...({ status: 99 } as object) })).code,
      status.INVALID_ARGUMENT,
    );
    const listed = await grpc.unary(listMonitors, { apiKey, status: MonitorStatus.PAUSED, limit: 1 });
    assert.deepEqual(
      [listed.message?.hasMore, listed.message?.monitors.map((one) => one.monitorId)],
      [false, [monitorId]],
    );
    assert.equal((await grpc.unary(deleteMonitor, { apiKey, monitorId })).code, status.OK);
    assert.equal((await grpc.unary(getMonitor, { apiKey, monitorId })).code, status.NOT_FOUND);
  });

  it('is refused as an invalid request if the organization has reached its limit', async () => {
    const { createMonitor, deleteMonitor } = MonitorService.method;
    const given = { apiKey, cadence: '7d', status: MonitorStatus.PAUSED, searchRequests: [{ query: 'auk' }] };
    const first = await grpc.unary(createMonitor, given);
    const second = await grpc.unary(createMonitor, given);
    assert.deepEqual([second.code, second.info?.reason], [status.INVALID_ARGUMENT, 'INVALID_REQUEST']);
    assert.equal(
      (await grpc.unary(deleteMonitor, { apiKey, monitorId: first.message?.monitor?.monitorId ?? '' })).code,
      status.OK,
    );
    assert.equal((await grpc.unary(createMonitor, given)).code, status.OK);
  });
});
