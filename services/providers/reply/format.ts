const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 });

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return list.format(parts);
}

/** Joins statements, one sentence a line; empty ones are omitted. `Apple Inc.` gets no second full stop. */
export function inSentences(parts: ReadonlyArray<string | false | null | undefined>): string {
  return parts.flatMap((part) => (part ? [part.endsWith('.') ? part : `${part}.`] : [])).join('\n');
}

/** `383285000000` as `383,285,000,000`. */
export function inDigits(amount: number): string {
  return number.format(amount);
}

const SCALES = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
] as const;

/** `383285000000` as `383.3 billion`; undefined below a million. */
export function rounded(amount: number): string | undefined {
  const scale = SCALES.find(([size]) => Math.abs(amount) >= size);
  return scale && `${Math.round((amount / scale[0]) * 10) / 10} ${scale[1]}`;
}
