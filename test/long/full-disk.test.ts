import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { runProcess, startProcess, type QuarryProcess } from '../support/process.ts';
import { call } from '../support/quarry.ts';

const MEBIBYTE = 1024 * 1024;

/** A command that runs another one with a small disk of its own, which goes with it. */
function onDiskOf(folder: string, mebibytes: number): [string, ...string[]] {
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  return [
    'unshare',
    '--mount',
    ...asRoot,
    'sh',
    '-c',
    `mount -t tmpfs -o size=${mebibytes}m quarry '${folder}' && exec "$@"`,
    'sh',
  ];
}

function canMount(folder: string): boolean {
  try {
    const [program, ...parameters] = onDiskOf(folder, 1);
    execFileSync(program, [...parameters, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('a full disk', function () {
  this.timeout(120_000);
  let folder: string;
  let environment: Record<string, string>;
  let quarry: QuarryProcess | undefined;

  before(async function () {
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    if (!canMount(folder)) {
      console.log('    (no small disk can be mounted here)');
      this.skip();
    }
    environment = {
      QUARRY_DATA_DIR: join(folder, 'data'),
      QUARRY_PORT: '0',
      QUARRY_GRPC_PORT: '0',
      QUARRY_TEMPORAL_PORT: '0',
      QUARRY_TEMPORAL_UI_PORT: '0',
      QUARRY_SEED_DOCS: 'false',
    };
  });
  after(async () => {
    await quarry?.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });

  it('is reported at the start, before anything is created on it', async () => {
    const { code, stdout, stderr } = await runProcess(['start'], environment, onDiskOf(folder, 100));
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /The disk that holds \S+ has \d+ MB left, and Quarry needs 200 MB to start\. Free some space/);
  });

  it('makes the service unavailable and nothing worse, until space is free again', async () => {
    quarry = await startProcess(['start'], environment, onDiskOf(folder, 400));
    // Its files, as seen from outside of its mounts.
    const disk = `/proc/${quarry.child.pid}/root${folder}`;
    const key = (await readFile(join(disk, 'data', 'api-key'), 'utf8')).trim();
    const { rest } = quarry.ready;
    const store = (name: string) =>
      call(
        `${rest}/v1/documents`,
        'POST',
        {
          documents: [
            { url: `https://a.example/${name}`, title: name, text: 'Granite is a hard stone. '.repeat(30_000) },
          ],
        },
        { 'x-api-key': key },
      );
    const ready = () => call(`${rest}/readyz`, 'GET');
    let log = '';
    quarry.child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()));

    assert.equal((await store('before')).status, 200);
    const filler = await open(join(disk, 'filler'), 'w');
    await fill(filler, disk, 32 * MEBIBYTE);
    const { status, body } = await ready();
    assert.deepEqual([status, body.parts.disk.state], [503, 'unavailable']);

    await fill(filler, disk, 0);
    const refused = await eventually(
      20_000,
      () => store(`during-${performance.now()}`),
      (answered) => answered.status !== 200,
    );
    assert.deepEqual([refused.status, refused.body.error?.code], [503, 'UNAVAILABLE'], JSON.stringify(refused.body));

    await filler.truncate(0);
    await filler.close();
    assert.equal((await eventually(20_000, ready, (answered) => answered.status === 200)).status, 200);
    assert.equal((await store('after')).status, 200);
    assert.match(log, /the disk is full/);
  });

  async function fill(file: Awaited<ReturnType<typeof open>>, disk: string, leaveBytes: number): Promise<void> {
    for (;;) {
      const { bavail, bsize } = await statfs(disk);
      const excess = Math.min(bavail * bsize - leaveBytes, 8 * MEBIBYTE);
      if (excess <= 0) return;
      await file.appendFile(Buffer.alloc(excess));
    }
  }
});
