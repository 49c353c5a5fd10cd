import { exactTime } from '../text/times.ts';
import { nextTimes } from '../text/cadence.ts';

const SHOWN = 5;

/** When a monitor would run if it were made now. */
export function NextTimes({ cadence }: { cadence: string }) {
  const times = nextTimes(cadence, new Date(), SHOWN);
  if (times.length === 0)
    return <p class="notice">A cadence is a count and one of s, m, h, d, w, such as 6h; an hour at least.</p>;
  return (
    <details>
      <summary>Its next {SHOWN} runs, the first at once</summary>
      <ol>
        {times.map((time) => (
          <li class="figures">{exactTime(time.toISOString())}</li>
        ))}
      </ol>
    </details>
  );
}
