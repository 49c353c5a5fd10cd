import { useEffect, useState } from 'preact/hooks';

export interface Play<Result> {
  value: Result | undefined;
  error: Error | undefined;
  /** Milliseconds that it took; undefined until it has ended. */
  tookMs: number | undefined;
}

/** Does something once for each `key`, and shows what has come of it so far. It is stopped when the reader leaves. */
export function usePlay<Result>(
  key: unknown,
  act: (signal: AbortSignal, tell: (value: Result) => void) => Promise<Result>,
): Play<Result> {
  const nothing: Play<Result> = { value: undefined, error: undefined, tookMs: undefined };
  const [play, setPlay] = useState(nothing);
  useEffect(() => {
    const leaving = new AbortController();
    const startedAt = performance.now();
    const set = (next: Partial<Play<Result>>) => {
      if (!leaving.signal.aborted) setPlay((before) => ({ ...before, ...next }));
    };
    setPlay(nothing);
    act(leaving.signal, (value) => set({ value })).then(
      (value) => set({ value, tookMs: performance.now() - startedAt }),
      (error: unknown) => set({ error: error as Error, tookMs: performance.now() - startedAt }),
    );
    return () => leaving.abort();
  }, [key]);
  return play;
}
