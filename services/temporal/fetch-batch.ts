import {
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  type Client,
} from '@temporalio/client';
import { ApplicationFailure, CancelledFailure, TerminatedFailure, TimeoutFailure } from '@temporalio/common';
import { ServiceError } from '../core/errors.ts';
import { settledWithin } from '../concurrency/settled-within.ts';
import type { FetchBatchInput, Workflows } from './contracts.ts';
import { TASK_QUEUES, UNAVAILABLE_FAILURE, WORKFLOWS } from './names.ts';
import { FETCH_LIMITS } from './time-limits.ts';
import { ofOrganization } from './of-organization.ts';
import { unlessAborted } from '../concurrency/unless-aborted.ts';

const CANCEL_WITHIN_MS = 500;

/**
 * Runs a batch, or joins the one that runs or has completed under the same id. Aborting cancels it.
 *
 * @throws ServiceError UNAVAILABLE when a part is away or the workflow was stopped from outside, INTERNAL for a fault of ours
 */
export async function runFetchBatch(client: Client, input: FetchBatchInput, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await start(client, input);
  const handle = client.workflow.getHandle<Workflows['fetchBatch']>(input.fetchId);
  try {
    // A NativeConnection does not know abort signals: the wait is left, and the cancelled workflow ends it soon.
    await unlessAborted(handle.result(), signal);
  } catch (error) {
    if (!signal.aborted) throw toServiceError(error);
    // A server that does not answer must not keep the caller: a batch that was not told ends by its own budget.
    await settledWithin(
      CANCEL_WITHIN_MS,
      handle.cancel().catch(() => undefined),
    );
    throw signal.reason;
  }
}

async function start(client: Client, input: FetchBatchInput): Promise<void> {
  try {
    await client.workflow.start<Workflows['fetchBatch']>(WORKFLOWS.fetchBatch, {
      args: [input],
      workflowId: input.fetchId,
      taskQueue: TASK_QUEUES.workflows,
      // A batch that failed or was stopped begins again under its id, and finds the pages that it has stored.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowExecutionTimeout: FETCH_LIMITS.workflow,
      requestEagerStart: true,
      ...ofOrganization(input.orgId),
      staticSummary: `Fetch ${input.urls.length} URL${input.urls.length === 1 ? '' : 's'}`,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw unavailable(error);
  }
}

function toServiceError(error: unknown): unknown {
  if (error instanceof WorkflowFailedError) return isUnavailable(error.cause) ? unavailable(error) : abandoned(error);
  return isGrpcServiceError(error) || error instanceof WorkflowNotFoundError ? unavailable(error) : error;
}

/** Whether a part was away to the end, or the workflow or its worker was stopped from outside. */
function isUnavailable(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  if (failure instanceof CancelledFailure || failure instanceof TerminatedFailure || failure instanceof TimeoutFailure)
    return true;
  return (
    (failure instanceof ApplicationFailure && failure.type === UNAVAILABLE_FAILURE) || isUnavailable(failure.cause)
  );
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('UNAVAILABLE', 'The service cannot read pages at the moment. Try again later.', { cause });
}

function abandoned(cause: unknown): ServiceError {
  return new ServiceError('INTERNAL', 'An internal error occurred.', { cause, isAbandoned: true });
}
