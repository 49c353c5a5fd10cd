import { useState } from 'preact/hooks';
import type { Schemas } from '../api/schemas.ts';
import { Time } from '../parts/Time.tsx';
import { RecordHead } from './RecordHead.tsx';

type Change = NonNullable<Schemas['MonitorRecord']['page_change']>;

const SHOWN = 4;

/** What a watched page gained and lost. */
export function PageChange({ record, change }: { record: Schemas['MonitorRecord']; change: Change }) {
  const { page, added, removed, added_count: gained, removed_count: lost } = change;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? Infinity : SHOWN;
  const hidden = Math.max(0, added.length - SHOWN) + Math.max(0, removed.length - SHOWN);
  return (
    <li>
      <RecordHead record={record} title={page.title} url={page.url}>
        {gained} added, {lost} removed since <Time at={change.previous_read_at} />
      </RecordHead>
      <div class="beside">
        <Side name="Added" parts={added.slice(0, shown)} isMarked />
        <Side name="Removed" parts={removed.slice(0, shown)} />
      </div>
      {!isWhole && hidden > 0 && (
        <button type="button" onClick={() => setWhole(true)}>
          Show {hidden} more
        </button>
      )}
    </li>
  );
}

function Side({ name, parts, isMarked = false }: { name: string; parts: readonly string[]; isMarked?: boolean }) {
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      {parts.length === 0 && <p class="quiet">Nothing</p>}
      <div class="quoted" tabIndex={0}>
        {parts.map((part, index) => (
          <p key={index}>{isMarked ? <ins>{part}</ins> : <del>{part}</del>}</p>
        ))}
      </div>
    </section>
  );
}
