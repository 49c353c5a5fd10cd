import assert from 'node:assert/strict';
import { createProgressLog } from '../../../services/embeddings/log-progress.ts';
import { progressLine } from '../../../services/embeddings/progress.ts';

describe('the log of embedding', () => {
  let lines: string[];
  let at: number;
  let embedded: number;
  const open = () =>
    createProgressLog(
      { info: (_fields: object, line: string) => void lines.push(line) } as never,
      async () => ({ embedded, total: 24_000 }),
      () => at,
    );
  beforeEach(() => {
    [lines, at, embedded] = [[], 0, 0];
  });

  it('contains its progress every ten seconds, with rate and estimate, and its end', async () => {
    const log = open();
    for (let step = 0; step < 5; step += 1) {
      await log.embedded(200);
      embedded += 200;
      at += 4_000;
    }
    embedded = 24_000;
    await log.complete();
    assert.deepEqual(lines, [
      'embedding: 600 of 24000 passages (2 %), 67 a second, 6 minutes left',
      'embedding: complete after 20.0 s, 24000 of 24000 passages (100 %)',
    ]);
  });

  it('contains nothing for a few passages', async () => {
    const log = open();
    await log.embedded(3);
    at = 2_000;
    await log.complete();
    await log.complete();
    assert.deepEqual(lines, []);
  });

  it('states the remaining time in the unit that fits, and none without a rate', () => {
    const progress = { embedded: 50, total: 1_000 };
    assert.deepEqual(
      [95, 2, 0.1, 0, undefined].map((rate) => progressLine(progress, rate).replace(/^.*passages/, '')),
      [
        ' (5 %), 95 a second, 10 s left',
        ' (5 %), 2.0 a second, 8 minutes left',
        ' (5 %), 0.1 a second, 2.6 hours left',
        ' (5 %), none at present',
        ' (5 %)',
      ],
    );
    assert.equal(progressLine({ embedded: 0, total: 0 }, undefined), '0 of 0 passages (100 %)');
  });
});
