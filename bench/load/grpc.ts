import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { SearchResponseSchema } from '../../gen/quarry/v1/search_pb.js';
import { Quarry } from '../../sdk/index.ts';
import { milliseconds, quantile, timings, withService, type BenchService } from '../harness/service.ts';
import { documentsFrom, queryOf } from '../harness/synthetic-text.ts';

const DOCUMENTS = 20_000;
const BATCH = 1_000;
const REQUESTS = 1_000;
const INDEX_SETTLES_MS = 10_000;
const WARM_UP = 100;
const CALLS = 400;
const CALLERS = 200;
const CALLS_EACH = 10;
const STREAMS = 1_000;
const WARM_UP_READS = 2;
const READS = 5;
const OPEN_MS = 5_000;

/** gRPC compared with a bare call of its library, the stream of records, many callers and many open streams. */
export async function benchGrpc(): Promise<string[]> {
  return withService(async (service) => {
    const quarry = new Quarry({ apiKey: service.key, address: service.grpc });
    try {
      for (let first = 0; first < DOCUMENTS; first += BATCH)
        await service.post('/v1/documents', { documents: documentsFrom(first, BATCH) });
      await sleep(INDEX_SETTLES_MS);
      const monitorId = await fullMonitor(quarry);
      return [
        ...(await unary(service, quarry)),
        await many(quarry),
        ...(await streamed(quarry, monitorId)),
        await held(service, quarry, monitorId),
      ];
    } finally {
      quarry.close();
    }
  });
}

/** A search over both transports, and without Quarry: the same payload from a server that only returns it. */
async function unary(service: BenchService, quarry: Quarry): Promise<string[]> {
  const overGrpc = (n: number) => quarry.search({ query: queryOf(n) });
  const overRest = (n: number) => service.post('/v1/search', { query: queryOf(n) });
  const payload = toBinary(SearchResponseSchema, await overGrpc(0));
  const raw = await rawServer(payload);
  const bareHttp = () => fetch(`${service.rest}/healthz`).then((response) => response.text());
  const measured: number[] = [];
  for (const call of [overGrpc, overRest, raw.call, bareHttp]) {
    await timings(WARM_UP, call);
    measured.push(quantile(await timings(CALLS, call), 0.5));
  }
  raw.stop();
  const [grpc = 0, rest = 0, bare = 0, http = 0] = measured;
  const own = rest - http;
  return [
    `search over gRPC: p50 ${milliseconds(grpc)}; a bare call with the same ${payload.length} bytes ${milliseconds(bare)}, the service's own time ${milliseconds(own)} (REST ${milliseconds(rest)} less a bare request ${milliseconds(http)})`,
    `search over gRPC / (bare call + own time): ${(grpc / (bare + own)).toFixed(2)} (target 1.3)`,
  ];
}

async function rawServer(payload: Uint8Array): Promise<{ call(): Promise<unknown>; stop(): void }> {
  const child = fork(fileURLToPath(new URL('./raw-server.ts', import.meta.url)));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  child.send({ base64: Buffer.from(payload).toString('base64') });
  await once(child, 'message');
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const same = (bytes: Buffer) => bytes;
  const request = Buffer.alloc(64, 1);
  return {
    call: () =>
      new Promise((resolve, reject) =>
        client.makeUnaryRequest('/bench.Raw/Echo', same, same, request, new Metadata(), {}, (error, answer) =>
          error ? reject(error) : resolve(answer),
        ),
      ),
    stop: () => {
      client.close();
      child.kill();
    },
  };
}

async function many(quarry: Quarry): Promise<string> {
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let call = 0; call < CALLS_EACH; call += 1)
        await quarry.search({ query: queryOf(caller * CALLS_EACH + call) });
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  return `search by ${CALLERS} callers at once over gRPC: ${CALLERS * CALLS_EACH} calls, ${((CALLERS * CALLS_EACH) / seconds).toFixed(0)} a second, no error`;
}

/** The first run delivers the results of a thousand searches. */
async function fullMonitor(quarry: Quarry): Promise<string> {
  const { monitor } = await quarry.monitors.create({
    cadence: '366d',
    searchRequests: Array.from({ length: REQUESTS }, (_, n) => ({ query: queryOf(n), maxResults: 100 })),
  });
  const monitorId = monitor?.monitorId ?? '';
  for (;;) {
    const { runs } = await quarry.monitors.listRuns({ monitorId });
    if (runs.length > 0) return monitorId;
    await sleep(1_000);
  }
}

async function streamed(quarry: Quarry, monitorId: string): Promise<string[]> {
  const [newest] = (await quarry.monitors.listRecords({ monitorId, limit: 1 })).records;
  const lines: string[] = [];
  for (const includeContent of [false, true]) {
    const rates: number[] = [];
    let count = 0;
    for (let read = 0; read < WARM_UP_READS + READS; read += 1) {
      const startedAt = performance.now();
      count = 0;
      for await (const { record } of quarry.monitors.streamRecords({ monitorId, includeContent })) {
        count += 1;
        if (record?.recordId === newest?.recordId) break;
      }
      rates.push(count / ((performance.now() - startedAt) / 1_000));
    }
    lines.push(
      `StreamRecords to one reader, ${count} records ${includeContent ? 'with' : 'without'} content: ${rates
        .slice(WARM_UP_READS)
        .map((rate) => rate.toFixed(0))
        .join(', ')} a second; the first two, before all is compiled, ${rates
        .slice(0, WARM_UP_READS)
        .map((rate) => rate.toFixed(0))
        .join(', ')} (target 20,000)`,
    );
  }
  return lines;
}

/** The cost of idle streams for the service. */
async function held(service: BenchService, quarry: Quarry, monitorId: string): Promise<string> {
  const [newest] = (await quarry.monitors.listRecords({ monitorId, limit: 1 })).records;
  const before = await residentMiB(service);
  const ending = new AbortController();
  const streams = Array.from({ length: STREAMS }, () => {
    const since = newest && { since: newest.recordId };
    const records = quarry.monitors.streamRecords({ monitorId, ...since }, { signal: ending.signal });
    const events = records[Symbol.asyncIterator]();
    return events.next().catch(() => undefined);
  });
  await sleep(OPEN_MS);
  const after = await residentMiB(service);
  ending.abort();
  await Promise.all(streams);
  return `${STREAMS} open streams: ${(after - before).toFixed(0)} MiB more (target 300 MB)`;
}

async function residentMiB({ child }: BenchService): Promise<number> {
  return Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024;
}
