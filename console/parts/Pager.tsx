interface PagerProps {
  /** The cursor of the page that is shown; undefined for the first one. */
  after: string | undefined;
  /** The cursor of the page after it; null or undefined if it is the last one. */
  next: string | null | undefined;
  go(after: string | undefined): void;
  /** What the buttons say. */
  names?: { first: string; next: string };
}

/** The way through a list that is longer than a page. */
export function Pager({ after, next, go, names = { first: 'Newest', next: 'Older' } }: PagerProps) {
  return (
    <p class="row">
      {after !== undefined && (
        <button type="button" onClick={() => go(undefined)}>
          {names.first}
        </button>
      )}
      {typeof next === 'string' && (
        <button type="button" onClick={() => go(next)}>
          {names.next}
        </button>
      )}
    </p>
  );
}
