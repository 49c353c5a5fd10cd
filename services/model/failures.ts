import { retryAfterMs } from '../core/retry-after.ts';
import { APIConnectionTimeoutError, APIError } from 'openai';
import { ServiceError } from '../core/errors.ts';
import type { ModelLimits } from './port.ts';

// A request that the model rejects says nothing about the model's health.
const ABOUT_THE_CALL = new Set([400, 413, 422]);
const WORTH_ANOTHER_TRY = new Set([408, 409, 429]);

/** The server responds, but rejects this call, for example as too long. */
export function isAboutTheCall(error: unknown): boolean {
  return error instanceof APIError && ABOUT_THE_CALL.has(error.status ?? 0);
}

/** No output arrived within the time limit. */
export function isSilence(error: unknown): boolean {
  return error instanceof APIConnectionTimeoutError || (error instanceof DOMException && error.name === 'TimeoutError');
}

/** Milliseconds until the next attempt; undefined if there is none. `attempt` counts from 1. */
export function delayBeforeNextTry(error: unknown, attempt: number, limits: ModelLimits): number | undefined {
  if (attempt >= limits.tries || !isWorthAnotherTry(error)) return undefined;
  const askedMs = pauseAsked(error);
  // Random jitter, so that callers who failed together do not retry together.
  const delayMs = limits.firstDelayMs * 2 ** (attempt - 1) * (1 - Math.random() / 2);
  if (askedMs === undefined) return Math.min(delayMs, limits.longestDelayMs);
  return askedMs > limits.longestDelayMs ? undefined : Math.max(askedMs, delayMs);
}

/**
 * The message for callers, the same for every fault of the model. The model's own message stays in the cause: it may
 * name internal parts.
 */
export function unavailable({ cause, waitMs }: { cause?: unknown; waitMs?: number }): ServiceError {
  const retryMs = waitMs ?? pauseAsked(cause);
  return new ServiceError('UNAVAILABLE', 'The language model did not answer. Try again later.', {
    cause,
    ...(retryMs !== undefined && { retryAfterSeconds: Math.max(1, Math.ceil(retryMs / 1_000)) }),
  });
}

function isWorthAnotherTry(error: unknown): boolean {
  const status = error instanceof APIError ? error.status : undefined;
  return status === undefined || status >= 500 || WORTH_ANOTHER_TRY.has(status);
}

function pauseAsked(error: unknown): number | undefined {
  return error instanceof APIError ? retryAfterMs(error.headers?.get('retry-after'), new Date()) : undefined;
}
