import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { checkGrpc, checkRest } from '../../scripts/release/contracts.ts';

/** Runs the check to its end. */
async function checked(to: string, env: Record<string, string> = {}) {
  const options = { env: { ...process.env, ...env } };
  const call = promisify(execFile)(process.execPath, ['scripts/release/check.ts', '--out', to], options);
  const failed = (error: unknown) => error as { code: number; stdout: string; stderr: string };
  return call.then((printed) => ({ code: 0, ...printed }), failed);
}

const BUF = resolve('node_modules/.bin/buf');

describe('`npm run release:check`', function () {
  this.timeout(240_000);
  let folder: string;
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'quarry-release-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  it('makes the packages, their checksums, the SBOM and the licences', async () => {
    const to = join(folder, 'out');
    const { stdout } = await checked(to);
    // The changelog has the day of its version only once that is released.
    assert.doesNotMatch(stdout.replace(/^✖ changelog .* has no date .*$/m, ''), /✖/);
    const packages = [
      'quarry-0.1.0.tgz',
      'quarry-sdk-0.1.0.tgz',
      'quarry_sdk-0.1.0-py3-none-any.whl',
      'quarry_sdk-0.1.0.tar.gz',
    ];
    const all = [...packages, 'SHA256SUMS', 'licences.md', 'sbom.cdx.json'];
    assert.deepEqual((await readdir(to)).toSorted(), all.toSorted());
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: to });
    assert.equal((await readFile(join(to, 'SHA256SUMS'), 'utf8')).split('\n').length, packages.length + 2 + 1);
    const sbom = JSON.parse(await readFile(join(to, 'sbom.cdx.json'), 'utf8'));
    assert.equal(sbom.bomFormat, 'CycloneDX');
    const names = sbom.components.map(({ name }: { name: string }) => name);
    assert.ok(names.includes('koa') && !names.includes('mocha'), `${names.length} components`);
    assert.match(await readFile(join(to, 'licences.md'), 'utf8'), /^- koa \d/m);
  });
});

describe('a release whose packages cannot be made', function () {
  this.timeout(240_000);

  it('is told as a problem with what the program said, beside the other checks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-release-'));
    try {
      const withoutRegistry = { PIP_NO_INDEX: '1', PIP_FIND_LINKS: folder };
      const { code, stdout, stderr } = await checked(folder, withoutRegistry);
      assert.deepEqual([code, stderr], [1, '']);
      assert.match(stdout, /^✔ licences/m);
      assert.match(stdout, /^✖ packages .* -m pip install .* ended with 1:\n[\s\S]*No matching distribution/m);
      assert.equal((await readdir(folder)).includes('SHA256SUMS'), false);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('the folder of a release', () => {
  it('keeps what it holds: the check ends where it is not of a release', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-release-'));
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await assert.rejects(
      promisify(execFile)(process.execPath, ['scripts/release/check.ts', '--out', folder]),
      /holds notes\.txt, which is not of a release/,
    );
    assert.equal(await readFile(join(folder, 'notes.txt'), 'utf8'), 'mine');
    await rm(folder, { recursive: true });
  });
});

describe('a release after another one', function () {
  this.timeout(240_000);
  let folder: string;
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...parameters], { cwd: folder });
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-release-'));
    for (const name of ['proto', 'buf.yaml', 'openapi.json']) await cp(name, join(folder, name), { recursive: true });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'a release');
    git('tag', 'v0.0.9');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const changed = async (path: string, change: (text: string) => string) => {
    const text = await readFile(join(folder, path), 'utf8');
    assert.notEqual(change(text), text);
    await writeFile(join(folder, path), change(text));
  };

  it('compares nothing where there is none', async () => {
    assert.equal((await checkGrpc(folder, undefined, BUF)).status, 'skipped');
    assert.equal((await checkRest(folder, undefined)).status, 'skipped');
  });

  it('may add to gRPC, and may not change the number of a field', async () => {
    assert.equal((await checkGrpc(folder, 'v0.0.9', BUF)).status, 'ok');
    await changed('proto/quarry/v1/search.proto', (text) => `${text}\nmessage Added {}\n`);
    assert.equal((await checkGrpc(folder, 'v0.0.9', BUF)).status, 'ok');
    await changed('proto/quarry/v1/search.proto', (text) => text.replace(/ = 1;/, ' = 4001;'));
    const { status, detail } = await checkGrpc(folder, 'v0.0.9', BUF);
    assert.equal(status, 'problem');
    assert.match(detail, /breaks clients of v0\.0\.9:\n.*search\.proto/);
  });

  it('is not said to break clients where its tag is missing', async () => {
    const { status, detail } = await checkGrpc(folder, 'v0.0.8', BUF);
    assert.equal(status, 'problem');
    assert.match(detail, /^not compared with v0\.0\.8:\n/);
  });

  it('says without Go that REST was not compared, as a problem', async () => {
    const { status, detail } = await checkRest(folder, 'v0.0.9', join(folder, 'no-go'));
    assert.equal(status, 'problem');
    assert.match(detail, /Go is not installed/);
  });

  it('may not take a call of REST away', async function () {
    const go = await promisify(execFile)('go', ['version']).catch(() => undefined);
    if (!go) this.skip();
    assert.equal((await checkRest(folder, 'v0.0.9')).status, 'ok');
    await changed('openapi.json', (text) => {
      const { paths, ...rest } = JSON.parse(text);
      const { '/v1/map': _, ...kept } = paths;
      return JSON.stringify({ ...rest, paths: kept });
    });
    const { status, detail } = await checkRest(folder, 'v0.0.9');
    assert.equal(status, 'problem');
    assert.match(detail, /\/v1\/map/);
  });
});
