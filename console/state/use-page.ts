import { useState } from 'preact/hooks';
import { useLoaded, type Loaded } from './use-loaded.ts';

/** One page of a list of the interface that goes on after a cursor. */
interface ListPage<Result> {
  loaded: Loaded<Result>;
  again: () => void;
  /** The cursor of the page; undefined for the first one. */
  after: string | undefined;
  go(after: string | undefined): void;
}

/** @param path with its query */
export function usePage<Result>(path: string): ListPage<Result> {
  const [after, go] = useState<string>();
  const cursor = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
  const [loaded, again] = useLoaded<Result>(path + cursor);
  return { loaded, again, after, go };
}
