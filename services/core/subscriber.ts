/** A subscriber: its abort signal and a check that its key is still valid. */
export interface Subscriber {
  /** Ends it; its reason is thrown. */
  signal: AbortSignal;
  /** Throws where the follower may not see more: its key may be revoked meanwhile. */
  permit(): Promise<unknown>;
}
