import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { Badge } from '../parts/Badge.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Examples } from '../parts/Examples.tsx';
import { Page } from '../parts/Page.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Time } from '../parts/Time.tsx';
import { useAction } from '../state/use-action.ts';
import { useAgainEvery, useLoaded } from '../state/use-loaded.ts';
import { counted, figure } from '../text/figures.ts';
import { CrawlPages } from './CrawlPages.tsx';

type Crawl = Schemas['Crawl'];

const AGAIN_MS = 2000;

/** One crawl: its counts as it goes on, and its addresses. */
export function CrawlView({ id }: { id: string }) {
  const path = `/v1/crawls/${encodeURIComponent(id)}`;
  const [loaded, again] = useLoaded<Schemas['CrawlResponse']>(path);
  const crawl = loaded.status === 'loaded' ? loaded.value.crawl : undefined;
  const isLive = crawl !== undefined && crawl.completed_at === undefined;
  useAgainEvery(AGAIN_MS, isLive, again);
  const cancel = useAction(() => call(`${path}/cancel`, { method: 'POST' }).then(again));
  const remove = useAction(async () => {
    await call(path, { method: 'DELETE' });
    location.hash = '#/crawls';
  });
  const actions = (
    <>
      {isLive && (
        <button type="button" class="danger" disabled={cancel.isRunning} onClick={() => cancel.run()}>
          Cancel the crawl
        </button>
      )}
      {crawl && !isLive && (
        <ConfirmButton
          label="Delete"
          question="With its documents?"
          isSmall={false}
          isRunning={remove.isRunning}
          act={remove.run}
        />
      )}
      <a class="button" href="#/crawls">
        All crawls
      </a>
    </>
  );
  const error = cancel.error ?? remove.error;
  return (
    <Page title="Crawl" actions={actions}>
      {error && <ErrorBox error={error} again={again} />}
      <Shown loaded={loaded} again={again} lines={6}>
        {({ crawl: shown }) => (
          <>
            <CrawlFacts crawl={shown} />
            <CrawlPages path={path} changes={figureOf(shown)} isLive={isLive} />
          </>
        )}
      </Shown>
      <Examples call={{ method: 'GET', path }} />
    </Page>
  );
}

/** Changes with every address that was read. */
const figureOf = ({ counts, round }: Crawl) => Object.values(counts).join('/') + round;

function CrawlFacts({ crawl }: { crawl: Crawl }) {
  const { status, stop_reason: reason, request, counts, round, next_round_at: nextRound, warnings = [] } = crawl;
  const read = counts.stored + counts.unchanged + counts.skipped + counts.failed;
  return (
    <>
      <p class="question break">{request.urls.join(', ')}</p>
      <p class="row quiet facts wrap">
        <Badge state={status} />
        {reason && reason !== 'finished' && reason !== status && <span>{reason.replaceAll('_', ' ')}</span>}
        <span>
          <Time at={crawl.created_at} />
        </span>
        {request.collection && <span>collection {request.collection}</span>}
        {round > 1 && <span>round {figure(round)}</span>}
        {nextRound && (
          <span>
            next round <Time at={nextRound} />
          </span>
        )}
      </p>
      <p class="row wrap">
        <meter
          min={0}
          max={Math.max(counts.found, 1)}
          value={read}
          aria-label={`${read} of ${counts.found} addresses read`}
        />
        <span class="figures">
          {figure(read)} of {counted(counts.found, 'address', 'addresses')}: <b>{figure(counts.stored)} stored</b>,{' '}
          {figure(counts.unchanged)} unchanged, {figure(counts.skipped)} skipped, {figure(counts.failed)} failed
        </span>
      </p>
      {warnings.map(({ message }) => (
        <p class="notice">{message}</p>
      ))}
    </>
  );
}
