import type { DescMethod, MessageInitShape, MessageShape } from '@bufbuild/protobuf';

/** Options of one call. */
export interface CallOptions {
  /** Ends the call; its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until the call fails with DEADLINE_EXCEEDED, all attempts together. */
  timeoutMs?: number | undefined;
  /**
   * Makes the call take effect once over all of the caller's attempts, for 24 hours; generated for each call otherwise.
   */
  idempotencyKey?: string | undefined;
}

export interface SentCall {
  signal: AbortSignal | undefined;
  /** Milliseconds since 1970. */
  deadline: number;
  metadata: Record<string, string>;
}

/** Transmits messages without interpreting them. */
export interface Transport {
  /** One call, without retries. @throws QuarryError; the signal's reason */
  unary<M extends DescMethod>(
    desc: M,
    request: MessageInitShape<M['input']>,
    call: SentCall,
  ): Promise<MessageShape<M['output']>>;
  /**
   * Messages in order of arrival, at the consumer's pace. Leaving the loop ends the call. @throws QuarryError; the
   * signal's reason
   */
  stream<M extends DescMethod>(
    desc: M,
    request: MessageInitShape<M['input']>,
    call: SentCall,
  ): AsyncGenerator<MessageShape<M['output']>>;
  /** Calls after it fail with UNAVAILABLE. */
  close(): void;
}
