import { useEffect, useState } from 'preact/hooks';
import { onSession, sessionState, type SessionState } from '../api/session.ts';

export function useSession(): SessionState {
  const [state, setState] = useState(sessionState());
  useEffect(() => {
    // It may have changed between the first view and this subscription.
    setState(sessionState());
    return onSession(setState);
  }, []);
  return state;
}
