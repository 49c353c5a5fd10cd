import { KEY_SCOPES } from './key-scopes.ts';

/** What a key may do, as the interface has it; null is no limit. */
export interface KeyLimitFields {
  scopes: string[] | null;
  networks: string[] | null;
  /** Credits. */
  spend_per_day: number | null;
  spend_total: number | null;
}

/** Limits as their fields have them: empty for none. */
interface TypedLimits {
  networks: string;
  perDay: string;
  total: string;
  scopes: readonly string[];
}

export const NO_LIMITS: TypedLimits = { networks: '', perDay: '', total: '', scopes: [] };

export function toTyped({ networks, spend_per_day: perDay, spend_total: total, scopes }: KeyLimitFields): TypedLimits {
  return {
    networks: networks?.join(', ') ?? '',
    perDay: perDay?.toString() ?? '',
    total: total?.toString() ?? '',
    scopes: scopes ?? [],
  };
}

export function toLimits({ networks, perDay, total, scopes }: TypedLimits): KeyLimitFields {
  const listed = networks.split(/[\s,]+/).filter((one) => one !== '');
  return {
    networks: listed.length > 0 ? listed : null,
    spend_per_day: perDay === '' ? null : Number(perDay),
    spend_total: total === '' ? null : Number(total),
    scopes: scopes.length > 0 ? [...scopes] : null,
  };
}

const DAY_MS = 86_400_000;
const NEVER = '0';
/** By their days. */
export const LIFETIMES = [
  { value: NEVER, name: 'never' },
  { value: '30', name: 'in 30 days' },
  { value: '90', name: 'in 90 days' },
  { value: '365', name: 'in a year' },
];

/** When a key of this lifetime expires, in ISO 8601; null for never. */
export function expiryOf(days: string): string | null {
  return days === NEVER ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}

interface LimitFieldsProps {
  limits: TypedLimits;
  change(some: Partial<TypedLimits>): void;
  isOpen?: boolean;
}

/** The fields of a key's limits, which few keys need. */
export function LimitFields({ limits, change, isOpen = false }: LimitFieldsProps) {
  const toggled = (scope: string) =>
    limits.scopes.includes(scope) ? limits.scopes.filter((one) => one !== scope) : [...limits.scopes, scope];
  return (
    <details open={isOpen}>
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
