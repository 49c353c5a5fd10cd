export interface ModelLimits {
  /** Limit for the first piece of an attempt, and for each further piece. Default 60 s. */
  silenceMs: number;
  /** Attempts of one call, all before its first piece. Default 3. */
  tries: number;
  /**
   * Delay before the second attempt; doubled before each further one, less a random part of up to a half. Default 400
   * ms.
   */
  firstDelayMs: number;
  /** If a server requests a longer delay than this, the call fails. Default 5 s. */
  longestDelayMs: number;
  /** After this many consecutive failed calls or silent attempts, the model is not called for `restMs`. Default 5. */
  failuresInRow: number;
  /** Default 30 s. */
  restMs: number;
}

export interface ModelCall {
  system: string;
  user: string;
  /** Maximum number of output tokens. */
  maxTokens: number;
  /** Whether the output must be a JSON object. */
  json?: boolean;
}

/** As the server counts; absent if it does not. */
export interface ModelUsage {
  promptTokens: number;
  completionTokens: number;
}

export interface Model {
  /**
   * Streams the output in pieces, none of them empty. Returns the usage, if the server reports it.
   *
   * @param signal ends the work at once; its reason is rethrown
   * @throws ServiceError UNAVAILABLE for every fault of the model; before the first piece only after several attempts
   */
  write(call: ModelCall, signal: AbortSignal): AsyncGenerator<string, ModelUsage | undefined>;
}
