import type { CallInProgress } from '../../../services/telemetry/calls.ts';

/** Properties of a request before authentication. */
export interface State {
  requestId: string;
  /** Of the caller; empty where it is not known. */
  address: string;
  signal: AbortSignal;
  observed: CallInProgress;
  /** Code of the error that it was answered with. */
  errorCode?: string;
  /** Properties of the matched endpoint. */
  errorStyle?: 'chat' | undefined;
  /** For the log line, where the path itself may hold a secret. */
  loggedPath?: string;
  /** Set once known, for the log line. */
  orgId?: string;
}
