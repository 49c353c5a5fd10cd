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
  const server: ServerTraits = { hasJsonMode: true };
  return { write: (call, signal) => write({ endpoint, limits, breaker, server }, call, signal) };
}

/** The server's abilities, learned from calls that it refused. */
interface ServerTraits {
  /** False for a server without a JSON mode. The prompts ask for JSON too. */
  hasJsonMode: boolean;
}

interface CallForm {
  json: boolean;
  maxTokens: number;
}

// Leaves three quarters of a context of 8,000 tokens to the prompt.
const SHORT_OUTPUT_TOKENS = 2_048;

/**
 * The forms in which a refused call is repeated: first with a shorter output, because the context may be too small for
 * the prompt and the output together, then without the JSON mode.
 */
function formsOf({ json = false, maxTokens }: ModelCall, { hasJsonMode }: ServerTraits): CallForm[] {
  const rooms = maxTokens > SHORT_OUTPUT_TOKENS ? [maxTokens, SHORT_OUTPUT_TOKENS] : [maxTokens];
  const modes = json && hasJsonMode ? [true, false] : [false];
  return modes.flatMap((mode) => rooms.map((room) => ({ json: mode, maxTokens: room })));
}

interface Guarded {
  endpoint: Endpoint;
  limits: ModelLimits;
  breaker: CircuitBreaker;
  server: ServerTraits;
}

async function* write(
  { endpoint, limits, breaker, server }: Guarded,
  call: ModelCall,
  signal: AbortSignal,
): AsyncGenerator<string, ModelUsage | undefined> {
  const waitMs = breaker.waitMs();
  if (waitMs > 0) throw unavailable({ waitMs });
  const forms = formsOf(call, server);
  let form: CallForm = forms.shift() ?? { json: false, maxTokens: call.maxTokens };
  for (let attempt = 1; ; attempt += 1) {
    let hasBegun = false;
    try {
      const usage = yield* writeOnce(endpoint, { ...call, ...form }, { signal, onPiece: () => (hasBegun = true) });
      breaker.succeeded();
      // The server refused the call with the JSON mode, also with a short output.
      if (call.json === true && !form.json) server.hasJsonMode = false;
      return usage;
    } catch (error) {
      signal.throwIfAborted();
      const next = hasBegun || !isAboutTheCall(error) ? undefined : forms.shift();
      if (next) {
        form = next;
        continue;
      }
      // Emitted text cannot be withdrawn, so a text that has started is never retried.
      const delayMs = hasBegun ? undefined : delayBeforeNextTry(error, attempt, limits);
      // Callers abandon a silent model before its last attempt, so each silent attempt counts.
      if (delayMs === undefined ? !isAboutTheCall(error) : isSilence(error)) breaker.failed();
      if (delayMs === undefined) throw unavailable({ cause: error });
      await sleep(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}
