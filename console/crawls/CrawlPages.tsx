import { useEffect, useState } from 'preact/hooks';
import type { Schemas } from '../api/schemas.ts';
import { Address } from '../parts/Address.tsx';
import { Badge } from '../parts/Badge.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Pager } from '../parts/Pager.tsx';
import { Shown } from '../parts/Shown.tsx';
import { usePage } from '../state/use-page.ts';

type CrawlPage = Schemas['CrawlPage'];

const PER_PAGE = 50;
const STATES: ReadonlyArray<CrawlPage['status']> = ['stored', 'unchanged', 'skipped', 'failed', 'waiting'];

interface CrawlPagesProps {
  /** Of the crawl in the interface. */
  path: string;
  /** Another value: the list is asked again. */
  changes: string;
  isLive: boolean;
}

/** The addresses of a crawl, all or those of one state. */
export function CrawlPages({ path, changes, isLive }: CrawlPagesProps) {
  const [state, setState] = useState('');
  const filter = state === '' ? '' : `&status=${state}`;
  const { loaded, again, after, go } = usePage<Schemas['CrawlPageList']>(`${path}/pages?limit=${PER_PAGE}${filter}`);
  useEffect(again, [changes]);
  return (
    <section aria-label="Addresses">
      <div class="row">
        <h2 class="grow">Addresses</h2>
        <label class="row">
          State
          <select
            value={state}
            onChange={({ currentTarget }) => {
              setState(currentTarget.value);
              go(undefined);
            }}
          >
            <option value="">all</option>
            {STATES.map((one) => (
              <option value={one}>{one}</option>
            ))}
          </select>
        </label>
      </div>
      <Shown loaded={loaded} again={again} lines={8}>
        {({ pages, next }) => (
          <>
            <PageRows pages={pages} isLive={isLive} />
            <Pager after={after} next={next} go={go} names={{ first: 'First', next: 'Further' }} />
          </>
        )}
      </Shown>
    </section>
  );
}

function PageRows({ pages, isLive }: { pages: readonly CrawlPage[]; isLive: boolean }) {
  if (pages.length === 0)
    return (
      <Empty title="No address">
        <p>{isLive ? 'The crawl has not come to one yet.' : 'The crawl has none of this state.'}</p>
      </Empty>
    );
  return (
    <ul class="rows">
      {pages.map((page) => (
        <li key={page.url} class="row wrap">
          <Badge state={page.status} />
          <span class="grow">
            {page.document_url === undefined ? (
              <Address address={page.url} />
            ) : (
              <a href={`#/documents/read?url=${encodeURIComponent(page.document_url)}`}>{page.title ?? page.url}</a>
            )}
          </span>
          {page.reason !== undefined && <span class="quiet">{page.reason.replaceAll('_', ' ')}</span>}
        </li>
      ))}
    </ul>
  );
}
