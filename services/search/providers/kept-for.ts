/** What was read with a key, read again once it is older than that. A failed reading is not kept. */
export function keptFor<Value>(
  freshMs: number,
  most: number,
  read: (key: string, signal: AbortSignal) => Promise<Value>,
): (key: string, now: { nowMs: number; signal: AbortSignal }) => Promise<Value> {
  const kept = new Map<string, { value: Value; readAtMs: number }>();
  return async (key, { nowMs, signal }) => {
    const known = kept.get(key);
    if (known && nowMs - known.readAtMs < freshMs) return known.value;
    const value = await read(key, signal);
    kept.delete(key);
    const [oldest] = kept.keys();
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
    kept.set(key, { value, readAtMs: nowMs });
    return value;
  };
}
