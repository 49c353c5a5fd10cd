import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { Address } from '../parts/Address.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { Empty } from '../parts/Empty.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Time } from '../parts/Time.tsx';
import { useAction } from '../state/use-action.ts';
import { useAgainEvery, useLoaded } from '../state/use-loaded.ts';
import { figure } from '../text/figures.ts';

type Source = Schemas['Source'];

const AGAIN_MS = 5000;

/** Feeds and sitemaps whose pages become documents. */
export function Sources() {
  const [url, setUrl] = useState('');
  const [loaded, again] = useLoaded<Schemas['SourceList']>('/v1/sources?limit=100');
  const isBusy = loaded.status === 'loaded' && loaded.value.sources.some(({ pages }) => pages.waiting > 0);
  useAgainEvery(AGAIN_MS, isBusy, again);
  const follow = useAction(async () => {
    await call('/v1/sources', { method: 'POST', body: { url } });
    setUrl('');
    again();
  });
  return (
    <section aria-label="Sources">
      <h2>Sources</h2>
      <Form class="row fields" submit={() => follow.run()}>
        <Field
          label="Feed or sitemap"
          grows
          type="url"
          required
          placeholder="https://example.com/feed.xml"
          value={url}
          change={setUrl}
        />
        <button type="submit" class="primary" disabled={follow.isRunning || url === ''}>
          Follow
        </button>
      </Form>
      {follow.error && <ErrorBox error={follow.error} />}
      <Shown loaded={loaded} again={again} lines={4}>
        {({ sources }) =>
          sources.length === 0 ? (
            <Empty title="No source is followed">
              <p>Name a feed or a sitemap above. Its pages are read, kept up to date, and found by searches.</p>
            </Empty>
          ) : (
            <ul class="rows">
              {sources.map((source) => (
                <SourceRow key={source.id} source={source} changed={again} />
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  );
}

function SourceRow({ source, changed }: { source: Source; changed: () => void }) {
  const { run, isRunning, error } = useAction(() =>
    call(`/v1/sources/${source.id}`, { method: 'DELETE' }).then(changed),
  );
  const { known, indexed, waiting, failed } = source.pages;
  return (
    <li>
      <div class="row wrap">
        <span class="grow">
          <Address address={source.url} />
        </span>
        <meter min={0} max={Math.max(known, 1)} value={indexed} aria-label={`${indexed} of ${known} pages indexed`} />
        <span class="quiet figures">
          {figure(indexed)} of {figure(known)} pages{waiting > 0 && `, ${figure(waiting)} wait`}
          {failed > 0 && `, ${figure(failed)} failed`}
        </span>
        <span class="quiet">
          next <Time at={source.next_poll_at} />
        </span>
        <ConfirmButton label="Unfollow" question="With its documents?" isRunning={isRunning} act={run} />
      </div>
      {source.last_error !== undefined && <p class="notice">{source.last_error}</p>}
      {error && <ErrorBox error={error} />}
    </li>
  );
}
