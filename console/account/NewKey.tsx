import { call } from '../api/call.ts';
import { NamedForm, ShownOnce } from './NamedForm.tsx';

const DAY_MS = 86_400_000;
/** By their days; 0 for none. */
const LIFETIMES = [
  { value: '0', name: 'never' },
  { value: '30', name: 'in 30 days' },
  { value: '90', name: 'in 90 days' },
  { value: '365', name: 'in a year' },
];

/** Makes a key, and shows it this once. */
export function NewKey({ made }: { made(): void }) {
  const make = async (name: string, days: string) => {
    const expires = days === '0' ? {} : { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() };
    const { key } = await call<{ key: string }>('/console/keys', { method: 'POST', body: { name, ...expires } });
    made();
    return <ShownOnce text={key} note="Copy the key now. It is not shown again." copyLabel="Copy the key" />;
  };
  return (
    <NamedForm
      placeholder="What will use it?"
      choice={{ label: 'Expires', values: LIFETIMES, first: '0' }}
      submit="Make a key"
      make={make}
    />
  );
}
