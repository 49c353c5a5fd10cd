import assert from 'node:assert/strict';
import { checkCadence } from '../../../services/core/cadence.ts';
import {
  anchorOf,
  jitterMs,
  nextPeriodAt,
  periodMs,
  periodOf,
  runBudgetMs,
} from '../../../services/monitors/schedule/pace.ts';

const HOUR = 3_600;
const at = (text: string) => new Date(`2026-03-01T${text}Z`);

describe('the schedule of a monitor', () => {
  const pace = { cadenceSeconds: HOUR, anchorAt: at('10:00:07'), timeScale: 1 };

  const cadences: Array<[string, number | undefined]> = [
    ['3600', 3_600],
    ['60m', 3_600],
    ['90m', 5_400],
    ['1h', 3_600],
    ['1d', 86_400],
    ['1w', 604_800],
    ['366d', 31_622_400],
    ['31622400s', 31_622_400],
    ['59m', undefined],
    ['3599', undefined],
    ['367d', undefined],
    ['53w', undefined],
    ['1h30m', undefined],
    ['1mo', undefined],
    ['1M', undefined],
    ['1H', undefined],
    ['', undefined],
    [' 1h', undefined],
    ['1 h', undefined],
    ['+1h', undefined],
    ['-1h', undefined],
    ['1.5h', undefined],
    ['01h', undefined],
    ['0', undefined],
    ['1e4', undefined],
    ['9'.repeat(400), undefined],
    ['１h', undefined],
  ];
  for (const [cadence, seconds] of cadences) {
    it(`${seconds === undefined ? 'refuses' : `takes for ${seconds} s`} the cadence "${cadence.slice(0, 20)}"`, () => {
      const check = checkCadence(cadence);
      assert.equal(check.status === 'ok' ? check.seconds : undefined, seconds);
    });
  }

  it('counts periods from the anchor', () => {
    assert.deepEqual(nextPeriodAt(pace, at('10:00:07')), at('11:00:07'));
    assert.deepEqual(nextPeriodAt(pace, at('11:00:06.999')), at('11:00:07'));
    assert.deepEqual(nextPeriodAt(pace, at('13:30:00')), at('14:00:07'));
  });

  it('assigns every strike of a schedule to its period, and the anchor itself to none', () => {
    assert.equal(periodOf(pace, at('10:00:07')), undefined);
    assert.equal(periodOf(pace, at('09:00:07')), undefined);
    assert.equal(periodOf(pace, at('10:59:59')), undefined);
    assert.deepEqual(periodOf(pace, at('11:00:07')), at('11:00:07'));
    assert.deepEqual(periodOf(pace, at('11:40:00')), at('11:00:07'));
  });

  it('counts in whole seconds, as Temporal schedules do', () => {
    assert.deepEqual(anchorOf(at('10:00:07.999')), at('10:00:07'));
  });

  it('adds a delay of at most a tenth of the period, and of at most 15 minutes', () => {
    assert.deepEqual(
      [HOUR, 6 * HOUR].map((cadenceSeconds) => jitterMs({ cadenceSeconds, timeScale: 1 })),
      [360_000, 900_000],
    );
  });

  it('scales cadence and jitter, but no period below a second', () => {
    const scaled = (cadenceSeconds: number) => [
      periodMs({ cadenceSeconds, timeScale: 3_600 }),
      jitterMs({ cadenceSeconds, timeScale: 3_600 }),
    ];
    assert.deepEqual([HOUR, 12 * HOUR, 72 * HOUR].map(scaled), [
      [1_000, 100],
      [12_000, 250],
      [72_000, 250],
    ]);
    assert.equal(periodMs({ cadenceSeconds: HOUR, timeScale: 100_000 }), 1_000);
  });

  it('ends a run a minute before the end of its period, however late it started', () => {
    assert.deepEqual(
      [0, 300_000, 2_400_000, 3_599_000, 9_000_000].map((late) => runBudgetMs(pace, late)),
      [3_540_000, 3_240_000, 1_140_000, 60_000, 1_740_000],
    );
  });
});
