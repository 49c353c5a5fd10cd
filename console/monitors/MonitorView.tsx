import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { Address } from '../parts/Address.tsx';
import { Badge } from '../parts/Badge.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Examples } from '../parts/Examples.tsx';
import { Page } from '../parts/Page.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Time } from '../parts/Time.tsx';
import { goTo } from '../state/use-route.ts';
import { useAction } from '../state/use-action.ts';
import { useAgainEvery, useLoaded } from '../state/use-loaded.ts';
import { MonitorRecords } from './MonitorRecords.tsx';
import { MonitorRuns } from './MonitorRuns.tsx';
import { Webhook } from './Webhook.tsx';

const AGAIN_MS = 3000;

/** One monitor: what it searches and watches, how its runs went, and what it has found. */
export function MonitorView({ id }: { id: string }) {
  const path = `/v1/monitors/${encodeURIComponent(id)}`;
  const [loaded, again] = useLoaded<Schemas['MonitorRead']>(path);
  const isRunning = loaded.status === 'loaded' && loaded.value.run_state === 'running';
  useAgainEvery(AGAIN_MS, isRunning, again);
  return (
    <Page
      title="Monitor"
      actions={
        <a class="button" href="#/monitors">
          All monitors
        </a>
      }
    >
      <Shown loaded={loaded} again={again}>
        {({ monitor, run_state: state }) => (
          <>
            <MonitorFacts monitor={monitor} state={state} />
            <MonitorActions monitor={monitor} path={path} changed={again} />
            <MonitorRuns key={`runs ${state}`} path={path} />
            <MonitorRecords key={`records ${state}`} path={path} />
            {monitor.webhook && <Webhook key={`webhook ${state}`} path={path} webhook={monitor.webhook} />}
          </>
        )}
      </Shown>
      <Examples call={{ method: 'GET', path: `${path}/records` }} />
    </Page>
  );
}

function MonitorFacts({ monitor, state }: { monitor: Schemas['Monitor']; state: string }) {
  return (
    <>
      <p class="question">{monitor.name === '' ? 'Without a name' : monitor.name}</p>
      <p class="row quiet facts">
        <Badge state={state === 'running' ? state : monitor.status} />
        <span>every {monitor.cadence}</span>
        <span>
          next <Time at={monitor.next_run_at} />
        </span>
        <span>
          made <Time at={monitor.created_at} />
        </span>
      </p>
      <ul class="rows">
        {monitor.search_requests.map(({ request, consecutive_failures: failures, last_success_at: at }) => (
          <li class="row">
            <span class="grow">{typeof request.query === 'string' ? request.query : ''}</span>
            {failures > 0 && <Badge state="failed" />}
            <span class="quiet">
              answered <Time at={at} />
            </span>
          </li>
        ))}
        {monitor.page_requests.map(({ request, consecutive_failures: failures, last_success_at: at }) => (
          <li class="row wrap">
            <Address address={request.url} />
            <span class="grow quiet">{request.selector}</span>
            {failures > 0 && <Badge state="failed" />}
            <span class="quiet">
              read <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface MonitorActionsProps {
  monitor: Schemas['Monitor'];
  path: string;
  changed: () => void;
}

function MonitorActions({ monitor, path, changed }: MonitorActionsProps) {
  const isPaused = monitor.status === 'paused';
  const trigger = useAction(() => call(`${path}/trigger`, { method: 'POST' }).then(changed));
  const pause = useAction(() =>
    call(path, { method: 'PATCH', body: { status: isPaused ? 'active' : 'paused' } }).then(changed),
  );
  const remove = useAction(() => call(path, { method: 'DELETE' }).then(() => goTo('#/monitors')));
  const error = trigger.error ?? pause.error ?? remove.error;
  return (
    <>
      <p class="row wrap">
        <button type="button" class="primary" disabled={trigger.isRunning} onClick={() => trigger.run()}>
          Run now
        </button>
        <button type="button" disabled={pause.isRunning} onClick={() => pause.run()}>
          {isPaused ? 'Resume' : 'Pause'}
        </button>
        <ConfirmButton
          label="Delete"
          question="With its runs and records?"
          isRunning={remove.isRunning}
          act={remove.run}
          isSmall={false}
        />
      </p>
      {error && <ErrorBox error={error} />}
    </>
  );
}
