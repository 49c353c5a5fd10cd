import assert from 'node:assert/strict';
import type { Answered } from '../support/quarry.ts';

type Body = Answered['body'];

export interface RunsOfMonitor {
  id: string;
  /** In this process's time. */
  periodMs: number;
  createdAtMs: number;
  /** Whether its periods are still counted from its creation. */
  isAnchored: boolean;
  /** Its runs, oldest first, and all of its records, as the API lists them. */
  runs: Body[];
  records: Body[];
}

const MISSED = /for the whole of the period/;

/** Holds the runs of a monitor against each other, against its cadence and against its records. */
export function checkRuns({ id, periodMs, createdAtMs, isAnchored, runs, records }: RunsOfMonitor): void {
  const executed = runs.filter(({ status }) => status !== 'skipped');
  for (const [at, run] of executed.entries()) {
    assert.ok(run.requests_ok + run.requests_failed === run.requests_total);
    if (at > 0) assert.ok(run.started_at >= executed[at - 1].completed_at, `${id}: two runs at once`);
  }
  for (const run of runs) {
    const its: string[] = records
      .filter((record) => record.run_id === run.run_id)
      .map((record) => record.record_id)
      .toSorted((one, other) => Number(BigInt(one) - BigInt(other)));
    assert.deepEqual(
      [run.first_record_id, run.last_record_id, run.record_count],
      [its.at(0) ?? '0', its.at(-1) ?? '0', its.length],
      `${id}: run ${run.run_id} has another range than its records`,
    );
  }
  if (!isAnchored) return;
  const anchorMs = Math.floor(createdAtMs / 1_000) * 1_000;
  const periods = runs.map((run) => {
    const period = Math.floor((Date.parse(run.started_at) - anchorMs) / periodMs);
    // A missed period gets its row in the period after it.
    return MISSED.test(run.status_reason) ? period - 1 : period;
  });
  const seen = runs.map(({ started_at: at, status, status_reason: reason }) => `${at} ${status} ${reason}`).join('\n');
  assert.equal(new Set(periods).size, periods.length, `${id}: a period has two runs:\n${periods.join(' ')}\n${seen}`);
}
