import { Connection, isGrpcServiceError, WorkflowClient } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

const CONNECT_WITHIN_MS = 5_000;
const NOT_FOUND = 5;

/**
 * The complete history of a workflow in Temporal's JSON form, without the host names of its workers.
 *
 * @param runId selects one run of a workflow that continued as new. Default: the latest run
 * @throws Error if the workflow does not exist, or no server responds
 */
export async function readHistory(
  { address, namespace }: { address: string; namespace: string },
  workflowId: string,
  runId?: string,
): Promise<unknown> {
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_WITHIN_MS }).catch(
    (error: unknown) => {
      throw new Error(`No Temporal server answers at ${address}.`, { cause: error });
    },
  );
  try {
    const client = new WorkflowClient({ connection, namespace });
    const history = await client.getHandle(workflowId, runId).fetchHistory();
    return JSON.parse(historyToJSON(history), withoutMachine);
  } catch (error) {
    if (isGrpcServiceError(error) && (error.code as number) === NOT_FOUND)
      throw new Error(`No workflow has the id ${workflowId}. Temporal keeps histories as long as Quarry keeps runs.`, {
        cause: error,
      });
    throw error;
  } finally {
    await connection.close();
  }
}

const MACHINE = new Set([
  'identity',
  'workerVersion',
  'binaryChecksum',
  'deployment',
  'workerInstanceKey',
  'stackTrace',
]);

function withoutMachine(name: string, value: unknown): unknown {
  return MACHINE.has(name) ? undefined : value;
}
