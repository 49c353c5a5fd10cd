/** A subscriber: its abort signal and a check that its key is still valid. */
export interface Subscriber {
  /** Ends the subscription; its reason is thrown. */
  signal: AbortSignal;
  /** Throws if the subscriber has lost its permission: its key may have been revoked. */
  permit(): Promise<unknown>;
}
