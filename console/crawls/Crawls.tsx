import type { Schemas } from '../api/schemas.ts';
import { Badge } from '../parts/Badge.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Page } from '../parts/Page.tsx';
import { Pager } from '../parts/Pager.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Time } from '../parts/Time.tsx';
import { useAgainEvery } from '../state/use-loaded.ts';
import { usePage } from '../state/use-page.ts';
import { counted } from '../text/figures.ts';

type CrawlList = Schemas['CrawlList'];

const AGAIN_MS = 3000;
const PER_PAGE = 30;

/** The organization's crawls, newest first. */
export function Crawls() {
  const { loaded, again, after, go } = usePage<CrawlList>(`/v1/crawls?limit=${PER_PAGE}`);
  const isLive = loaded.status === 'loaded' && loaded.value.crawls.some(({ completed_at: at }) => at === undefined);
  useAgainEvery(AGAIN_MS, isLive, again);
  return (
    <Page
      title="Crawls"
      about="A crawl reads whole sites into your documents, one request at a time for each host, and can keep them fresh."
      actions={
        <a class="button primary" href="#/crawls/new">
          New crawl
        </a>
      }
    >
      <Shown loaded={loaded} again={again} lines={8}>
        {({ crawls, next }) => (
          <>
            <CrawlRows crawls={crawls} />
            <Pager after={after} next={next} go={go} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function CrawlRows({ crawls }: Pick<CrawlList, 'crawls'>) {
  if (crawls.length === 0)
    return (
      <Empty title="No crawl yet">
        <p>Name a site. Its pages are found by searches, answers and runs while the crawl goes on.</p>
        <p>
          <a class="button primary" href="#/crawls/new">
            Crawl a site
          </a>
        </p>
      </Empty>
    );
  return (
    <ul class="rows">
      {crawls.map(({ id, status, request, counts, created_at: created }) => (
        <li key={id}>
          <a class="row plain" href={`#/crawls/${id}`}>
            <Badge state={status} />
            <span class="grow cut">{request.urls.join(', ')}</span>
            <span class="quiet figures">{counted(counts.stored + counts.unchanged, 'page')}</span>
            <span class="quiet when">
              <Time at={created} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
