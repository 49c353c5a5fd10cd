import type { DescMessage, DescMethod, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { QuarryError } from './errors.ts';
import { sleep } from './sleep.ts';
import type { CallOptions, Transport } from './transport.ts';

/** Fields of a request without the key, which the client adds. */
export type MessageFields<Desc extends DescMessage> = {
  [Name in Exclude<keyof MessageShape<Desc>, '$typeName' | '$unknown' | 'apiKey'>]?:
    | FieldOf<MessageInitShape<Desc>, Name>
    | undefined;
};

type FieldOf<Init, Name> = Init extends unknown ? (Name extends keyof Init ? Init[Name] : never) : never;

/** How a method is retried: `read` always, `keyed` under one idempotency key, `once` never. */
type Safety = 'read' | 'keyed' | 'once';

export interface MethodOptions {
  safety: Safety;
  timeoutMs: number;
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;
const OWN_TRY_WAIT_MS = 1_000;

/** Makes calls, and retries them where that is safe. */
export class RpcCaller {
  readonly #transport: Transport;
  readonly #maxRetries: number;
  readonly #timeoutMs: number | undefined;

  constructor(transport: Transport, { maxRetries, timeoutMs }: { maxRetries: number; timeoutMs: number | undefined }) {
    this.#transport = transport;
    this.#maxRetries = maxRetries;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws QuarryError of the last attempt; the signal's reason */
  async unary<M extends DescMethod>(
    desc: M,
    fields: MessageFields<M['input']>,
    options: CallOptions,
    { safety, timeoutMs }: MethodOptions,
  ): Promise<MessageShape<M['output']>> {
    const { signal } = options;
    const deadline = Date.now() + (options.timeoutMs ?? this.#timeoutMs ?? timeoutMs);
    const key = options.idempotencyKey ?? (safety === 'keyed' ? newKey() : undefined);
    const metadata = key === undefined ? {} : { 'idempotency-key': key };
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#transport.unary(desc, fields as MessageInitShape<M['input']>, {
          signal,
          deadline,
          metadata,
        });
      } catch (error) {
        const isOwnTry = tried > 1 && error instanceof QuarryError && error.code === 'CONFLICT';
        const waitMs = isOwnTry ? OWN_TRY_WAIT_MS : waitBefore(error, tried);
        // The abandoned first attempt completes or releases its key: the retry waits for that until the deadline.
        const isPassing = isOwnTry || (tried <= this.#maxRetries && mayPass(error));
        if (safety === 'once' || !isPassing || Date.now() + waitMs >= deadline) throw error;
        await sleep(waitMs, signal);
      }
    }
  }

  /**
   * One attempt: messages that were read cannot be withdrawn. @param deadline set if the call is part of a longer one
   */
  stream<M extends DescMethod>(
    desc: M,
    fields: MessageFields<M['input']>,
    { signal, timeoutMs, idempotencyKey }: CallOptions,
    deadline = deadlineOf(timeoutMs),
  ): AsyncGenerator<MessageShape<M['output']>> {
    const metadata = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    return this.#transport.stream(desc, fields as MessageInitShape<M['input']>, { signal, deadline, metadata });
  }
}

/** A page that is not served over TLS has no `crypto.randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Milliseconds since 1970. A stream without a time limit has no deadline. */
export function deadlineOf(timeoutMs: number | undefined): number {
  return Date.now() + (timeoutMs ?? Number.POSITIVE_INFINITY);
}

/** Whether another attempt may succeed. */
function mayPass(error: unknown): boolean {
  return (
    error instanceof QuarryError && error.shouldRetry && (error.code === 'UNAVAILABLE' || error.code === 'RATE_LIMITED')
  );
}

/** Milliseconds: the service's own delay, else doubling, with jitter so that clients do not retry simultaneously. */
export function waitBefore(error: unknown, tried: number): number {
  const said = error instanceof QuarryError ? error.retryAfterSeconds : undefined;
  if (said !== undefined) return said * 1_000;
  return Math.min(FIRST_WAIT_MS * 2 ** (tried - 1), LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
}
