import { Address } from '../parts/Address.tsx';
import { Time } from '../parts/Time.tsx';
import { linkable } from '../text/addresses.ts';
import type { ProgressLine } from './run-progress.ts';

/** What a run has done so far, in order. */
export function Progress({ lines, isLive }: { lines: readonly ProgressLine[]; isLive: boolean }) {
  return (
    <ol class="progress" aria-label="Progress" aria-live="polite" aria-busy={isLive}>
      {lines.map(({ id, kind, at, text, items }) => (
        <li key={id} class={kind}>
          <p class="row">
            <span class="grow break">{text}</span>
            <span class="quiet when">{at !== '' && <Time at={at} />}</span>
          </p>
          {items.length > 0 && (
            <ul>
              {items.map((item) => (
                <li>{linkable(item) === undefined ? item : <Address address={item} />}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
      {isLive && <li class="next">Working …</li>}
    </ol>
  );
}
