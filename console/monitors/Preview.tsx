import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { Address } from '../parts/Address.tsx';
import { Badge } from '../parts/Badge.tsx';
import { Empty } from '../parts/Empty.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Skeleton } from '../parts/Shown.tsx';
import { useAction } from '../state/use-action.ts';
import { counted } from '../text/figures.ts';
import { requestsOf, type monitorRequest } from './monitor-form.ts';
import { reasonInWords } from './reasons.ts';
import { SideBySide } from './SideBySide.tsx';

type Previewed = Schemas['MonitorPreview'];

interface PreviewProps {
  /** Of the monitor, as it would be made. */
  body: ReturnType<typeof monitorRequest>;
}

/** What the first run would deliver and suppress, before the monitor is made. */
export function Preview({ body }: PreviewProps) {
  const [previewed, setPreviewed] = useState<Previewed>();
  const { run, isRunning, error } = useAction(async () =>
    setPreviewed(await call<Previewed>('/v1/monitors/preview', { method: 'POST', body })),
  );
  const requests = requestsOf(body);
  return (
    <section aria-label="Preview">
      <p class="row wrap">
        <button type="button" disabled={isRunning || requests === 0} onClick={() => run()}>
          Preview the first run
        </button>
        <span class="quiet">costs {counted(requests, 'credit')} and keeps nothing</span>
      </p>
      {error && <ErrorBox error={error} />}
      {isRunning && <Skeleton />}
      {previewed && !isRunning && <FirstRun previewed={previewed} />}
    </section>
  );
}

function FirstRun({ previewed }: { previewed: Previewed }) {
  const { records, suppressed, requests, pages, warnings = [] } = previewed;
  const delivers = `The first run would deliver ${counted(records.length, 'record')}`;
  return (
    <>
      <h2>
        {delivers}
        {suppressed.length > 0 && ` and suppress ${counted(suppressed.length, 'reprint')}`}
      </h2>
      {warnings.map(({ message }) => (
        <p class="notice">{message}.</p>
      ))}
      {requests.some(({ status, reason }) => status === 'failed' || reason !== '') && <Failures requests={requests} />}
      {records.length === 0 && requests.some(({ url }) => url === undefined) && (
        <Empty title="Nothing is about these searches today">
          <p>The monitor would deliver what appears later. Other words, or another scope, may find more now.</p>
        </Empty>
      )}
      <ul class="rows">
        {records.map(({ novelty, search_result: { document, matched_requests: matched } }) => (
          <li>
            <p class="row wrap">
              <Badge state={novelty} />
              <b class="grow break">{document.title === '' ? document.url : document.title}</b>
            </p>
            <p class="row wrap quiet">
              <Address address={document.url} />
              <span>found by “{matched.map(({ query }) => query).join('”, “')}”</span>
            </p>
          </li>
        ))}
      </ul>
      {pages.length > 0 && <WatchedPages pages={pages} />}
      {suppressed.length > 0 && <Reprints previewed={previewed} />}
    </>
  );
}

function Failures({ requests }: Pick<Previewed, 'requests'>) {
  return (
    <ul class="rows">
      {requests
        .filter(({ status, reason }) => status === 'failed' || reason !== '')
        .map(({ query, url, status, reason }) => (
          <li class="row wrap">
            <Badge state={status} /> <b>{url ?? query}</b> <span class="quiet">{reason}</span>
          </li>
        ))}
    </ul>
  );
}

/** The text with which the second run compares the pages. */
function WatchedPages({ pages }: Pick<Previewed, 'pages'>) {
  return (
    <>
      <h3>Watched</h3>
      <ul class="rows">
        {pages.map(({ url, title, content }) => (
          <li>
            <details>
              <summary>
                <b>{title === '' ? url : title}</b>
              </summary>
              <p class="quoted" tabIndex={0}>
                {content}
              </p>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

function Reprints({ previewed: { records, suppressed } }: { previewed: Previewed }) {
  const delivered = records.map(({ search_result: { document } }) => document);
  return (
    <>
      <h3>Suppressed</h3>
      <ul class="rows">
        {suppressed.map(({ document, reason, novel_share: share, duplicate_of: url }) => {
          const original = delivered.find((one) => one.url === url);
          return (
            <li>
              <details>
                <summary>
                  <b>{document.title}</b> {reasonInWords(reason, share)}
                </summary>
                <SideBySide
                  reprint={{ ...document, text: document.content }}
                  original={original && { ...original, text: original.content }}
                />
              </details>
            </li>
          );
        })}
      </ul>
    </>
  );
}
