import { useState } from 'preact/hooks';
import type { Schemas } from '../api/schemas.ts';
import { Empty } from '../parts/Empty.tsx';
import { Markdown } from '../parts/Markdown.tsx';
import { Shown } from '../parts/Shown.tsx';
import { useLoaded } from '../state/use-loaded.ts';
import { PageChange } from './PageChange.tsx';
import { RecordHead } from './RecordHead.tsx';

const PER_PAGE = 30;

/** What a monitor has delivered, newest first. */
export function MonitorRecords({ path }: { path: string }) {
  const [before, setBefore] = useState<string>();
  const cursor = before === undefined ? '' : `&before=${before}`;
  const [loaded, again] = useLoaded<Schemas['MonitorRecordList']>(
    `${path}/records?limit=${PER_PAGE}&sort=desc&include_content=false${cursor}`,
  );
  return (
    <section aria-label="Records">
      <h2>Records</h2>
      <Shown loaded={loaded} again={again}>
        {({ records, has_more: hasMore }) => (
          <>
            {records.length === 0 && (
              <Empty title="Nothing new yet">
                <p>
                  Records appear here when a run finds a document that was not delivered before, or a page that has
                  changed.
                </p>
              </Empty>
            )}
            <ul class="rows">
              {records.map((record) => (
                <RecordRow key={record.record_id} record={record} />
              ))}
            </ul>
            {hasMore && (
              <button type="button" onClick={() => setBefore(records.at(-1)?.record_id)}>
                Older
              </button>
            )}
          </>
        )}
      </Shown>
    </section>
  );
}

function RecordRow({ record }: { record: Schemas['MonitorRecord'] }) {
  if (record.page_change) return <PageChange record={record} change={record.page_change} />;
  if (!record.search_result) return null;
  const { document, matched_requests: matched } = record.search_result;
  const [snippet] = document.snippets;
  return (
    <li>
      <RecordHead record={record} title={document.title} url={document.url}>
        found by “{matched.map(({ query }) => query).join('”, “')}”
      </RecordHead>
      {snippet && (
        <details>
          <summary>Passage</summary>
          <Markdown text={snippet.text} />
        </details>
      )}
    </li>
  );
}
