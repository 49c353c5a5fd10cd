import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endOfChain, makePackage, type Link } from '../support/npm-chain.ts';

const run = promisify(execFile);
const VERSIONS = ['10', '11'];
const SHELLS = ['/bin/sh', '/bin/dash', '/bin/bash'];
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const LINKS: readonly Link[] = ['npm', 'start', 'service'];

describe('`npm start` of each supported npm, after a signal to one of its processes', function () {
  this.timeout(300_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    await makePackage(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const version of VERSIONS) {
    for (const shell of SHELLS) {
      it(`stops all of them, the service with exit code 0: npm ${version}, ${shell}`, async function () {
        if (!existsSync(shell)) return this.skip();
        const prefix = join(folder, `npm-${version}`);
        const npm = join(prefix, 'node_modules/.bin/npm');
        if (!existsSync(npm))
          await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', prefix, `npm@${version}`]);
        for (const signal of SIGNALS) {
          const ends = await Promise.all(
            LINKS.map(async (link) => ({
              link,
              signal,
              ...(await endOfChain(folder, [npm, 'start', `--script-shell=${shell}`], { link, signal })),
              pids: undefined,
            })),
          );
          assert.deepEqual(
            ends,
            LINKS.map((link) => ({ link, signal, isEnded: true, said: 'exit 0', pids: undefined })),
          );
        }
      });
    }
  }
});
