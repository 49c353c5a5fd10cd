import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { newApiKey } from '../../services/accounts/api-key-format.ts';
import { withService, milliseconds, quantile, timings, type BenchService } from '../harness/service.ts';
import { documentsFrom, queryOf } from '../harness/synthetic-text.ts';

const DOCUMENTS = 2_000;
const CALLERS = 16;
const CALLS = 100;
const TARGET_P95_MS = 50;
const TARGET_STALL_MS = 100;
const LARGE_POST_BYTES = 15 * 1024 * 1024;
const TEXT_BYTES = 200_000;
const PROBE_MS = 12_000;
const SETTLE_MS = 1_000;

/** The effect of callers without a key, and of one with a large POST body, on a search of another caller. */
export async function benchNeighbours(): Promise<string[]> {
  return withService(async (service) => {
    for (let n = 0; n < DOCUMENTS; n += 1_000)
      await service.post('/v1/documents', { documents: documentsFrom(n, 1_000) });
    const search = (n: number) => service.post('/v1/search', { query: queryOf(n) });
    await timings(CALLS, search);
    const lines: string[] = [];
    for (const [name, body, headers] of keylessCalls()) {
      const alone = quantile(await timings(CALLS, search), 0.95);
      const stop = await callWithoutEnd(service, body, headers);
      const beside = quantile(await timings(CALLS, search), 0.95);
      const calls = await stop();
      lines.push(
        `search beside ${CALLERS} callers with ${name} (${calls} calls): p95 ${milliseconds(beside)}, alone ${milliseconds(alone)}, ${milliseconds(beside - alone)} more (target ${TARGET_P95_MS} ms)`,
      );
    }
    lines.push(await stallOfLargePost(service, {}), await stallOfLargePost(service, { 'idempotency-key': 'large' }));
    return lines;
  });
}

type KeylessCall = [name: string, body: string, headers: Record<string, string>];

function keylessCalls(): KeylessCall[] {
  const members = JSON.stringify({
    query: 'quarry',
    ...Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`m${n}`, n])),
  });
  return [
    ['no key', JSON.stringify({ query: 'quarry' }), {}],
    ['no key and 60,000 members', members, {}],
    ['no key and a text of 1 MB', JSON.stringify({ query: 'x'.repeat(1_000_000) }), {}],
    ['no key and lists in lists', JSON.stringify({ query: Array.from({ length: 100_000 }, () => [[]]) }), {}],
    ['a key of the wrong form', members, { 'x-api-key': randomBytes(16).toString('hex') }],
    ['an unknown key', members, { 'x-api-key': newApiKey() }],
  ];
}

/**
 * Each caller sends its next call when the previous one is answered. In a separate process, because this one is the
 * other caller.
 */
const CALLERS_PROGRAM = `
  const { request } = require('node:http');
  let calls = 0;
  process.on('message', ({ url, body, headers, callers }) => {
    const length = Buffer.byteLength(body);
    const one = () => new Promise((resolve) => {
      const asked = request(url, { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': length, ...headers } });
      asked.once('response', (response) => response.resume().once('end', () => asked.destroy())).once('error', () => {}).once('close', resolve);
      asked.end(body);
    });
    for (let n = 0; n < callers; n += 1) void (async () => { for (;; calls += 1) await one(); })();
  });
  process.on('disconnect', () => process.exit());
  process.on('SIGTERM', () => { process.send(calls, () => process.exit()); });`;

async function callWithoutEnd(
  service: BenchService,
  body: string,
  headers: Record<string, string>,
): Promise<() => Promise<number>> {
  const child = spawn(process.execPath, ['-e', CALLERS_PROGRAM], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send({ url: `${service.rest}/v1/search`, body, headers, callers: CALLERS });
  await sleep(SETTLE_MS);
  return async () => {
    const told = once(child, 'message') as Promise<[number]>;
    child.kill('SIGTERM');
    return (await told)[0];
  };
}

/** Sends requests from a separate thread, so that the service's measured time excludes this process's other work. */
const PROBE = `
  const { workerData: { url, forMs }, parentPort } = require('node:worker_threads');
  (async () => {
    let longest = 0;
    for (const end = performance.now() + forMs; performance.now() < end; ) {
      const before = performance.now();
      await (await fetch(url)).text();
      longest = Math.max(longest, performance.now() - before);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    parentPort.postMessage(longest);
  })();`;

async function longestAnswer(service: BenchService): Promise<number> {
  const probe = new Worker(PROBE, { eval: true, workerData: { url: `${service.rest}/healthz`, forMs: PROBE_MS } });
  return new Promise((resolve, reject) => probe.once('message', resolve).once('error', reject));
}

async function stallOfLargePost(service: BenchService, headers: Record<string, string>): Promise<string> {
  const [{ text }] = documentsFrom(0, 1) as [{ text: string }];
  const documents = Array.from({ length: Math.floor(LARGE_POST_BYTES / TEXT_BYTES) }, (_, n) => ({
    url: `https://bench.example.com/large/${Object.keys(headers).length}/${n}`,
    text: Array.from(
      { length: Math.ceil(TEXT_BYTES / text.length) },
      (_text, k) => (documentsFrom(n * 1_000 + k, 1) as [{ text: string }])[0].text,
    )
      .join('\n\n')
      .slice(0, TEXT_BYTES),
  }));
  const body = JSON.stringify({ documents });
  const quiet = await longestAnswer(service);
  const probing = longestAnswer(service);
  const startedAt = performance.now();
  const response = await fetch(`${service.rest}/v1/documents`, {
    method: 'POST',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json', ...headers },
    body,
  });
  await response.text();
  const tookMs = performance.now() - startedAt;
  const how = 'idempotency-key' in headers ? ' under an Idempotency-Key' : '';
  return `a post of ${(body.length / 1024 / 1024).toFixed(1)} MiB${how} (${response.status} after ${milliseconds(tookMs)}): longest answer of /healthz in ${PROBE_MS / 1000} s ${milliseconds(await probing)}, without it ${milliseconds(quiet)} (target ${TARGET_STALL_MS} ms)`;
}
