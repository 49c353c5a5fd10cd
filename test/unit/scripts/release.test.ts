import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkChangelog, lastRelease } from '../../../scripts/release/versions.ts';
import { checkLicences, isTaken, licenceOf, licenceReport, type Component } from '../../../scripts/release/sbom.ts';

const component = (name: string, licence?: string): Component => ({
  name,
  version: '1.0.0',
  purl: `pkg:npm/${name}@1.0.0`,
  ...(licence !== undefined && { licenses: [{ license: { id: licence } }] }),
});
const sbomOf = (...components: Component[]) => ({
  metadata: { component: { name: 'a', type: 'application' } },
  components,
});

describe('the changelog of a release', () => {
  const changelog =
    '# Changelog\n\n## [1.1.0] - 2026-11-01\n\n### Added\n\n- A\n- B\n\n## [1.0.0] - 2026-01-01\n\n### Added\n\n## [0.9.0] - Unreleased\n\n- A\n';

  it('has entries for its version, which are counted up to the next section', () => {
    assert.deepEqual(checkChangelog(changelog, '1.1.0'), {
      status: 'ok',
      what: 'changelog',
      detail: '2 entries for 1.1.0, dated 2026-11-01',
    });
  });

  for (const [version, why] of [
    ['1.0.0', /is empty/],
    ['0.9.0', /no date but Unreleased/],
    ['1.2.0', /no section/],
    ['1.1', /no section/],
  ] as const) {
    it(`is a problem where it ${why.source}: ${version}`, () => {
      const { status, detail } = checkChangelog(changelog, version);
      assert.equal(status, 'problem');
      assert.match(detail, why);
    });
  }
});

describe('the last release', () => {
  let folder: string;
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...parameters], { cwd: folder });
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-release-'));
    git('init', '--quiet');
    await writeFile(join(folder, 'a'), '');
    git('add', 'a');
    git('commit', '--quiet', '--message', 'a');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is none where nothing is tagged', async () => assert.equal(await lastRelease(folder, '1.0.0'), undefined));

  it('is the greatest version below this one, not a later one, nor one before a release', async () => {
    for (const tag of ['v1.2.0', 'v1.10.0', 'v1.9.3', 'v2.0.0', 'v1.11.0-rc.1', 'vendor']) git('tag', tag);
    assert.equal(await lastRelease(folder, '1.10.1'), 'v1.10.0');
    assert.equal(await lastRelease(folder, '1.10.0'), 'v1.9.3');
    assert.equal(await lastRelease(folder, '1.2.0'), undefined);
  });

  it('is none outside a repository', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'quarry-release-'));
    assert.equal(await lastRelease(outside, '9.0.0'), undefined);
    await rm(outside, { recursive: true });
  });
});

describe('the licences of a release', () => {
  for (const [expression, expected] of [
    ['MIT', true],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['(MIT AND Zlib)', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['none named', false],
  ] as const) {
    it(`are ${expected ? 'taken' : 'refused'}: ${expression}`, () => assert.equal(isTaken(expression), expected));
  }

  it('are read by us where a package names none', () => {
    assert.equal(licenceOf(component('duck')), 'BSD-2-Clause');
    assert.equal(licenceOf(component('@lancedb/lancedb-linux-arm64-gnu')), 'Apache-2.0');
    assert.equal(licenceOf(component('unknown')), 'none named');
  });

  it('are a problem with the name of each package that is not known to be free', () => {
    const { status, detail } = checkLicences(sbomOf(component('a', 'MIT'), component('b', 'SSPL-1.0'), component('c')));
    assert.deepEqual([status, detail], ['problem', 'not known to be free: b: SSPL-1.0, c: none named']);
  });

  it('are reported with their packages', () => {
    const report = licenceReport(sbomOf(component('b', 'MIT'), component('a', 'ISC'), component('c', 'MIT')));
    assert.match(report, /## ISC\n\n- a 1\.0\.0\n\n## MIT\n\n- b 1\.0\.0\n- c 1\.0\.0\n/);
  });
});
