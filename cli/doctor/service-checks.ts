import { callService, type ServiceAccess } from '../client/service-client.ts';
import { failed, ok, warning, type Check } from './diagnosis.ts';

const WITHIN_MS = 10_000;
const WORKER_WITHIN_MS = 20_000;
const CLOCK_SECONDS = 30;
const LOW_BALANCE = 100;

// Reserved for names that do not exist: the page is not found, and nothing is billed.
const NO_PAGE = 'http://quarry-doctor.invalid/';

const MENDS: Record<string, string> = {
  service: 'Wait until it has started; its log says what it waits for.',
  postgresql: 'Start PostgreSQL, or correct DATABASE_URL.',
  temporal: 'Start the Temporal server, or correct TEMPORAL_ADDRESS.',
  index: 'See the log of the API; quarry index status shows the index, and quarry index rebuild makes it anew.',
  disk: 'Free space on the disk of the data folder.',
};

/** Checks of a running service, by its address. */
export function serviceChecks(access: ServiceAccess): Check[] {
  const get = <T>(path: string) =>
    callService(access, { method: 'GET', path }, AbortSignal.timeout(WITHIN_MS)) as Promise<T>;
  return [
    { name: 'parts', run: () => partsOf(access.url) },
    { name: 'key and credits', run: async () => creditsOf(await get('/v1/account')) },
    { name: 'clock', run: () => clockOf(access.url) },
    { name: 'providers', run: async () => providersOf(await get('/v1/scopes')) },
    { name: 'workers', run: () => workersOf(access) },
  ];
}

/** Whether the service answers at all. */
export function isAnswering(url: string): Promise<boolean> {
  return fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(WITHIN_MS) }).then(
    ({ ok: isOk }) => isOk,
    () => false,
  );
}

async function partsOf(url: string) {
  const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(WITHIN_MS) });
  const { parts } = (await response.json()) as { parts: Record<string, { state: string; reason?: string }> };
  const away = Object.entries(parts).filter(([, { state }]) => state !== 'ready');
  if (away.length === 0) return ok(`${Object.keys(parts).join(', ')} are ready`);
  const told = away.map(([name, { reason }]) => `${name} is away${reason ? `: ${reason}` : ''}`).join('; ');
  return failed(told, away.map(([name]) => MENDS[name] ?? 'See the log of the service.').join(' '));
}

function creditsOf({ organization_id: id, balance }: { organization_id: string; balance: number }) {
  const message = `${id} has ${balance} credits`;
  return balance < LOW_BALANCE ? warning(message, `quarry orgs grant ${id} grants more.`) : ok(message);
}

async function clockOf(url: string) {
  const { headers } = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(WITHIN_MS) });
  const seconds = Math.abs(Date.now() - Date.parse(headers.get('date') ?? '')) / 1_000;
  if (Number.isNaN(seconds)) return warning('the service does not tell its time', 'A proxy removes the header date.');
  return seconds <= CLOCK_SECONDS
    ? ok('that of the service and of this machine agree')
    : failed(
        `they differ by ${Math.round(seconds)} s`,
        'Set the clocks by NTP: webhooks and schedules depend on them.',
      );
}

interface ScopeStates {
  scopes: Array<{ name: string; providers: Array<{ name: string; state: string; reason?: string }> }>;
}

function providersOf({ scopes }: ScopeStates) {
  const all = scopes.flatMap(({ providers }) => providers).filter(({ state }) => state !== 'off');
  const away = new Map(all.filter(({ state }) => state === 'unreachable').map((one) => [one.name, one.reason]));
  if (all.length === 0)
    return warning('none is used: searches find own documents only', 'See docs/search.md for providers.');
  if (away.size === 0) return ok('all that are used can be reached');
  const told = [...away].map(([name, reason]) => `${name}${reason ? ` (${reason})` : ''}`).join(', ');
  return warning(`not reached: ${told}`, 'Searches go on without them. Check the network, or QUARRY_PROVIDERS.');
}

/** A fetch is the work of a worker. */
async function workersOf(access: ServiceAccess) {
  const body = { urls: [NO_PAGE], timeout_ms: 1_000 };
  const fetched = callService(
    access,
    { method: 'POST', path: '/v1/fetch', body },
    AbortSignal.timeout(WORKER_WITHIN_MS),
  ).then(
    () => true,
    (error: unknown) => {
      if ((error as Error).name === 'TimeoutError') return false;
      throw error;
    },
  );
  return (await fetched)
    ? ok('they read pages')
    : failed(`none has taken a fetch within ${WORKER_WITHIN_MS / 1_000} s`, 'Start one: quarry worker.');
}
