import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { SCOPES } from '../api/scopes.ts';
import { Form } from '../forms/Form.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Examples } from '../parts/Examples.tsx';
import { Page } from '../parts/Page.tsx';
import { useAction } from '../state/use-action.ts';
import { NextTimes } from './NextTimes.tsx';
import { Preview } from './Preview.tsx';
import { monitorRequest, requestsOf, type MonitorForm } from './monitor-form.ts';

const EMPTY: MonitorForm = { name: '', queries: '', pages: '', cadence: '1d', scope: '', webhook: '' };
const CADENCES = ['1h', '6h', '12h', '1d', '1w'];

export function NewMonitor() {
  const [form, setForm] = useState(EMPTY);
  const [created, setCreated] = useState<Schemas['MonitorCreated']>();
  const body = monitorRequest(form);
  const create = useAction(async () =>
    setCreated(await call<Schemas['MonitorCreated']>('/v1/monitors', { method: 'POST', body })),
  );
  if (created) return <Created created={created} />;
  const field = (name: keyof MonitorForm) => ({
    value: form[name],
    onInput: (event: { currentTarget: { value: string } }) => setForm({ ...form, [name]: event.currentTarget.value }),
  });
  return (
    <Page title="New monitor">
      <Form class="card" submit={() => create.run()}>
        <label>
          Name
          <input type="text" maxLength={200} placeholder="Competitors" {...field('name')} />
        </label>
        <label>
          Searches, one a line
          <textarea
            id="filter"
            rows={4}
            placeholder={'storm petrels harbour\nseabird colonies'}
            {...field('queries')}
          />
        </label>
        <label>
          Pages to watch, one a line; a CSS selector may follow the address
          <textarea rows={3} placeholder={'https://example.com/prices main .price'} {...field('pages')} />
        </label>
        <div class="row fields wrap">
          <label>
            Every
            <input type="text" list="cadences" required pattern="\d+\s*[smhdw]?" {...field('cadence')} />
            <datalist id="cadences">
              {CADENCES.map((one) => (
                <option value={one} />
              ))}
            </datalist>
          </label>
          <label>
            Scope
            <select {...field('scope')}>
              <option value="">default</option>
              {SCOPES.map((scope) => (
                <option value={scope}>{scope}</option>
              ))}
            </select>
          </label>
          <label class="grow">
            Webhook (may be empty)
            <input type="url" placeholder="https://example.com/hook" {...field('webhook')} />
          </label>
        </div>
        <NextTimes cadence={form.cadence} />
        {create.error && <ErrorBox error={create.error} />}
        <div class="row">
          <button type="submit" class="primary" disabled={create.isRunning || requestsOf(body) === 0}>
            Create the monitor
          </button>
          <a class="button" href="#/monitors">
            Back
          </a>
        </div>
      </Form>
      <Preview body={body} />
      <Examples call={{ method: 'POST', path: '/v1/monitors', body }} />
    </Page>
  );
}

function Created({ created }: { created: Schemas['MonitorCreated'] }) {
  const { monitor, webhook_secret: secret } = created;
  return (
    <Page title="The monitor is made">
      {monitor.webhook && (
        <>
          <p>Its webhooks are signed with this secret. Copy it now: it is not shown again.</p>
          <p class="row command">
            <code class="grow break">{secret}</code>
            <CopyButton text={secret} label="Copy the secret" />
          </p>
        </>
      )}
      <p>
        <a class="button primary" href={`#/monitors/${monitor.monitor_id}`}>
          See its first run
        </a>
      </p>
    </Page>
  );
}
