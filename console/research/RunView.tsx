import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { Badge } from '../parts/Badge.tsx';
import { Cited } from '../parts/Cited.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Examples } from '../parts/Examples.tsx';
import { Page } from '../parts/Page.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Time } from '../parts/Time.tsx';
import { useAction } from '../state/use-action.ts';
import { useSeesInstallation } from '../state/use-installation.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { counted } from '../text/figures.ts';
import { duration } from '../text/times.ts';
import { FollowUp } from './FollowUp.tsx';
import { Progress } from './Progress.tsx';
import { knownSentence, SourcePassage } from './SourcePassage.tsx';
import { TemporalLink } from './TemporalLink.tsx';
import { useProgress } from './use-progress.ts';

type Run = Schemas['AgentRun'];

/** One run: its progress as it happens, then its report. */
export function RunView({ id }: { id: string }) {
  const path = `/v1/agent/runs/${encodeURIComponent(id)}`;
  const [loaded, again] = useLoaded<Run>(path);
  const { lines, error } = useProgress(encodeURIComponent(id), again);
  const cancel = useAction(() => call(`${path}/cancel`, { method: 'POST' }).then(again));
  const seesInstallation = useSeesInstallation();
  const isLive = loaded.status === 'loaded' && loaded.value.completed_at === null;
  const actions = (
    <>
      {isLive && (
        <button type="button" class="danger" disabled={cancel.isRunning} onClick={() => cancel.run()}>
          Cancel the run
        </button>
      )}
      {seesInstallation && <TemporalLink workflow={id} />}
      <a class="button" href="#/research">
        All runs
      </a>
    </>
  );
  return (
    <Page title="Research run" actions={actions}>
      {(cancel.error ?? error) && <ErrorBox error={(cancel.error ?? error) as Error} again={again} />}
      <Shown loaded={loaded} again={again} lines={10}>
        {(run) => (
          <>
            <RunFacts run={run} />
            <div class="run">
              <Report run={run} />
              <details open={isLive || run.output === null}>
                <summary>{counted(lines.length, 'step')}</summary>
                <Progress lines={lines} isLive={isLive} />
              </details>
            </div>
            {!isLive && <FollowUp key={run.id} run={run} />}
          </>
        )}
      </Shown>
      <Examples call={{ method: 'GET', path }} />
    </Page>
  );
}

function RunFacts({ run }: { run: Run }) {
  const { status, request, cost, created_at: created, started_at: started, completed_at: completed, warnings } = run;
  return (
    <>
      <p class="question">{request?.query}</p>
      <p class="row quiet facts">
        <Badge state={status} />
        <span>
          <Time at={created} />
        </span>
        {started !== null && completed !== null && (
          <span>took {duration(Date.parse(completed) - Date.parse(started))}</span>
        )}
        {request && <span>effort {request.effort}</span>}
        {request?.previous_run_id && <a href={`#/research/${request.previous_run_id}`}>follows a run</a>}
        {cost && (
          <span class="figures">
            {counted(cost.searches, 'search', 'searches')}, {counted(cost.pages, 'page')},{' '}
            {cost.tokens > 0 && `${counted(cost.tokens, 'token')}, `}
            <b>{counted(cost.credits, 'credit')}</b>
          </span>
        )}
      </p>
      {run.error && (
        <p class="notice">
          <code>{run.error.code}</code> {run.error.message}
        </p>
      )}
      {warnings.map(({ message }) => (
        <p class="notice">{message}</p>
      ))}
    </>
  );
}

function Report({ run }: { run: Run }) {
  const { output } = run;
  if (!output) return null;
  if (output.structured !== null)
    return (
      <pre tabIndex={0}>
        <code>{JSON.stringify(output.structured, null, 2)}</code>
      </pre>
    );
  const { sources } = output;
  return (
    <Cited
      text={output.text ?? ''}
      sources={sources}
      placeOf={(key) => sources.findIndex((source) => String(source.id) === key)}
      hint={({ url }, claim) => knownSentence(url, claim)}
      passage={({ url }, claim) => <SourcePassage key={`${url} ${claim}`} url={url} claim={claim} />}
    />
  );
}
