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
import { organizationOptions } from './organization-options.ts';
import { unlessAborted } from '../concurrency/unless-aborted.ts';

const CANCEL_WITHIN_MS = 500;

/**
 * Runs a batch, or joins one that is running or has completed under the same id. Aborting cancels it.
 *
 * @throws ServiceError UNAVAILABLE if a dependency is unavailable or the workflow was stopped from outside, INTERNAL
 *   for a fault of ours
 */
export async function runFetchBatch(client: Client, input: FetchBatchInput, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await start(client, input);
  const handle = client.workflow.getHandle<Workflows['fetchBatch']>(input.fetchId);
  try {
    // A NativeConnection does not support abort signals: the wait is abandoned, and the cancelled workflow ends it
    // soon.
    await unlessAborted(handle.result(), signal);
  } catch (error) {
    if (!signal.aborted) throw toServiceError(error);
    // A server that does not respond must not delay the caller: the batch's own budget ends a batch that missed the
    // cancellation.
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
      // A failed or stopped batch starts again under its id, and reuses its stored pages.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowExecutionTimeout: FETCH_LIMITS.workflow,
      requestEagerStart: true,
      ...organizationOptions(input.orgId),
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

/** Whether a dependency was unavailable to the end, or the workflow or its worker was stopped from outside. */
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
