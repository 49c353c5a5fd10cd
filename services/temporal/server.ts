import type { NativeConnection } from '@temporalio/worker';
import { SEARCH_ATTRIBUTES } from './names.ts';

// Temporal's IndexedValueType; we do not depend on the package that exports the enum.
const KEYWORD = 2;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
// Failed runs can be reset during their retention.
const RETENTION_SECONDS = 30 * 86_400;

/** @throws Error saying what to do if the namespace does not exist */
export async function requireNamespace(connection: NativeConnection, namespace: string): Promise<void> {
  await connection.workflowService.describeNamespace({ namespace }).catch((error: unknown) => {
    if (grpcCode(error) !== NOT_FOUND) throw error;
    const create = `temporal operator namespace create --namespace ${namespace}`;
    throw new Error(
      `The Temporal server has no namespace ${namespace}. Create it (${create}), or correct TEMPORAL_NAMESPACE.`,
      { cause: error },
    );
  });
}

/** Registers the search attributes of our workflows on any server, embedded or the operator's. Safe to repeat. */
export async function prepareServer(connection: NativeConnection, namespace: string): Promise<void> {
  for (const attribute of Object.values(SEARCH_ATTRIBUTES)) {
    await connection.operatorService
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
      .addSearchAttributes({ namespace, searchAttributes: { [attribute.name]: KEYWORD } })
      .catch(unlessItExists);
  }
}

/** The development server keeps closed workflows for only a day. An operator's own server keeps its own setting. */
export async function keepHistories(connection: NativeConnection, namespace: string): Promise<void> {
  await connection.workflowService.updateNamespace({
    namespace,
    config: { workflowExecutionRetentionTtl: { seconds: RETENTION_SECONDS as never } },
  });
}

function unlessItExists(error: unknown): void {
  if (grpcCode(error) === ALREADY_EXISTS) return;
  if (error instanceof Error && /already exist/i.test(error.message)) return;
  throw error;
}

function grpcCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
