import { useCallback, useEffect, useState } from 'preact/hooks';
import { call } from '../api/call.ts';

export type Loaded<Result> =
  | { status: 'loading' }
  | { status: 'failed'; error: Error }
  | { status: 'loaded'; value: Result };

/** What a path of the interface answers, kept while it is asked again, and a way to ask again. */
export function useLoaded<Result>(path: string): [loaded: Loaded<Result>, again: () => void] {
  const [state, setState] = useState<{ path: string; loaded: Loaded<Result> }>({ path, loaded: { status: 'loading' } });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    call<Result>(path, { signal: leaving.signal }).then(
      (value) => setState({ path, loaded: { status: 'loaded', value } }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setState({ path, loaded: { status: 'failed', error: error as Error } });
      },
    );
    return () => leaving.abort();
  }, [path, round]);
  const again = useCallback(() => setRound((one) => one + 1), []);
  return [state.path === path ? state.loaded : { status: 'loading' }, again];
}

/** Asks again in an interval while `isOn`. */
export function useAgainEvery(milliseconds: number, isOn: boolean, again: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(again, milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, isOn, again]);
}
