import assert from 'node:assert/strict';
import { retryAfterMs } from '../../../services/core/retry-after.ts';
import { nextAttemptAt, OFFSETS_MS } from '../../../services/monitors/webhooks/retry-schedule.ts';

const HOUR_MS = 3_600_000;
const firstAt = new Date('2026-03-01T10:00:00Z');
const after = (ms: number) => new Date(firstAt.getTime() + ms);

describe('the time of the next attempt', () => {
  const failed = { firstAt, retryAfterMs: 0, timeScale: 1, random: 0.5 };
  /** The attempt was made when it was due. */
  const onTime = (attempt: number) => ({
    ...failed,
    attempt,
    at: after(OFFSETS_MS[attempt - 1] ?? 0),
    now: after(OFFSETS_MS[attempt - 1] ?? 0),
  });
  const offsetAfter = (attempt: number, members: object = {}) =>
    (nextAttemptAt({ ...onTime(attempt), ...members })?.getTime() ?? Number.NaN) - firstAt.getTime();

  it('is counted from the first attempt, ten in all', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => offsetAfter(attempt) / 1_000);
    assert.deepEqual(seconds, [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    assert.equal(nextAttemptAt(onTime(10)), undefined);
  });

  it('varies in both directions, by less than a tenth', () => {
    assert.deepEqual(
      [0, 1].map((random) => offsetAfter(4, { random })),
      [6_552_000, 7_848_000],
    );
  });

  it('follows the time scale, except for a delay that the receiver requested', () => {
    assert.equal(offsetAfter(4, { timeScale: 3_600, at: firstAt, now: firstAt }), 2_000);
    assert.equal(offsetAfter(4, { timeScale: 3_600, at: firstAt, now: firstAt, retryAfterMs: 60_000 }), 60_000);
  });

  it('is as late as the receiver requested, and no earlier than planned', () => {
    assert.equal(offsetAfter(1, { retryAfterMs: 90_000 }), 90_000);
    assert.equal(offsetAfter(2, { retryAfterMs: 1_000 }), 300_000);
  });

  it('shifts after a delay: overdue attempts are not made in one burst', () => {
    const late = after(24 * HOUR_MS);
    assert.equal(offsetAfter(2, { at: late, now: late }), 24 * HOUR_MS - 5_500 + 300_000);
  });
});

describe('Retry-After', () => {
  const now = new Date('1994-11-06T08:49:00Z');
  const DAY_MS = 24 * HOUR_MS;
  const cases: Array<[string | null, number | undefined]> = [
    [null, undefined],
    ['', undefined],
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5_000],
    ['86400', DAY_MS],
    ['86401', DAY_MS],
    ['9'.repeat(400), DAY_MS],
    ['-5', undefined],
    ['1.5', undefined],
    ['0x10', undefined],
    ['5, 10', undefined],
    ['12 parsecs', undefined],
    ['soon', undefined],
    ['Infinity', undefined],
    ['2026-03-01', undefined],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
    ['Sun Nov  6 08:49:37 1994', 37_000],
    ['Sun, 06 Nov 1994 08:48:37 GMT', 0],
    ['Sun, 06 Nov 2094 08:49:37 GMT', DAY_MS],
    ['Sun, 99 Nov 1994 08:49:37 GMT', undefined],
  ];
  for (const [value, ms] of cases)
    it(`of ${JSON.stringify(value)?.slice(0, 40)} is ${ms ?? 'no number of'} ms`, () =>
      assert.equal(retryAfterMs(value, now), ms));
});
