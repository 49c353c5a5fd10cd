export interface SignedInSession {
  csrf_token: string;
  user: { id: string; name: string; email: string };
  organization: { id: string; name: string };
  role: 'owner' | 'member' | 'viewer' | 'operator';
}

export type SessionState =
  | { status: 'asking' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; session: SignedInSession };

let state: SessionState = { status: 'asking' };
const listeners = new Set<(state: SessionState) => void>();

export const sessionState = (): SessionState => state;

export function setSession(next: SessionState): void {
  state = next;
  for (const tell of listeners) tell(next);
}

/** @returns ends the subscription */
export function onSession(tell: (state: SessionState) => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

/** Of a session: proves to Quarry that a page of its own makes the call. */
export const csrfToken = (): string | undefined =>
  state.status === 'signed-in' ? state.session.csrf_token : undefined;
