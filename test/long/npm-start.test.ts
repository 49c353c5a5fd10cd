import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { endOfChain, makePackage, startChain, type Link } from '../support/npm-chain.ts';

/** With the npm of this machine; npm-versions.test.ts has the versions and the shells. */
describe('`npm start`, after a signal to one of its processes', function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    await makePackage(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const cases: ReadonlyArray<[string, readonly NodeJS.Signals[], readonly [string, ...string[]]]> = [
    ['npm start', ['SIGTERM', 'SIGINT', 'SIGHUP'], ['npm', 'start']],
    // A shell that waits keeps a SIGINT to itself until its program has ended.
    ['a shell between npm and the launcher', ['SIGTERM', 'SIGHUP'], ['npm', 'run', 'kept']],
  ];
  for (const [what, signals, command] of cases) {
    for (const signal of signals) {
      it(`stops all of them, the service with exit code 0: ${signal}, ${what}`, async () => {
        const links: Link[] = Object.keys((await endOfChain(folder, command, { link: 'npm', signal })).pids) as Link[];
        assert.ok(links.includes('start') && links.includes('service'));
        const ends = await Promise.all(
          links.map(async (link) => ({
            link,
            ...(await endOfChain(folder, command, { link, signal })),
            pids: undefined,
          })),
        );
        assert.deepEqual(
          ends,
          links.map((link) => ({ link, isEnded: true, said: 'exit 0', pids: undefined })),
        );
      });
    }
  }

  it('stops all of them once if their terminal closes: each gets a SIGHUP', async () => {
    const chain = await startChain(folder, ['npm', 'start']);
    process.kill(-(chain.npm.pid ?? 0), 'SIGHUP');
    assert.deepEqual([await chain.ended(), await chain.said()], [true, 'exit 0']);
  });

  it('continues without its parent process, unless that is a package manager', async () => {
    const file = join(folder, 'daemon');
    const env = {
      ...process.env,
      CHAIN_FILE: file,
      CHAIN_SERVICE: join(folder, 'service.mjs'),
      npm_lifecycle_event: 'deploy',
      npm_lifecycle_script: 'sh deploy.sh',
    };
    spawn('sh', ['-c', 'nohup node scripts/start.mjs & sleep 1'], { cwd: folder, env, stdio: 'ignore' });
    const pid = Number(
      await eventually(
        20_000,
        () => readFile(file, 'utf8').catch(() => ''),
        (text) => text !== '',
      ),
    );
    // The shell has ended by then, and more than one look has been taken.
    await sleep(2_000);
    assert.equal(await readFile(`${file}.end`, 'utf8').catch(() => 'runs'), 'runs');
    process.kill(pid, 'SIGTERM');
    assert.equal(
      await eventually(
        10_000,
        () => readFile(`${file}.end`, 'utf8').catch(() => ''),
        (text) => text !== '',
      ),
      'exit 0',
    );
  });
});
