import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '../support/eventually.ts';
import { HOSTILE } from '../support/hostile/all.ts';
import { startHostileOrigins, type HostileOrigins } from '../support/hostile/start.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const PAGE = `<!doctype html><title>Slate</title><main><h1>Slate</h1><p>${'The quarry in Wales was opened in 1770 and was once the largest in the world. '.repeat(8)}</p></main>`;
const NORMAL = 20;
const GROWN_AT_MOST_BYTES = 256 * 1024 * 1024;
const BUDGET_MS = 5_000;
const MS_IN_NANOSECONDS = 1e6;

describe('an origin that is hostile', () => {
  let quarry: TestQuarry;
  let origins: HostileOrigins;
  let site: Site;
  let delay: ReturnType<typeof monitorEventLoopDelay>;
  let filesBefore: string[];
  let processesBefore: number[];
  let heldBefore: number;

  before(async () => {
    filesBefore = temporaryFiles();
    processesBefore = descendants();
    [quarry, origins, site] = await Promise.all([
      startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8', QUARRY_RATE_LIMITS: 'off' }),
      startHostileOrigins(),
      startSite({ '/slate': PAGE }),
    ]);
    // Threads, connections and the workflow cache are there from the first call on.
    await normalFetches('warm');
    heldBefore = heldBytes();
    delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
  });

  const fetchAll = async (urls: string[], budgetMs: number) => {
    const { status, body } = await quarry.call('POST', '/v1/fetch', { urls, timeout_ms: budgetMs });
    assert.equal(status, 200, JSON.stringify(body));
    return (body.results as Array<{ status: string; markdown?: string; error?: { code: string } }>).map(
      (result) => result.error?.code ?? result.status,
    );
  };
  const normalFetches = (name: string) =>
    fetchAll(
      Array.from({ length: NORMAL }, (_, n) => `${site.origin}/slate?${name}-${n}`),
      30_000,
    );
  const urlOf = (name: string) => origins.urls.get(name) ?? assert.fail(name);

  for (const [group, kinds] of Object.entries(HOSTILE)) {
    describe(`in its ${group}`, () => {
      for (const { name, gives, budgetMs = BUDGET_MS } of kinds) {
        it(name, async () => {
          delay.reset();
          const startedAt = Date.now();
          const [code = ''] = await fetchAll([urlOf(name)], budgetMs);
          const tookMs = Date.now() - startedAt;
          // Figures, not assertions: how long a machine stands still is its own affair too.
          console.log(`        ${code} after ${tookMs} ms of ${budgetMs}, longest block ${figure(delay.max)}`);
          assert.ok(gives.includes(code), `gave ${code}, not ${gives.join(' or ')}`);
        });
      }
    });
  }

  // Mocha runs a suite's own tests before the suites within it; these are the last.
  describe('in total', () => {
    it('harms none of 20 normal fetches beside 20 hostile ones', async () => {
      delay.reset();
      const names = Object.values(HOSTILE)
        .flat()
        .map(({ name }) => name);
      for (let first = 0; first < names.length; first += NORMAL) {
        const hostile = fetchAll(names.slice(first, first + NORMAL).map(urlOf), BUDGET_MS);
        const startedAt = Date.now();
        assert.deepEqual(
          await normalFetches(`beside-${first}`),
          Array.from({ length: NORMAL }, () => 'ok'),
        );
        console.log(`        20 normal fetches beside ${first} and on: ${Date.now() - startedAt} ms`);
        await hostile;
        console.log(`        longest block so far ${figure(delay.max)}`);
      }
      console.log(
        `        event-loop delay: p50 ${figure(delay.percentile(50))}, p99 ${figure(delay.percentile(99))}, longest ${figure(delay.max)}`,
      );
    });

    it('leaves no memory, process, thread or temporary file behind', async () => {
      const grownBytes = await eventually(
        20_000,
        async () => heldBytes() - heldBefore,
        (bytes) => bytes < GROWN_AT_MOST_BYTES,
      );
      console.log(`        held memory grew by ${mib(grownBytes)}; resident ${mib(process.memoryUsage.rss())}`);
      await Promise.all([quarry.stop(), origins.close(), site.close()]);
      assert.deepEqual(
        await eventually(
          10_000,
          async () =>
            descendants()
              .filter((pid) => !processesBefore.includes(pid))
              .map(commandOf),
          (left) => left.length === 0,
        ),
        [],
      );
      assert.deepEqual(
        await eventually(
          10_000,
          async () => process.getActiveResourcesInfo().filter((resource) => resource === 'MessagePort'),
          (left) => left.length === 0,
        ),
        [],
      );
      assert.deepEqual(
        temporaryFiles().filter((name) => !filesBefore.includes(name)),
        [],
      );
      assert.ok(grownBytes < GROWN_AT_MOST_BYTES, `${grownBytes} bytes more`);
    });
  });

  after(async () => {
    delay?.disable();
    // Again where a test before failed; what has stopped stays stopped.
    await Promise.allSettled([origins?.close(), site?.close()]);
  });
});

const figure = (nanoseconds: number) => `${(nanoseconds / MS_IN_NANOSECONDS).toFixed(1)} ms`;

const mib = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;

/** What this process holds on to, garbage left out. Resident memory is the allocator's to keep, and says less. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Of this product and of Chromium. */
const temporaryFiles = () =>
  readdirSync(tmpdir()).filter((name) => /^(quarry-|playwright|\.org\.chromium|org\.chromium)/i.test(name));

/** Of this process, at any depth. */
function descendants(of = process.pid): number[] {
  try {
    const tasks = readdirSync(`/proc/${of}/task`);
    const children = tasks.flatMap((task) =>
      readFileSync(`/proc/${of}/task/${task}/children`, 'utf8')
        .split(' ')
        .filter((id) => id !== '')
        .map(Number),
    );
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 200);
  } catch {
    return '';
  }
}
