import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const LIFECYCLE = new URL('../../../services/process/lifecycle.ts', import.meta.url).href;
const SETUP = new URL('../../../scripts/setup.mjs', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface Ended {
  code: number | null;
  /** Standard error. */
  said: string;
}

/** Runs a service whose parts do as the program says, until it has ended. @param onReady what is done to it once it runs */
async function endOf(program: string, onReady: (child: ChildProcess) => void = () => {}): Promise<Ended> {
  const prelude = `
    import { endProcessWith, runUntilSignalled } from ${JSON.stringify(LIFECYCLE)};
    import { run as runChild } from ${JSON.stringify(SETUP)};
    const alive = () => setInterval(() => {}, 1_000);
    const never = new Promise(() => {});
    const stop = async () => process.stderr.write('stopped\\n');
    const run = (parts) => endProcessWith(runUntilSignalled(async () => ({ failed: never, stop, ...parts }), () => process.stdout.write('ready')));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', prelude + program], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdout.once('data', () => onReady(child));
  await once(child, 'close');
  return { code: child.exitCode, said };
}

describe('a service that ends reports the reason:', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`a ${signal}, after which it stops in order`, async () => {
      assert.deepEqual(await endOf('alive(); run({});', (child) => void child.kill(signal)), {
        code: 0,
        said: `quarry: stopping: ${signal}\nstopped\n`,
      });
    });
  }

  it('a failed part', async () => {
    const failed = `Promise.reject(new Error('the database is gone'))`;
    assert.deepEqual(await endOf(`alive(); run({ failed: ${failed} });`), {
      code: 1,
      said: 'stopped\nquarry: the database is gone\n',
    });
  });

  it('a failed part, with a value that is not an error', async () => {
    assert.deepEqual(await endOf(`alive(); run({ failed: Promise.reject('gone') });`), {
      code: 1,
      said: 'stopped\nquarry: gone\n',
    });
  });

  it('a failed part, even if the service cannot stop either', async () => {
    const parts = `{ failed: Promise.reject(new Error('the database is gone')), stop: () => Promise.reject(new Error('no stop')) }`;
    assert.deepEqual(await endOf(`alive(); run(${parts});`), {
      code: 1,
      said: 'quarry: no stop\nquarry: the database is gone\n',
    });
  });

  it('a failed start', async () => {
    assert.deepEqual(
      await endOf(`endProcessWith(runUntilSignalled(() => Promise.reject(new Error('the port is taken')), () => {}));`),
      { code: 1, said: 'quarry: the port is taken\n' },
    );
  });

  for (const [what, program] of [
    ['an uncaught error', `setTimeout(() => { throw new Error('a thread broke'); });`],
    ['an unhandled rejection', `Promise.reject(new Error('a thread broke'));`],
  ] as const) {
    it(what, async () => {
      const { code, said } = await endOf(`alive(); run({}); ${program}`);
      assert.equal(code, 1);
      assert.match(said, /^quarry: exited after an uncaught error: a thread broke\n/);
    });
  }

  it('an empty event loop', async () => {
    assert.deepEqual(await endOf('run({});'), { code: 1, said: 'quarry: exited: the event loop is empty\n' });
  });

  it('a call of process.exit without a reason', async () => {
    assert.deepEqual(await endOf('run({}); setTimeout(() => process.exit(0));'), {
      code: 0,
      said: 'quarry: exited with code 0, without a reason\n',
    });
  });

  it('a SIGKILL, which its parent reports', async () => {
    const killed = `process.exitCode = await runChild(process.execPath, ['--eval', "process.kill(process.pid, 'SIGKILL')"]);`;
    assert.deepEqual(await endOf(killed), { code: 1, said: 'quarry: ended by SIGKILL\n' });
  });
});

describe('a program ended by a signal', () => {
  const ends = `[process.execPath, ['--eval', "process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 10_000)"]`;
  for (const [what, options, code] of [
    ['has ended well', '', 0],
    ['has not, where that is said: a run of tests', ', { codeWhenAsked: 130 }', 130],
  ] as const) {
    it(what, async () => {
      assert.equal((await endOf(`process.exitCode = await runChild(...${ends}${options}]);`)).code, code);
    });
  }
});
