import type { Clock } from '../core/clock.ts';
import type { Observer } from '../telemetry/observer.ts';
import { createReplyCache } from './reply-cache.ts';
import {
  asProviderError,
  ProviderError,
  type Provider,
  type ProviderReply,
  type ProviderOptions,
} from './port/provider.ts';
import type { ProviderHttp } from './port/provider-http.ts';

/** A provider with its deadline, its cache, and a record of whether it is reachable. */
export interface GuardedProvider {
  provider: Provider;
  /** Why it is not used at present; undefined while it is. */
  unreachable(): string | undefined;
  /**
   * @param deadlineMs for the whole query @throws ProviderError, at once while the provider is unreachable; the
   *   signal's reason
   */
  search(query: string, options: ProviderOptions, deadlineMs: number): Promise<ProviderReply>;
  /** Probes whether the provider is reachable, and records the result. Never rejects. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

const FAILURES_UNTIL_UNREACHABLE = 3;
const PROBE_WITHIN_MS = 5_000;

export interface GuardedOptions {
  provider: Provider;
  /** Whether a URL responds at all. */
  isReachable: ProviderHttp['answers'];
  close(): Promise<void>;
  clock: Clock;
  /** Measures and traces requests, by the provider's name. Absent: nothing does. */
  observer?: Observer | undefined;
}

export function createGuardedProvider(options: GuardedOptions): GuardedProvider {
  const { provider, isReachable, close, clock } = options;
  const request = observedSearch(options);
  const cache = createReplyCache(() => clock.now().getTime());
  let failures = 0;
  let answers = 0;
  let reason: string | undefined;

  function note(error: ProviderError): void {
    // A provider that rate-limits us is reachable.
    failures = error.kind === 'limited' ? 0 : failures + 1;
    if (failures >= FAILURES_UNTIL_UNREACHABLE) reason = error.message;
  }

  return {
    provider,
    unreachable: () => reason,
    close,

    async search(query, options, deadlineMs) {
      const cached = cache.get(query, options);
      if (cached) return cached;
      if (reason !== undefined) throw new ProviderError('failed', reason);
      try {
        const answer = await request(query, options, deadlineMs);
        failures = 0;
        answers += 1;
        cache.set(query, options, answer);
        return answer;
      } catch (thrown) {
        const error = asProviderError(thrown);
        if (error instanceof ProviderError) note(error);
        throw error;
      }
    },

    async probe() {
      const answersBefore = answers;
      const answered = await isReachable(provider.probeUrl, AbortSignal.timeout(PROBE_WITHIN_MS)).catch(() => false);
      // A response that arrived meanwhile is better evidence.
      if (answers > answersBefore) return;
      failures = 0;
      reason = answered ? undefined : 'it cannot be reached';
    },
  };
}

function observedSearch({ provider, observer }: GuardedOptions): GuardedProvider['search'] {
  const search: GuardedProvider['search'] = (query, options, deadlineMs) =>
    withinDeadline(deadlineMs, options.signal, (signal) => provider.search(query, { ...options, signal }));
  if (!observer) return search;
  return (query, options, deadlineMs) =>
    observer.observe(
      { part: 'provider', name: provider.name, kind: 'client' },
      () => search(query, options, deadlineMs),
      { ofError: (error) => failureOf(error, options.signal) },
    );
}

function failureOf(thrown: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'cancelled';
  const error = asProviderError(thrown);
  return error instanceof ProviderError ? error.kind : 'error';
}

/** Our own deadline is the provider's failure; the caller's signal stays the caller's. */
async function withinDeadline<T>(
  deadlineMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    return await work(AbortSignal.any([signal, deadline]));
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.aborted) throw new ProviderError('failed', `it did not answer within ${deadlineMs / 1_000} s`);
    throw error;
  }
}
