import assert from 'node:assert/strict';
import { nextPollAt, nextAttemptAtMs, periodMs } from '../../../../services/sources/poll/next-poll.ts';

const HOUR_MS = 3_600_000;
const at = (time: string) => new Date(`2026-01-01T${time}Z`);
const hourly = {
  createdAt: at('00:20:00.400'),
  cadenceSeconds: 3_600,
  consecutiveFailures: 0,
  timeScale: 1,
  lastPolledAt: null,
};

describe("the time of a source's next poll", () => {
  it('is now for a new source', () => assert.deepEqual(nextPollAt(hourly, at('00:30:00')), at('00:30:00')));

  it('is once a period from its creation on', () => {
    assert.deepEqual(nextPollAt({ ...hourly, lastPolledAt: at('00:20:01') }, at('00:30:00')), at('01:20:00'));
    assert.deepEqual(nextPollAt({ ...hourly, lastPolledAt: at('00:20:01') }, at('05:20:00')), at('06:20:00'));
  });

  const patience: Array<[number, string]> = [
    [0, '04:20:00'],
    [1, '04:20:00'],
    [2, '05:20:00'],
    [3, '07:20:00'],
    [4, '11:20:00'],
  ];
  for (const [consecutiveFailures, next] of patience) {
    it(`is ${next} after ${consecutiveFailures} failures in a row, the last one at 03:20`, () => {
      assert.deepEqual(
        nextPollAt({ ...hourly, consecutiveFailures, lastPolledAt: at('03:20:02') }, at('03:30:00')),
        at(next),
      );
    });
  }

  it('is within a day, however often it fails, or within a longer period', () => {
    const lastPolledAt = at('03:20:00');
    const failing = { ...hourly, consecutiveFailures: 1_000, lastPolledAt };
    assert.equal(nextAttemptAtMs(failing) - lastPolledAt.getTime(), 24 * HOUR_MS - HOUR_MS / 2);
    const weekly = { ...failing, cadenceSeconds: 7 * 86_400 };
    assert.equal(nextAttemptAtMs(weekly) - lastPolledAt.getTime(), 3.5 * 24 * HOUR_MS);
  });

  it('is earlier with a time scale, but a second apart at least', () => {
    assert.equal(periodMs({ cadenceSeconds: 7_200, timeScale: 3_600 }), 2_000);
    assert.equal(periodMs({ cadenceSeconds: 3_600, timeScale: 1_000_000 }), 1_000);
  });
});
