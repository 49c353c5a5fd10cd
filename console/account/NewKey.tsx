import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { KEY_SCOPES } from './key-scopes.ts';
import { NamedForm, ShownOnce } from '../forms/NamedForm.tsx';

const DAY_MS = 86_400_000;
/** By their days; 0 for none. */
const LIFETIMES = [
  { value: '0', name: 'never' },
  { value: '30', name: 'in 30 days' },
  { value: '90', name: 'in 90 days' },
  { value: '365', name: 'in a year' },
];

/** As the fields have them: empty for no limit. */
interface Limits {
  networks: string;
  perDay: string;
  total: string;
  scopes: readonly string[];
}

const NONE: Limits = { networks: '', perDay: '', total: '', scopes: [] };

/** Makes a key, and shows it this once. */
export function NewKey({ made }: { made(): void }) {
  const [limits, setLimits] = useState(NONE);
  const make = async (name: string, days: string) => {
    const expires = days === '0' ? {} : { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() };
    const body = { name, ...expires, ...limitsToWire(limits) };
    const { key } = await call<{ key: string }>('/console/keys', { method: 'POST', body });
    setLimits(NONE);
    made();
    return <ShownOnce text={key} note="Copy the key now. It is not shown again." copyLabel="Copy the key" />;
  };
  return (
    <NamedForm
      placeholder="What will use it?"
      choice={{ label: 'Expires', values: LIFETIMES, first: '0' }}
      submit="Make a key"
      make={make}
      further={<LimitFields limits={limits} change={(some) => setLimits({ ...limits, ...some })} />}
    />
  );
}

function limitsToWire({ networks, perDay, total, scopes }: Limits): object {
  const listed = networks.split(/[\s,]+/).filter((one) => one !== '');
  return {
    ...(listed.length > 0 && { networks: listed }),
    ...(perDay !== '' && { spend_per_day: Number(perDay) }),
    ...(total !== '' && { spend_total: Number(total) }),
    ...(scopes.length > 0 && { scopes }),
  };
}

function LimitFields({ limits, change }: { limits: Limits; change(some: Partial<Limits>): void }) {
  const toggled = (scope: string) =>
    limits.scopes.includes(scope) ? limits.scopes.filter((one) => one !== scope) : [...limits.scopes, scope];
  return (
    <details>
      <summary>Limits: networks, credits, scopes</summary>
      <div class="row fields wrap">
        <label class="grow">
          Allowed networks
          <input
            type="text"
            placeholder="everywhere, or 203.0.113.0/24, 2001:db8::/32"
            value={limits.networks}
            onInput={({ currentTarget }) => change({ networks: currentTarget.value })}
          />
        </label>
        <Credits label="Credits a day" value={limits.perDay} change={(perDay) => change({ perDay })} />
        <Credits label="Credits in all" value={limits.total} change={(total) => change({ total })} />
      </div>
      <fieldset class="row wrap scopes">
        <legend>May only (nothing chosen: everything)</legend>
        {KEY_SCOPES.map((scope) => (
          <label class="check">
            <input
              type="checkbox"
              checked={limits.scopes.includes(scope)}
              onChange={() => change({ scopes: toggled(scope) })}
            />
            {scope}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function Credits({ label, value, change }: { label: string; value: string; change(value: string): void }) {
  return (
    <label>
      {label}
      <input
        type="number"
        min={1}
        step={1}
        placeholder="no cap"
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  );
}
