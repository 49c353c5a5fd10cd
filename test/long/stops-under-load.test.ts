import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoad } from '../support/load.ts';
import { processesOf, startProcess } from '../support/process.ts';
import { seeded } from '../support/random.ts';
import { startSite, type Site } from '../support/site.ts';

// QUARRY_TEST_STOPS=200 takes some 40 minutes on two cores.
const STOPS = Number(process.env.QUARRY_TEST_STOPS ?? 12);
const SEED = Number(process.env.QUARRY_TEST_SEED ?? 20_261_122);
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const LONGEST_WORK_MS = 3_000;
const APPLICATION =
  '<!doctype html><title>App</title><div id="root"></div><script>root.innerHTML = "<p>" + "Granite is a hard stone. ".repeat(40)</script>';

/** Native code that is torn down in use ends a stopping process by SIGSEGV or SIGABRT, once in many stops. */
describe('the product, stopped under load again and again', function () {
  this.timeout(60_000 + STOPS * 60_000);
  let site: Site;
  let folder: string;

  before(async () => {
    site = await startSite({
      '/page': `<title>Granite</title><article>${'<p>Granite is a hard stone of quartz and feldspar.</p>'.repeat(50)}</article>`,
      '/app': APPLICATION,
      '/slow': () => new Promise(() => {}),
    });
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
  });
  after(async () => {
    for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL');
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  it(`ends with exit code 0 each time and leaves no process behind (seed ${SEED})`, async () => {
    const random = seeded(SEED);
    const ends: Record<string, number> = {};
    for (let stop = 1; stop <= STOPS; stop += 1) {
      const [signal, workMs] = [
        SIGNALS[Math.floor(random() * SIGNALS.length)] ?? 'SIGTERM',
        random() * LONGEST_WORK_MS,
      ];
      const { end, stderr } = await stopped(signal, workMs);
      ends[end] = (ends[end] ?? 0) + 1;
      if (end !== '0')
        console.log(`    stop ${stop}: ${signal} after ${Math.round(workMs)} ms of work: ${end}\n${stderr}`);
      assert.deepEqual(processesOf(folder), []);
    }
    assert.deepEqual(ends, { 0: STOPS });
  });

  async function stopped(signal: NodeJS.Signals, workMs: number): Promise<{ end: string; stderr: string }> {
    const quarry = await startProcess(['start'], {
      TMPDIR: folder,
      QUARRY_DATA_DIR: join(folder, 'data'),
      QUARRY_PORT: '0',
      QUARRY_GRPC_PORT: '0',
      QUARRY_TEMPORAL_PORT: '0',
      QUARRY_TEMPORAL_UI_PORT: '0',
      QUARRY_RATE_LIMITS: 'off',
      QUARRY_TIME_SCALE: '3600',
      QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
    });
    const key = (await readFile(quarry.ready.key_file ?? '', 'utf8')).trim();
    const load = startLoad({ url: quarry.ready.rest ?? '', key, origin: site.origin, random: seeded(SEED + workMs) });
    await sleep(workMs);
    const code = await quarry.end(signal);
    await load.stop();
    return { end: String(code ?? quarry.child.signalCode), stderr: quarry.stderr() };
  }
});
