const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `4 minutes ago`, `in 2 hours`, or the date if it is more than thirty days away. */
export function relativeTime(iso: string, now: Date): string {
  const seconds = Math.round((Date.parse(iso) - now.getTime()) / 1000);
  if (Number.isNaN(seconds)) return iso;
  const away = Math.abs(seconds);
  if (away < 5) return 'just now';
  if (away > 30 * DAY) return iso.slice(0, 10);
  const [count, unit] = inUnits(away);
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return seconds < 0 ? `${words} ago` : `in ${words}`;
}

function inUnits(seconds: number): [count: number, unit: string] {
  if (seconds < MINUTE) return [seconds, 'second'];
  if (seconds < HOUR) return [Math.floor(seconds / MINUTE), 'minute'];
  if (seconds < DAY) return [Math.floor(seconds / HOUR), 'hour'];
  return [Math.floor(seconds / DAY), 'day'];
}

/** The moment as the reader's clock shows it, and its zone. */
export function exactTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return time.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' });
}

/** `0.8 s`, `42 s`, `3 min 20 s`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / MINUTE)} min ${whole % MINUTE} s`;
}
