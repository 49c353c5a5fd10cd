import type { Schemas } from '../api/schemas.ts';
import { Badge } from '../parts/Badge.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Page } from '../parts/Page.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Time } from '../parts/Time.tsx';
import { useLoaded } from '../state/use-loaded.ts';
import { counted } from '../text/figures.ts';

export function Monitors() {
  const [loaded, again] = useLoaded<Schemas['MonitorList']>('/v1/monitors?limit=100');
  const make = (
    <a class="button primary" href="#/monitors/new">
      New monitor
    </a>
  );
  return (
    <Page
      title="Monitors"
      about="A monitor runs searches and reads pages on a cadence, and keeps what is new."
      actions={make}
    >
      <Shown loaded={loaded} again={again}>
        {({ monitors }) =>
          monitors.length === 0 ? (
            <Empty title="No monitor yet">
              <p>Choose what to watch. The first run begins at once.</p>
              <p>{make}</p>
            </Empty>
          ) : (
            <ul class="rows">
              {monitors.map((monitor) => (
                <MonitorRow monitor={monitor} />
              ))}
            </ul>
          )
        }
      </Shown>
    </Page>
  );
}

function MonitorRow({ monitor }: { monitor: Schemas['Monitor'] }) {
  const {
    monitor_id: id,
    name,
    status,
    cadence,
    search_requests: searches,
    page_requests: pages,
    next_run_at: next,
  } = monitor;
  return (
    <li>
      <a class="row plain" href={`#/monitors/${id}`}>
        <Badge state={status} />
        <span class="grow cut">{name === '' ? 'Without a name' : name}</span>
        {searches.length > 0 && <span class="quiet">{counted(searches.length, 'search', 'searches')}</span>}
        {pages.length > 0 && <span class="quiet">{counted(pages.length, 'page')}</span>}
        <span class="quiet">every {cadence}</span>
        <span class="quiet when">
          next <Time at={next} />
        </span>
      </a>
    </li>
  );
}
