import assert from 'node:assert/strict';
import { createProgress, progressLine } from '../../../cli/operator/ingest-progress.ts';

const tally = (indexed: number, expected: number) => ({ indexed, unchanged: 12, failed: 3, failures: [], expected });

describe('the bar of quarry ingest', () => {
  it('shows the first batch at once on a terminal, and only later in a log', () => {
    for (const [isTTY, written] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const lines: string[] = [];
      const stream = { isTTY, columns: 80, write: (line: string) => lines.push(line) > 0 };
      createProgress(stream as unknown as NodeJS.WriteStream).show(tally(100, 1_000));
      assert.equal(lines.length, written);
    }
  });

  it('is drawn in full if there is room', () => {
    assert.equal(
      progressLine(tally(485, 1_000), 80),
      `[${'#'.repeat(12)}${'.'.repeat(12)}]  50 %  485 indexed, 12 unchanged, 3 failed of 1000`,
    );
  });

  for (const expected of [100, 10_000, 1_000_000, 100_000_000]) {
    it(`fits into 80 columns with all of its numbers: ${expected} documents`, () => {
      const line = progressLine(tally(expected - 100, expected), 80);
      assert.ok(line.length < 80, line);
      assert.match(
        line,
        new RegExp(`^\\[[#.]+\\] .*${expected - 100} indexed, 12 unchanged, 3 failed of ${expected}$`),
      );
    });
  }

  it('drops the bar before any number, and never wraps', () => {
    assert.equal(progressLine(tally(485, 1_000), 55), '50 %  485 indexed, 12 unchanged, 3 failed of 1000');
    for (let columns = 1; columns < 120; columns += 1)
      assert.ok(progressLine(tally(485, 1_000), columns).length < columns, `${columns}`);
    for (let columns = 1; columns < 120; columns += 1)
      assert.ok(progressLine(tally(485, 0), columns).length < columns, `${columns}`);
  });

  it('assumes 80 columns for a terminal without a width', () => {
    for (const columns of [0, Number.NaN])
      assert.ok(progressLine(tally(999_000_000, 1_000_000_000), columns).length < 80);
  });
});
