const TONES: Record<string, string> = {
  completed: 'good',
  ok: 'good',
  ready: 'good',
  active: 'good',
  delivered: 'good',
  indexed: 'good',
  stored: 'good',
  running: 'busy',
  pending: 'busy',
  waiting: 'busy',
  partial: 'warn',
  skipped: 'warn',
  paused: 'warn',
  low: 'warn',
  off: 'dull',
  cancelled: 'dull',
  unchanged: 'dull',
  failed: 'bad',
  error: 'bad',
  exhausted: 'bad',
  unreachable: 'bad',
  unavailable: 'bad',
  disabled: 'bad',
};

/** A state, by its word and a colour. */
export function Badge({ state }: { state: string }) {
  return <span class={`badge ${TONES[state] ?? 'dull'}`}>{state}</span>;
}
