import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SCRIPT = new URL('../../../scripts/node-runtime.mjs', import.meta.url).href;

/** What the script says in a process that believes to run on another version of Node. */
async function evaluate(version: string, cache: string, code: string): Promise<unknown> {
  const program = `
    Object.defineProperty(process.versions, 'node', { value: '${version}' });
    const { findNode, isServing, linkNode, obtainNode } = await import('${SCRIPT}');
    console.log(JSON.stringify(${code}) ?? 'null');`;
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { env });
  return JSON.parse(stdout);
}

describe('the Node that everything runs on', () => {
  let cache: string;
  beforeEach(async () => (cache = await mkdtemp(join(tmpdir(), 'quarry-test-'))));
  afterEach(() => rm(cache, { recursive: true, force: true }));

  it("is the host's if its version was tested", async () => {
    for (const [version, serves] of Object.entries({
      '20.20.2': false,
      '24.13.1': false,
      '24.14.0': true,
      '24.21.0': true,
      '26.1.0': false,
    }))
      assert.equal(await evaluate(version, cache, `isServing('${version}')`), serves, version);
    assert.equal(await evaluate('24.14.0', cache, 'findNode()'), process.execPath);
    assert.equal(await evaluate('24.14.0', cache, `await obtainNode(() => { throw new Error('asked npm'); })`), null);
  });

  it('is not one that the next installation of the packages would remove', async () => {
    const code = `(() => { process.execPath = ${JSON.stringify(join(process.cwd(), 'node_modules/node/bin/node'))}; return findNode(); })()`;
    assert.equal(await evaluate('24.21.0', cache, code), null);
  });

  it("is installed into the shared cache if the host's is too old, and linked for npm's scripts", async () => {
    assert.equal(await evaluate('20.20.2', cache, 'findNode()'), null);
    // npm as far as it is used: it puts the program of the listed package into the folder.
    const npm = `async (words, cwd) => {
      const { mkdirSync, readFileSync, writeFileSync } = await import('node:fs');
      const [name] = Object.keys(JSON.parse(readFileSync(cwd + '/package.json', 'utf8')).optionalDependencies).filter((one) => one.endsWith(process.platform + '-' + process.arch));
      mkdirSync(cwd + '/node_modules/' + name + '/bin', { recursive: true });
      mkdirSync(cwd + '/node_modules/' + name + '/include');
      writeFileSync(cwd + '/node_modules/' + name + '/bin/node', words.join(' '));
      return 0;
    }`;
    const program = (await evaluate('20.20.2', cache, `[await obtainNode(${npm}), findNode()][1]`)) as string;
    await access(program);
    assert.ok(program.startsWith(cache), program);
    assert.deepEqual(await readdir(join(program, '../..')), ['bin']);
    const modules = join(cache, 'modules');
    await mkdir(join(modules, '.bin'), { recursive: true });
    await writeFile(program, '#!/bin/sh\necho linked\n');
    await chmod(program, 0o755);
    await evaluate('20.20.2', cache, `linkNode('${modules}')`);
    assert.equal((await run(join(modules, '.bin/node'))).stdout, 'linked\n');
    assert.deepEqual(await readdir(join(cache, 'quarry')), ['node-24.21.0']);
  });

  it('reports what to install if npm cannot install it', async () => {
    const reason = await evaluate('20.20.2', cache, 'await obtainNode(async () => 1)');
    assert.match(String(reason), /Node 24\.14 or newer of 24; this is v/);
    assert.deepEqual(await readdir(join(cache, 'quarry')), []);
  });
});
