/** What whoever follows something brings along, for as long as he does. */
export interface Subscriber {
  /** Ends it; its reason is thrown. */
  signal: AbortSignal;
  /** Throws where the follower may not see more: its key may be revoked meanwhile. */
  permit(): Promise<unknown>;
}
