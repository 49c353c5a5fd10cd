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

type RunList = Schemas['AgentRunList'];

const AGAIN_MS = 3000;
const PER_PAGE = 30;

/** The organization's runs, newest first. */
export function Runs() {
  const { loaded, again, after, go } = usePage<RunList>(`/v1/agent/runs?limit=${PER_PAGE}`);
  const isLive = loaded.status === 'loaded' && loaded.value.runs.some(({ completed_at: at }) => at === null);
  useAgainEvery(AGAIN_MS, isLive, again);
  return (
    <Page
      title="Research"
      about="A run plans searches, reads sources in full, and writes a report in which every sentence names its sources."
      actions={
        <a class="button primary" href="#/?mode=research">
          New run
        </a>
      }
    >
      <Shown loaded={loaded} again={again} lines={8}>
        {({ runs, next }) => (
          <>
            <RunRows runs={runs} />
            <Pager after={after} next={next} go={go} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function RunRows({ runs }: { runs: RunList['runs'] }) {
  if (runs.length === 0)
    return (
      <Empty title="No run yet">
        <p>Ask something that takes more than one page to answer.</p>
        <p>
          <a class="button primary" href="#/?mode=research">
            Start a run
          </a>
        </p>
      </Empty>
    );
  return (
    <ul class="rows">
      {runs.map((run) => (
        <li>
          <a class="row plain" href={`#/research/${run.id}`}>
            <Badge state={run.status} />
            <span class="grow cut">{run.request?.query || 'Without a question'}</span>
            <span class="quiet figures">{run.cost ? counted(run.cost.credits, 'credit') : ''}</span>
            <span class="quiet when">
              <Time at={run.created_at} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
