import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Schemas } from '../api/schemas.ts';
import { Badge } from '../parts/Badge.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Time } from '../parts/Time.tsx';
import { useAction } from '../state/use-action.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { counted } from '../text/figures.ts';
import { VerifyCode } from './VerifyCode.tsx';

type Delivery = Schemas['WebhookDelivery'];

/** Where a monitor tells of its runs, how that went, and a way to try it. */
export function Webhook({ path, webhook }: { path: string; webhook: NonNullable<Schemas['Monitor']['webhook']> }) {
  const [loaded, again] = useLoaded<Schemas['WebhookDeliveryList']>(`${path}/webhook/deliveries?limit=20`);
  const [tested, setTested] = useState<Schemas['WebhookTested']>();
  const test = useAction(async () =>
    setTested(await call<Schemas['WebhookTested']>(`${path}/webhook/test`, { method: 'POST' })),
  );
  return (
    <section aria-label="Webhook">
      <h2>Webhook</h2>
      <p class="row wrap">
        <Badge state={webhook.status} />
        <code class="grow break">{webhook.url}</code>
        <button type="button" disabled={test.isRunning} onClick={() => test.run()}>
          Send a test
        </button>
      </p>
      <p class="quiet">
        {webhook.events.length === 0 ? 'It gets all events.' : `It gets ${webhook.events.join(' and ')}.`}
      </p>
      {webhook.status_reason !== undefined && <p class="notice">{webhook.status_reason}</p>}
      {test.error && <ErrorBox error={test.error} />}
      {tested && (
        <p class="row wrap" role="status">
          <Badge state={tested.delivered ? 'delivered' : 'failed'} />
          <code>{tested.http_status_code ?? 'no answer'}</code> {tested.error}
        </p>
      )}
      <Shown loaded={loaded} again={again} lines={2}>
        {({ deliveries }) => (
          <>
            {deliveries.length === 0 && NOTHING_SENT}
            <ul class="rows">
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          </>
        )}
      </Shown>
      <VerifyCode />
    </section>
  );
}

const NOTHING_SENT = <p class="quiet">Nothing was sent yet. A run that ends sends a message.</p>;

function DeliveryRow({ delivery: { event, status, run_id: run, attempts } }: { delivery: Delivery }) {
  const last = attempts.at(-1);
  return (
    <li>
      <details>
        <summary>
          <Badge state={status} /> <b>{event}</b> of run {run}, {counted(attempts.length, 'attempt')}
          {last && `, the last answered ${last.http_status_code ?? 'nothing'}`}, <Time at={last?.at} />
        </summary>
        <ol class="attempts">
          {attempts.map((attempt) => (
            <AttemptRow key={attempt.at} attempt={attempt} />
          ))}
        </ol>
      </details>
    </li>
  );
}

function AttemptRow({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const { at, http_status_code: code, error, response_body: body } = attempt;
  return (
    <li>
      <p class="row wrap">
        <Badge state={error === undefined ? 'ok' : 'failed'} />
        <code>{code ?? 'no answer'}</code>
        <span class="grow quiet">{error}</span>
        <Time at={at} />
      </p>
      {body !== undefined && (
        <pre tabIndex={0}>
          <code>{body}</code>
        </pre>
      )}
    </li>
  );
}
