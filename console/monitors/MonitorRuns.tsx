import { useState } from 'preact/hooks';
import type { Schemas } from '../api/schemas.ts';
import { Badge } from '../parts/Badge.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Time } from '../parts/Time.tsx';
import { useLoaded } from '../state/use-loaded.ts';
import { counted } from '../text/figures.ts';
import { reasonInWords } from './reasons.ts';
import { RunStrip } from './RunStrip.tsx';
import { SideBySide } from './SideBySide.tsx';

type Run = Schemas['MonitorRun'];

const SHOWN = 90;
const LISTED = 20;

/** The runs by outcome, oldest to newest as a strip, and one after the other. */
export function MonitorRuns({ path }: { path: string }) {
  const [loaded, again] = useLoaded<Schemas['MonitorRunList']>(`${path}/runs?limit=${SHOWN}&sort=desc`);
  const [open, setOpen] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  return (
    <section aria-label="Runs">
      <h2>Runs</h2>
      <Shown loaded={loaded} again={again} lines={3}>
        {({ runs }) => (
          <>
            {runs.length === 0 && <p class="quiet">Its first run is on its way.</p>}
            <RunStrip runs={runs.slice(0, SHOWN).toReversed()} />
            <ul class="rows">
              {runs.slice(0, isWhole ? SHOWN : LISTED).map((run) => (
                <li key={run.run_id}>
                  <RunRow
                    run={run}
                    toggle={() => setOpen(open === run.run_id ? undefined : run.run_id)}
                    isOpen={open === run.run_id}
                  />
                  {open === run.run_id && (
                    <div class="opened">
                      <Suppressed path={`${path}/runs/${run.run_id}`} />
                    </div>
                  )}
                </li>
              ))}
            </ul>
            {!isWhole && runs.length > LISTED && (
              <button type="button" onClick={() => setWhole(true)}>
                Show all {runs.length}
              </button>
            )}
          </>
        )}
      </Shown>
    </section>
  );
}

function RunRow({ run, toggle, isOpen }: { run: Run; toggle(): void; isOpen: boolean }) {
  return (
    <button type="button" class="row plain" aria-expanded={isOpen} onClick={toggle}>
      <Badge state={run.status} />
      <span class="grow cut">{run.status_reason}</span>
      <span class="quiet figures">
        {counted(run.record_count, 'record')}, {run.requests_ok} of {counted(run.requests_total, 'request')}
      </span>
      <span class="quiet when">
        <Time at={run.completed_at} />
      </span>
    </button>
  );
}

/** What a run has found and not delivered. */
function Suppressed({ path }: { path: string }) {
  const [loaded, again] = useLoaded<Schemas['MonitorSuppressedList']>(`${path}/suppressed?include_content=true`);
  return (
    <Shown loaded={loaded} again={again} lines={2}>
      {({ suppressed, has_more: hasMore }) => (
        <>
          <p class="quiet">
            {suppressed.length === 0
              ? 'This run suppressed nothing.'
              : `This run suppressed ${counted(suppressed.length, 'document')}${hasMore ? ' and more' : ''}.`}
          </p>
          <ul class="rows">
            {suppressed.map(({ ordinal, title, url, content, reason, novel_share: share, original }) => (
              <li key={ordinal}>
                <details>
                  <summary>
                    <b>{title === '' ? url : title}</b> {reasonInWords(reason, share)}
                  </summary>
                  <SideBySide
                    reprint={{ url, title, text: content }}
                    original={original && { ...original, text: original.content }}
                  />
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
    </Shown>
  );
}
