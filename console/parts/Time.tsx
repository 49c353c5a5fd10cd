import { useEffect, useState } from 'preact/hooks';
import { exactTime, relativeTime } from '../text/times.ts';

const TICK_MS = 15_000;

/** A time as its distance from now, the exact one on hover. */
export function Time({ at }: { at: string | null | undefined }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (at === null || at === undefined || at === '') return <span class="quiet">–</span>;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, now > new Date(at) ? now : new Date())}
    </time>
  );
}
