import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.ts';
import type { Periodic } from '../../../services/concurrency/periodic.ts';
import { keepHealthFile } from '../../../worker/health-file.ts';

const WITHIN_MS = 5_000;
const EVERY_MS = 5;

describe('the health file of a worker', () => {
  let folder: string;
  let path: string;
  let kept: Periodic | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-health-'));
    path = join(folder, 'health');
  });
  afterEach(() => kept?.stop());
  after(() => rm(folder, { recursive: true, force: true }));

  const touchedAt = () =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );

  it('is updated while the worker does its work', async () => {
    kept = keepHealthFile(path, async () => true, EVERY_MS);
    await eventually(WITHIN_MS, touchedAt, (at) => at !== undefined);
    await utimes(path, 1, 1);
    assert.ok(((await eventually(WITHIN_MS, touchedAt, (at) => at !== undefined && at > 1_000)) ?? 0) > 1_000);
  });

  for (const [what, isWorking] of [
    ['does no work', async () => false],
    ['cannot tell', () => Promise.reject(new Error('away'))],
  ] as const) {
    it(`is deleted if the worker ${what}, and created again when it works`, async () => {
      let isBack = false;
      await writeFile(path, 'of an earlier process');
      kept = keepHealthFile(path, () => (isBack ? Promise.resolve(true) : isWorking()), EVERY_MS);
      assert.equal(await eventually(WITHIN_MS, touchedAt, (at) => at === undefined), undefined);
      isBack = true;
      assert.ok(await eventually(WITHIN_MS, touchedAt, (at) => at !== undefined));
    });
  }

  it('is deleted with the worker', async () => {
    kept = keepHealthFile(path, async () => true, EVERY_MS);
    assert.ok(await eventually(WITHIN_MS, touchedAt, (at) => at !== undefined));
    await kept.stop();
    assert.equal(await touchedAt(), undefined);
  });
});
