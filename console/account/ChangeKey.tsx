import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { useAction } from '../state/use-action.ts';
import { expiryOf, LIFETIMES, LimitFields, toLimits, toTyped, type KeyLimitFields } from './KeyLimits.tsx';

interface ChangedKey extends KeyLimitFields {
  id: string;
  name: string;
}

interface ChangeKeyProps {
  listed: ChangedKey;
  changed(): void;
  close(): void;
}

const UNCHANGED = '';

/** Changes the name, the expiry and the limits of a key. They hold within a second. */
export function ChangeKey({ listed, changed, close }: ChangeKeyProps) {
  const [name, setName] = useState(listed.name);
  const [days, setDays] = useState(UNCHANGED);
  const [limits, setLimits] = useState(toTyped(listed));
  // A key of the command line may have no name.
  const isNamed = listed.name !== '';
  const { run, isRunning, error } = useAction(async () => {
    const expiry = days === UNCHANGED ? {} : { expires_at: expiryOf(days) };
    const renamed = name === listed.name ? {} : { name };
    const body = { ...renamed, ...expiry, ...toLimits(limits) };
    await call(`/console/keys/${listed.id}`, { method: 'PATCH', body });
    changed();
    close();
  });
  return (
    <Form class="card" aria-label={`Change ${listed.name || 'the key'}`} submit={run}>
      <div class="row fields wrap">
        <Field label="Name" grows type="text" required={isNamed} maxLength={100} value={name} change={setName} />
        <label>
          Expires
          <select value={days} onChange={({ currentTarget }) => setDays(currentTarget.value)}>
            <option value={UNCHANGED}>unchanged</option>
            {LIFETIMES.map((one) => (
              <option value={one.value}>{one.name}</option>
            ))}
          </select>
        </label>
      </div>
      <LimitFields isOpen limits={limits} change={(some) => setLimits({ ...limits, ...some })} />
      <div class="row">
        <button type="submit" class="primary" disabled={isRunning || (isNamed && name.trim() === '')}>
          Save
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
      {error && <ErrorBox error={error} />}
    </Form>
  );
}
