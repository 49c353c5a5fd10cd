import { useState } from 'preact/hooks';
import type { Schemas } from './api/schemas.ts';
import { Dialog } from './Dialog.tsx';
import { pagesOf } from './pages.tsx';
import { useSession } from './state/use-session.ts';
import { goTo } from './state/use-route.ts';
import { useLoaded } from './state/use-loaded.ts';

interface Target {
  kind: string;
  name: string;
  target: string;
}

const NEW_MONITOR: Target = { kind: 'Do', name: 'New monitor', target: '#/monitors/new' };
const MOST = 9;
const RUNS = 50;

/** Goes to a page or a run by a few letters of its name. */
export function Palette({ close }: { close(): void }) {
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const [loaded] = useLoaded<Schemas['AgentRunList']>(`/v1/agent/runs?limit=${RUNS}`);
  const runs = loaded.status === 'loaded' ? loaded.value.runs : [];
  const session = useSession();
  const pages = session.status === 'signed-in' ? pagesOf(session.session.role) : [];
  const targets: Target[] = [
    ...pages.map(({ page, name }) => ({ kind: 'Page', name, target: `#/${page}` })),
    NEW_MONITOR,
    ...runs.map(({ id, request }) => ({ kind: 'Run', name: request?.query ?? id, target: `#/research/${id}` })),
  ];
  const wanted = typed.trim().toLowerCase();
  const found = targets.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MOST);
  const go = (target: Target | undefined) => {
    if (!target) return;
    close();
    goTo(target.target);
  };
  const press = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') go(found[place]);
    if (steps === undefined) return;
    event.preventDefault();
    setPlace((place + steps + found.length) % Math.max(found.length, 1));
  };
  return (
    <Dialog title="Go to" close={close}>
      <input
        type="text"
        role="combobox"
        aria-label="Go to"
        aria-expanded="true"
        aria-controls="targets"
        aria-activedescendant={found.length > 0 ? `target-${place}` : undefined}
        placeholder="Go to a page or a run"
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={press}
      />
      <ul class="rows targets" id="targets" role="listbox" aria-label="Targets">
        {found.map((target, index) => (
          <li
            id={`target-${index}`}
            role="option"
            aria-selected={index === place}
            class="row plain"
            onClick={() => go(target)}
          >
            <span class="badge dull">{target.kind}</span>
            <span class="grow cut">{target.name}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
