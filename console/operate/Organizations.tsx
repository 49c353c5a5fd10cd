import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Statement } from '../account/Statement.tsx';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { Empty } from '../parts/Empty.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Page } from '../parts/Page.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { useAction } from '../state/use-action.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { figure } from '../text/figures.ts';

interface ListedOrganization {
  id: string;
  name: string;
  balance: number;
  held: number;
  created_at: string;
}

const ORGANIZATIONS = '/console/organizations';

/** Balances of all organizations, and one of them with its credits. For operators. */
export function Organizations({ id }: { id: string }) {
  const [loaded, again] = useLoaded<{ organizations: ListedOrganization[] }>(ORGANIZATIONS);
  return (
    <Shown loaded={loaded} again={again}>
      {({ organizations }) => {
        const one = organizations.find((listed) => listed.id === id);
        if (one) return <Organization key={one.id} organization={one} changed={again} />;
        return (
          <Page title="Organizations" about="Balances of this installation. What an organization keeps is its own.">
            {id !== '' && (
              <Empty title="There is no such organization">
                <p>It may have been named wrongly. All of them are below.</p>
              </Empty>
            )}
            <List organizations={organizations} />
          </Page>
        );
      }}
    </Shown>
  );
}

function List({ organizations }: { organizations: readonly ListedOrganization[] }) {
  return (
    <Table
      label="Organizations"
      columns={['Name', { name: 'Balance', as: 'number' }, { name: 'Held', as: 'number' }, 'Since']}
    >
      {organizations.map(({ id, name, balance, held, created_at: since }) => (
        <tr key={id}>
          <th scope="row">
            <a href={`#/organizations/${id}`}>{name}</a>
          </th>
          <td class="number">{figure(balance)}</td>
          <td class="number">{figure(held)}</td>
          <td>
            <Time at={since} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Organization({ organization, changed }: { organization: ListedOrganization; changed(): void }) {
  const { id, name, balance, held } = organization;
  const path = `${ORGANIZATIONS}/${id}`;
  const [round, setRound] = useState(0);
  return (
    <Page title={name} about={id}>
      <p class="row facts">
        <b class="large figures">{figure(balance)}</b> <span>credits</span>
        {held > 0 && <span class="quiet">{figure(held)} held for work in progress</span>}
      </p>
      <ChangeCredits
        path={`${path}/credits`}
        changed={() => {
          changed();
          setRound(round + 1);
        }}
      />
      <Statement key={round} path={`${path}/statement`} />
    </Page>
  );
}

// `randomUUID` exists under TLS and on the same machine only.
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

function ChangeCredits({ path, changed }: { path: string; changed(): void }) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [key, setKey] = useState(newKey);
  const { run, isRunning, error } = useAction(async () => {
    // A second attempt after a lost response changes nothing more.
    await call(path, { method: 'POST', body: { amount: Number(amount), reason }, headers: { 'idempotency-key': key } });
    setKey(newKey);
    setAmount('');
    setReason('');
    changed();
  });
  return (
    <Form class="card" submit={run}>
      <div class="row fields wrap">
        <Field
          label="Credits"
          type="number"
          required
          step={1}
          placeholder="100 or -100"
          value={amount}
          change={setAmount}
        />
        <Field
          label="Reason"
          grows
          type="text"
          required
          maxLength={500}
          placeholder="Shown in the statement and the audit log"
          value={reason}
          change={setReason}
        />
        <button type="submit" class="primary" disabled={isRunning || amount === '' || reason.trim() === ''}>
          {Number(amount) < 0 ? 'Take back' : 'Grant'}
        </button>
      </div>
      {error && <ErrorBox error={error} />}
    </Form>
  );
}
