import type { ComponentChildren } from 'preact';
import type { Loaded } from '../state/use-loaded.ts';
import { ErrorBox } from './ErrorBox.tsx';

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

/** Where text will stand: as many lines as it will take. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
