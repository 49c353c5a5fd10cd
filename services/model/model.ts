import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import type { Clock } from '../core/clock.ts';
import { createCircuitBreaker, type CircuitBreaker } from '../concurrency/circuit-breaker.ts';
import { delayBeforeNextTry, isAboutTheCall, isSilence, unavailable } from './failures.ts';
import type { Model, ModelCall, ModelLimits, ModelUsage } from './port.ts';
import { writeOnce, type Endpoint } from './write-once.ts';

export interface ModelOptions {
  /** Set by the operator, so the egress rules do not apply to it. Unset: the address of the `openai` package. */
  baseUrl: string | undefined;
  /** Unset: the server requires no key. */
  apiKey: string | undefined;
  /** The model's name on the server. */
  model: string;
  clock: Clock;
  limits?: Partial<ModelLimits>;
}

const DEFAULTS: ModelLimits = {
  silenceMs: 60_000,
  tries: 3,
  firstDelayMs: 400,
  longestDelayMs: 5_000,
  failuresInRow: 5,
  restMs: 30_000,
};

export function createModel(options: ModelOptions): Model {
  const limits = { ...DEFAULTS, ...options.limits };
  const client = new OpenAI({
    baseURL: options.baseUrl ?? null,
    apiKey: options.apiKey ?? 'none',
    // The package's own retries cannot be aborted while they wait.
    maxRetries: 0,
    timeout: limits.silenceMs,
    logLevel: 'off',
  });
  const breaker = createCircuitBreaker({ ...limits, nowMs: () => options.clock.now().getTime() });
  const endpoint: Endpoint = {
    client,
    model: options.model,
    isOpenAi: options.baseUrl === undefined,
    silenceMs: limits.silenceMs,
  };
  return { write: (call, signal) => write({ endpoint, limits, breaker }, call, signal) };
}

interface Guarded {
  endpoint: Endpoint;
  limits: ModelLimits;
  breaker: CircuitBreaker;
}

async function* write(
  { endpoint, limits, breaker }: Guarded,
  call: ModelCall,
  signal: AbortSignal,
): AsyncGenerator<string, ModelUsage | undefined> {
  const waitMs = breaker.waitMs();
  if (waitMs > 0) throw unavailable({ waitMs });
  for (let attempt = 1; ; attempt += 1) {
    let hasBegun = false;
    try {
      const usage = yield* writeOnce(endpoint, call, { signal, onPiece: () => (hasBegun = true) });
      breaker.succeeded();
      return usage;
    } catch (error) {
      signal.throwIfAborted();
      // Emitted text cannot be withdrawn, so a text that has started is never retried.
      const delayMs = hasBegun ? undefined : delayBeforeNextTry(error, attempt, limits);
      // Callers abandon a silent model before its last attempt, so each silent attempt counts.
      if (delayMs === undefined ? !isAboutTheCall(error) : isSilence(error)) breaker.failed();
      if (delayMs === undefined) throw unavailable({ cause: error });
      await sleep(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}
