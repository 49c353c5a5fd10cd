/** What the middleware knows of a request before it is authenticated. */
export interface State {
  requestId: string;
  signal: AbortSignal;
  /** Of the endpoint that serves it. */
  errorStyle?: 'chat' | undefined;
  /** Set once known, for the log line. */
  orgId?: string;
}
