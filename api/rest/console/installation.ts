import type { Config } from '../../../runtime/config.ts';
import { ENOUGH_TO_RUN_BYTES, freeBytes } from '../../../services/core/disk.ts';
import type { QueueState } from '../../../services/temporal/queues.ts';
import type { WorkflowClient } from '../../../services/temporal/workflow-client.ts';

/** What the console shows of the installation. */
export interface Installation {
  /** Address of Temporal's UI up to the id of a workflow; null where none is known. */
  temporalUi: string | null;
  disk: { freeBytes: number; neededBytes: number };
  /** Null while Temporal does not respond. */
  queues: QueueState[] | null;
}

export interface InstallationDeps {
  config: Pick<Config, 'QUARRY_TEMPORAL_UI_URL' | 'TEMPORAL_NAMESPACE' | 'QUARRY_DATA_DIR'>;
  workflows: Pick<WorkflowClient, 'queueStates'>;
  /** Address of the embedded server's UI. */
  embeddedUi: string | undefined;
}

// Pages that are open ask again and again; the server answers for seven queues.
const KEPT_MS = 5_000;

export function createReadInstallation({
  config,
  workflows,
  embeddedUi,
}: InstallationDeps): () => Promise<Installation> {
  const ui = config.QUARRY_TEMPORAL_UI_URL ?? embeddedUi;
  const temporalUi =
    ui === undefined
      ? null
      : `${ui.replace(/\/$/, '')}/namespaces/${encodeURIComponent(config.TEMPORAL_NAMESPACE)}/workflows/`;
  let last: { at: number; queues: Promise<QueueState[] | null> } | undefined;
  return async () => {
    if (!last || performance.now() - last.at > KEPT_MS)
      last = { at: performance.now(), queues: workflows.queueStates().catch(() => null) };
    const [queues, free] = await Promise.all([last.queues, freeBytes(config.QUARRY_DATA_DIR)]);
    return { temporalUi, queues, disk: { freeBytes: free, neededBytes: ENOUGH_TO_RUN_BYTES } };
  };
}
