import type { Schemas } from '../api/schemas.ts';
import { counted } from '../text/figures.ts';
import { exactTime, relativeTime } from '../text/times.ts';

type Run = Schemas['MonitorRun'];

const OUTCOMES = ['completed', 'partial', 'failed', 'skipped'] as const;
const HEIGHT = 48;
/** Of a run without a record, so that it is seen. */
const LEAST = 6;
const WIDTH = 10;
const GAP = 2;

/** Runs over time, oldest first: the colour is the outcome, the height is what was delivered. */
export function RunStrip({ runs }: { runs: readonly Run[] }) {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return null;
  const most = Math.max(...runs.map(({ record_count: count }) => count), 1);
  const counts = OUTCOMES.map((outcome) => ({ outcome, runs: runs.filter(({ status }) => status === outcome).length }));
  const told = counts.filter(({ runs: count }) => count > 0);
  const now = new Date();
  return (
    <figure class="runs-strip">
      <figcaption class="row wrap quiet facts">
        {told.map(({ outcome, runs: count }) => (
          <span class={`outcome ${outcome}`}>
            {count} {outcome}
          </span>
        ))}
        <span>height: records of the run, {most} at most</span>
      </figcaption>
      <svg
        class="strip"
        width={runs.length * WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${runs.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${counted(runs.length, 'run')}: ${told.map(({ outcome, runs: count }) => `${count} ${outcome}`).join(', ')}`}
      >
        {runs.map(({ run_id: id, status, record_count: records, completed_at: at }, index) => {
          const height = LEAST + ((HEIGHT - LEAST) * records) / most;
          return (
            <rect
              key={id}
              class={status}
              x={index * WIDTH}
              y={HEIGHT - height}
              width={WIDTH - GAP}
              height={height}
              rx={2}
            >
              <title>{`${exactTime(at)}: ${status}, ${counted(records, 'record')}`}</title>
            </rect>
          );
        })}
      </svg>
      <p class="quiet">
        from {relativeTime(first.completed_at, now)} to {relativeTime(last.completed_at, now)}
      </p>
    </figure>
  );
}
