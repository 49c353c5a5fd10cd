/** Properties of a request before authentication. */
export interface State {
  requestId: string;
  signal: AbortSignal;
  /** Properties of the matched endpoint. */
  errorStyle?: 'chat' | undefined;
  /** Set once known, for the log line. */
  orgId?: string;
}
