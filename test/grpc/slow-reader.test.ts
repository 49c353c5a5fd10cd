import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { pino } from 'pino';
import { listenGrpc, type GrpcServer } from '../../api/grpc/server.ts';
import { allServices } from '../../api/grpc/services/all.ts';
import { describedOperations } from '../../api/operations/all.ts';
import { MonitorService } from '../../gen/quarry/v1/monitor_pb.js';
import type { SeenRecord } from '../../services/monitors/records/read-records.ts';
import { createCalls } from '../../services/telemetry/calls.ts';
import { eventually } from '../support/eventually.ts';
import { openGrpc, type GrpcClient } from '../support/grpc.ts';

const CONTENT = 'x'.repeat(64 * 1024);
const RECORDS = 2_000;
// What the two ends may hold of a stream that nobody takes from: windows and buffers, some MiB.
const HELD_AT_MOST = 200;
const WITHIN_MS = 10_000;

describe('a slow reader of a stream', () => {
  let server: GrpcServer;
  let grpc: GrpcClient;
  let made = 0;
  let ended = false;

  async function* records(): AsyncGenerator<SeenRecord[]> {
    try {
      for (made = 1; made <= RECORDS; made += 1) {
        const document = {
          url: `https://a.example/${made}`,
          title: '',
          snippets: [],
        } as unknown as SeenRecord['document'];
        yield [
          {
            recordId: String(made),
            runId: '1',
            novelty: 'new',
            firstSeenAt: new Date(0),
            document,
            matchedRequests: [],
            change: null,
            content: CONTENT,
          },
        ];
      }
    } finally {
      ended = true;
    }
  }

  before(async () => {
    const caller = { orgId: 'org_1', keyId: 'key_1', scopes: null };
    const gate = {
      log: pino({ level: 'silent' }),
      calls: createCalls({}),
      authenticate: async () => caller,
      unauthenticatedCalls: async () => {},
      callerAddress: (connection: string) => connection,
      takeToken: async () => undefined,
      idempotency: { once: () => assert.fail() },
    };
    server = await listenGrpc({
      host: '127.0.0.1',
      port: 0,
      certificate: undefined,
      services: allServices(describedOperations(), records),
      gate,
    });
    grpc = openGrpc(server.address);
  });
  after(async () => {
    grpc.close();
    await server.stop();
  });
  const open = () => grpc.stream(MonitorService.method.streamRecords, { apiKey: 'any', monitorId: 'mon_1' });

  it('is waited for, and loses nothing', async () => {
    const stream = open();
    const seen = stream[Symbol.asyncIterator]();
    await seen.next();
    let before = -1;
    await eventually(
      WITHIN_MS,
      async () => {
        before = made;
        await sleep(100);
        return made;
      },
      (now) => now === before,
    );
    assert.ok(made < HELD_AT_MOST, `${made} records were made for a reader who took one`);
    const ids = [1n];
    for (let next = await seen.next(); next.done !== true; next = await seen.next())
      ids.push(next.value.record?.recordId ?? 0n);
    assert.deepEqual(
      ids,
      Array.from({ length: RECORDS }, (_, n) => BigInt(n + 1)),
    );
    assert.equal((await stream.ended).code, status.OK);
  });

  it('ends the work behind the stream by disconnecting', async () => {
    ended = false;
    const stream = open();
    await stream[Symbol.asyncIterator]().next();
    stream.cancel();
    assert.equal(await eventually(WITHIN_MS, async () => ended, Boolean), true);
  });
});
