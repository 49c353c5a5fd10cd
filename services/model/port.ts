export interface ModelLimits {
  /** For each of: the first piece of a try, and every further one. Default 60 s. */
  silenceMs: number;
  /** Tries of one call, all before its first piece. Default 3. */
  tries: number;
  /** Before the second try; doubled before each further one, less up to a half by chance. Default 400 ms. */
  firstDelayMs: number;
  /** A server that asks for a longer wait than this is not waited for. Default 5 s. */
  longestDelayMs: number;
  /** Calls in a row that fail, or tries that stay silent, before the model is left alone for `restMs`. Default 5. */
  failuresInRow: number;
  /** Default 30 s. */
  restMs: number;
}

export interface ModelCall {
  system: string;
  user: string;
  /** The most that the model may write. */
  maxTokens: number;
  /** Whether the text shall be a JSON object. */
  json?: boolean;
}

/** As the server counts; absent where it does not. */
export interface ModelUsage {
  promptTokens: number;
  completionTokens: number;
}

export interface Model {
  /**
   * Writes text, in pieces as they come; none of them is empty. Returns what it took, where the server says so.
   *
   * @param signal ends the work at once; its reason is rethrown
   * @throws ServiceError UNAVAILABLE for every fault of the model; before the first piece only after several tries
   */
  write(call: ModelCall, signal: AbortSignal): AsyncGenerator<string, ModelUsage | undefined>;
}
