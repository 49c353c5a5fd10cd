import { QuarryError } from '../errors.ts';
import type { SentCall } from '../transport.ts';

// Timers cannot represent more.
const LONGEST_TIMER_MS = 2 ** 31 - 1;
// The service sends a comment every 15 seconds.
const SILENT_MS = 60_000;

/** Ends an exchange over HTTP when its caller's signal aborts, its deadline passes, or a stream is silent for long. */
export class ExchangeEnd {
  readonly #ending = new AbortController();
  readonly #callers: AbortSignal | undefined;
  readonly #abort = () => this.#ending.abort(this.#callers?.reason);
  readonly #deadline: ReturnType<typeof setTimeout> | undefined;

  /** @throws the signal's reason */
  constructor({ signal, deadline }: Pick<SentCall, 'signal' | 'deadline'>) {
    signal?.throwIfAborted();
    this.#callers = signal;
    signal?.addEventListener('abort', this.#abort);
    const leftMs = Math.max(0, deadline - Date.now());
    if (leftMs < LONGEST_TIMER_MS)
      this.#deadline = setTimeout(
        () => this.#ending.abort(new QuarryError('DEADLINE_EXCEEDED', 'the call did not end before its deadline')),
        leftMs,
      );
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Waits for the next part of a stream. @throws what a caller is told */
  async next<Part>(part: Promise<Part>): Promise<Part> {
    const silence = setTimeout(
      () => this.#ending.abort(new QuarryError('UNAVAILABLE', 'the service has sent nothing for a minute')),
      SILENT_MS,
    );
    try {
      return await part;
    } catch (error) {
      throw this.failureOf(error);
    } finally {
      clearTimeout(silence);
    }
  }

  /** What a caller is told of an error within the exchange. */
  failureOf(error: unknown): unknown {
    if (this.#ending.signal.aborted) return this.#ending.signal.reason;
    if (error instanceof QuarryError) return error;
    return new QuarryError('UNAVAILABLE', `the connection failed: ${(error as Error).message}`, { cause: error });
  }

  /** Ends what is left of the exchange. */
  close(): void {
    clearTimeout(this.#deadline);
    this.#callers?.removeEventListener('abort', this.#abort);
    this.#ending.abort();
  }
}
