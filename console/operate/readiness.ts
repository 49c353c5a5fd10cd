import { useCallback, useEffect, useState } from 'preact/hooks';
import { unreachable } from '../api/failure.ts';
import type { Loaded } from '../state/use-loaded.ts';

export interface PartReadiness {
  state: 'ready' | 'unavailable';
  reason?: string;
}

type Parts = Record<string, PartReadiness>;

/** `/readyz`, whose 503 is an answer as well: it names the part that is away. */
export function useReadiness(): [loaded: Loaded<Parts>, again: () => void] {
  const [loaded, setLoaded] = useState<Loaded<Parts>>({ status: 'loading' });
  const again = useCallback(() => {
    fetch('/readyz')
      .then(async (response) => ((await response.json()) as { parts: Parts }).parts)
      .then(
        (value) => setLoaded({ status: 'loaded', value }),
        () => setLoaded({ status: 'failed', error: unreachable() }),
      );
  }, []);
  useEffect(again, [again]);
  return [loaded, again];
}
