import assert from 'node:assert/strict';
import { CAPS } from '../../../services/research/state/effort.ts';
import { FETCH_LIMITS, RUN_LIMITS } from '../../../services/temporal/time-limits.ts';

/** Each is shorter than the next one. */
function assertNested(limits: Record<string, number>): void {
  const given = Object.entries(limits);
  const sorted = given.toSorted(([, a], [, b]) => a - b);
  assert.deepEqual(given, sorted);
  assert.equal(new Set(given.map(([, limit]) => limit)).size, given.length, 'two limits are equal');
}

describe('time limits', () => {
  it('of a fetch nest, the innermost first', () => {
    const { url, batch, call, workflow } = FETCH_LIMITS;
    assertNested({ url, batch, call, workflow });
  });

  it('of a step of a run leave time to continue without its model', () => {
    const { planModel, step, draftModel, translateModel, write, writeWithRetries } = RUN_LIMITS;
    assertNested({ planModel, step });
    assertNested({ models: draftModel + translateModel, write, writeWithRetries });
  });

  it('of a run allow every effort to write its report and end', () => {
    const longest = Math.max(...Object.values(CAPS).map(({ wallClockMs }) => wallClockMs));
    assertNested({ all: longest + RUN_LIMITS.writeWithRetries + RUN_LIMITS.finish, workflow: RUN_LIMITS.workflow });
  });
});
