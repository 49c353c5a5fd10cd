import { Fragment, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Badge } from '../parts/Badge.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { Empty } from '../parts/Empty.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Page } from '../parts/Page.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { useAction } from '../state/use-action.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { useSession } from '../state/use-session.ts';
import { figure } from '../text/figures.ts';
import { ChangeKey } from './ChangeKey.tsx';
import type { KeyLimitFields } from './KeyLimits.tsx';
import { NewKey } from './NewKey.tsx';

/** A key as it is listed; its text is never. */
interface ListedKey extends KeyLimitFields {
  id: string;
  name: string;
  last_characters: string;
  /** Credits; null where there is no cap, because nothing is counted then. */
  spent_today: number | null;
  spent_total: number | null;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  created_by: string | null;
}

const KEYS = '/console/keys';

export function Keys() {
  const [loaded, again] = useLoaded<{ keys: ListedKey[] }>(KEYS);
  const session = useSession();
  const mayChange = session.status === 'signed-in' && session.session.role === 'owner';
  return (
    <Page title="API keys" about="Programs call Quarry with a key. Each key is shown once, when it is made.">
      {mayChange && <NewKey made={again} />}
      {!mayChange && <p class="notice">Only an owner of the organization makes and revokes keys.</p>}
      <Shown loaded={loaded} again={again}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty title="No key yet">
              <p>Make the first one above, then copy a request from the playground.</p>
            </Empty>
          ) : (
            <KeyTable keys={keys} mayChange={mayChange} changed={again} />
          )
        }
      </Shown>
    </Page>
  );
}

interface KeyTableProps {
  keys: readonly ListedKey[];
  mayChange: boolean;
  changed: () => void;
}

const COLUMNS = ['Name', 'May', 'Spends', 'Made', 'Last used', 'Expires', { name: 'Actions', as: 'hidden' } as const];

function KeyTable({ keys, mayChange, changed }: KeyTableProps) {
  const [open, setOpen] = useState('');
  return (
    <Table label="Keys" columns={COLUMNS}>
      {keys.map((key) => {
        const isOpen = open === key.id;
        const actions = mayChange && key.revoked_at === null && (
          <KeyActions id={key.id} isOpen={isOpen} toggle={() => setOpen(isOpen ? '' : key.id)} changed={changed} />
        );
        return (
          <Fragment key={key.id}>
            <KeyRow listed={key} actions={actions} />
            {isOpen && (
              <tr>
                <td colSpan={COLUMNS.length}>
                  <ChangeKey listed={key} changed={changed} close={() => setOpen('')} />
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </Table>
  );
}

interface KeyActionsProps {
  id: string;
  /** Whether the form that changes the key is open. */
  isOpen: boolean;
  toggle(): void;
  changed(): void;
}

function KeyActions({ id, isOpen, toggle, changed }: KeyActionsProps) {
  const { run, isRunning, error } = useAction(() => call(`${KEYS}/${id}`, { method: 'DELETE' }).then(changed));
  return (
    <div class="row">
      {error && <ErrorBox error={error} />}
      <button type="button" class="small" aria-expanded={isOpen} onClick={toggle}>
        Change
      </button>
      <ConfirmButton label="Revoke" question="Revoke for ever?" isRunning={isRunning} act={run} />
    </div>
  );
}

function KeyRow({ listed, actions }: { listed: ListedKey; actions: ComponentChildren }) {
  const isRevoked = listed.revoked_at !== null;
  return (
    <tr class={isRevoked ? 'past' : ''}>
      <th scope="row">
        {listed.name || 'without a name'}
        <div class="quiet">
          ends in <code>{listed.last_characters}</code>
        </div>
      </th>
      <td>
        {listed.scopes?.join(', ') ?? 'everything'}
        {listed.networks && <div class="quiet">from {listed.networks.join(', ')}</div>}
      </td>
      <td class="figures kept">
        <Spent spent={listed.spent_today} cap={listed.spend_per_day} span="today" />
        <Spent spent={listed.spent_total} cap={listed.spend_total} span="in all" />
        {listed.spend_per_day === null && listed.spend_total === null && <span class="quiet">no cap</span>}
      </td>
      <td>
        <Time at={listed.created_at} />
      </td>
      <td>
        <Time at={listed.last_used_at} />
      </td>
      <td>{isRevoked ? <Badge state="revoked" /> : <Time at={listed.expires_at} />}</td>
      <td>{actions}</td>
    </tr>
  );
}

/** What counts against a cap, beside it. */
function Spent({ spent, cap, span }: { spent: number | null; cap: number | null; span: string }) {
  if (cap === null) return null;
  return (
    <div>
      {figure(spent ?? 0)} of {figure(cap)} {span}
    </div>
  );
}
