import { startPeriodic } from '../concurrency/periodic.ts';
import { type Scope, SCOPES } from '../query/scopes.ts';
import type { GuardedProvider } from './guard.ts';
import { ProviderError, type ProviderDocument, type ProviderOptions } from './port/provider.ts';

/** A search's notes beside its documents. @see docs/rules.md#search */
export interface SearchWarning {
  type: 'provider_failed' | 'provider_limited' | 'truncated' | 'did_you_mean';
  message: string;
}

/** The providers' results for one query. */
export interface ProviderSetAnswer {
  /** One list for each provider that responded, best first. */
  lists: ProviderDocument[][];
  warnings: SearchWarning[];
  /** Whether providers were queried and every one failed. */
  allFailed: boolean;
}

export interface ProviderState {
  name: string;
  state: 'ready' | 'unreachable' | 'off';
  /** Why it is not ready. */
  reason?: string;
}

/** All providers beside our own index. */
export interface ProviderSet {
  /** Queries all providers of a scope in parallel. Their failures are warnings; only the signal's reason is thrown. */
  search(scope: Scope, query: string, options: ProviderOptions & { tier: 'base' | 'pro' }): Promise<ProviderSetAnswer>;
  /** Whether a search of the scope asks any provider. */
  asks(scope: Scope): boolean;
  scopes(): Array<{ name: Scope; providers: ProviderState[] }>;
  /** Resolves once every provider has been probed. */
  probed(): Promise<void>;
  close(): Promise<void>;
}

/** A provider that is not used, and its missing setting. */
export interface DisabledProvider {
  name: string;
  scopes: readonly Scope[];
  reason: string;
}

const DEADLINE_MS = { base: 1_500, pro: 4_000 };
const PROBE_EVERY_MS = 60_000;

export function createProviderSet(
  providers: readonly GuardedProvider[],
  off: readonly DisabledProvider[],
): ProviderSet {
  const first = Promise.all(providers.map((one) => one.probe()));
  const probing = startPeriodic({
    due: PROBE_EVERY_MS,
    pass: async (_signal, nth) => {
      const again = providers.filter((one) => one.unreachable() !== undefined);
      await (nth === 0 ? first : Promise.all(again.map((one) => one.probe())));
    },
    // A probe never rejects: it records its result.
    onError: () => undefined,
  });

  const providersOf = (scope: Scope) => providers.filter(({ provider }) => provider.scopes.includes(scope));

  return {
    async search(scope, query, { tier, ...options }) {
      const asked = providersOf(scope);
      const answers = await Promise.all(asked.map((one) => search(one, query, options, DEADLINE_MS[tier])));
      options.signal.throwIfAborted();
      return {
        lists: answers.flatMap(({ documents }) => (documents ? [documents] : [])),
        warnings: answers.flatMap(({ warnings }) => warnings),
        allFailed: asked.length > 0 && answers.every(({ documents }) => documents === undefined),
      };
    },

    asks: (scope) => providersOf(scope).length > 0,

    scopes: () =>
      SCOPES.map((name) => ({
        name,
        providers: [
          ...providersOf(name).map(stateOf),
          ...off
            .filter(({ scopes }) => scopes.includes(name))
            .map(({ name: provider, reason }) => ({ name: provider, state: 'off' as const, reason })),
        ],
      })),

    probed: async () => void (await first),

    close: async () => {
      await Promise.all([probing.stop(), ...providers.map((one) => one.close())]);
    },
  };
}

function stateOf(one: GuardedProvider): ProviderState {
  const reason = one.unreachable();
  const { name } = one.provider;
  return reason === undefined ? { name, state: 'ready' } : { name, state: 'unreachable', reason };
}

interface ProviderOutcome {
  /** Undefined if the provider failed. */
  documents: ProviderDocument[] | undefined;
  warnings: SearchWarning[];
}

async function search(
  one: GuardedProvider,
  query: string,
  options: ProviderOptions,
  deadlineMs: number,
): Promise<ProviderOutcome> {
  const { title } = one.provider;
  try {
    const { documents, warnings } = await one.search(query, options, deadlineMs);
    return {
      documents,
      warnings: warnings.map((message) => ({ type: 'provider_limited', message: `${title}: ${message}` })),
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const type = error.kind === 'limited' ? 'provider_limited' : 'provider_failed';
    return { documents: undefined, warnings: [{ type, message: `${title}: ${error.message}` }] };
  }
}
