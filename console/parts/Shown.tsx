import type { ComponentChildren } from 'preact';
import type { Loaded } from '../state/use-loaded.ts';
import { ErrorBox } from './ErrorBox.tsx';
import { Skeleton } from './Skeleton.tsx';

interface ShownProps<Result> {
  loaded: Loaded<Result>;
  again: () => void;
  /** Of the skeleton. */
  lines?: number;
  children: (value: Result) => ComponentChildren;
}

/** What has been loaded, or a skeleton, or why it could not be. */
export function Shown<Result>({ loaded, again, lines = 6, children }: ShownProps<Result>) {
  switch (loaded.status) {
    case 'loading':
      return <Skeleton lines={lines} />;
    case 'failed':
      return <ErrorBox error={loaded.error} again={again} />;
    case 'loaded':
      return <>{children(loaded.value)}</>;
  }
}
