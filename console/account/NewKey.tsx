import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { NamedForm, ShownOnce } from '../forms/NamedForm.tsx';
import { expiryOf, LIFETIMES, LimitFields, NO_LIMITS, toLimits } from './KeyLimits.tsx';

/** Makes a key, and shows it this once. */
export function NewKey({ made }: { made(): void }) {
  const [limits, setLimits] = useState(NO_LIMITS);
  const make = async (name: string, days: string) => {
    const body = { name, expires_at: expiryOf(days), ...toLimits(limits) };
    const { key } = await call<{ key: string }>('/console/keys', { method: 'POST', body });
    setLimits(NO_LIMITS);
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
