import { useSession } from './use-session.ts';
import { useLoaded, type Loaded } from './use-loaded.ts';

/** What the service tells of itself to everyone but viewers. */
export interface InstallationState {
  /** Address of Temporal's UI up to the id of a workflow; null: not known. */
  temporal_ui: string | null;
  disk: { free_bytes: number; needed_bytes: number };
  queues: Array<{ name: string; workers: number; waiting?: number }> | null;
}

/** Whether the caller's role sees the installation. */
export function useSeesInstallation(): boolean {
  const state = useSession();
  return state.status === 'signed-in' && state.session.role !== 'viewer';
}

/** Asked only by roles that may. */
export const useInstallation = (): [loaded: Loaded<InstallationState>, again: () => void] =>
  useLoaded<InstallationState>('/console/service');
