/** What the middleware knows of a request before it is authenticated. */
export interface State {
  requestId: string;
  signal: AbortSignal;
  /** Set once known, for the log line. */
  orgId?: string;
}
