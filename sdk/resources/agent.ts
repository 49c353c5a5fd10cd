import {
  AgentRunStopReason,
  AgentService,
  type AgentRun,
  type CancelAgentRunResponse,
  type CreateAgentRunRequestSchema,
  type CreateAgentRunResponse,
  type GetAgentRunRequestSchema,
  type GetAgentRunResponse,
  type ListAgentRunsRequestSchema,
  type ListAgentRunsResponse,
} from '../../gen/quarry/v1/agent_pb.js';
import { deadlineOf, type RpcCaller, type MessageFields } from '../caller.ts';
import { QuarryError } from '../errors.ts';
import { jsonText, type WithJson } from '../json.ts';
import { beforeNextTry } from '../resumed.ts';
import type { CallOptions } from '../transport.ts';

const { method } = AgentService;
const READ = { safety: 'read', timeoutMs: 30_000 } as const;
const WAIT_SECONDS = 60;
const BEYOND_WAIT_MS = 30_000;
const CREATED_WITHIN_MS = 30_000;

export type CreateAgentRunParams = WithJson<MessageFields<typeof CreateAgentRunRequestSchema>, 'outputSchema'>;

/** Multi-step research that results in a cited report. */
export class AgentResource {
  readonly #caller: RpcCaller;

  constructor(caller: RpcCaller) {
    this.#caller = caller;
  }

  /** Starts a run, whose status is then pending. */
  create(params: CreateAgentRunParams, options: CallOptions = {}): Promise<CreateAgentRunResponse> {
    return this.#caller.unary(
      method.createAgentRun,
      { ...params, outputSchema: jsonText(params.outputSchema) },
      options,
      { safety: 'keyed', timeoutMs: CREATED_WITHIN_MS },
    );
  }

  /** Reads a run. With `wait` (seconds, 1 to 60), returns when the run has ended or that time has passed. */
  get(params: MessageFields<typeof GetAgentRunRequestSchema>, options: CallOptions = {}): Promise<GetAgentRunResponse> {
    return this.#caller.unary(method.getAgentRun, params, options, {
      safety: 'read',
      timeoutMs: (params.wait ?? 0) * 1_000 + BEYOND_WAIT_MS,
    });
  }

  /** One page of runs, newest first. */
  list(
    params: MessageFields<typeof ListAgentRunsRequestSchema> = {},
    options: CallOptions = {},
  ): Promise<ListAgentRunsResponse> {
    return this.#caller.unary(method.listAgentRuns, params, options, READ);
  }

  /** All runs, newest first; pages are read on demand. */
  async *listAll(
    params: Omit<MessageFields<typeof ListAgentRunsRequestSchema>, 'after'> = {},
    options: CallOptions = {},
  ): AsyncGenerator<AgentRun> {
    let after: string | undefined;
    do {
      const { next, runs } = await this.list({ ...params, after }, options);
      yield* runs;
      after = next;
    } while (after !== undefined);
  }

  /** Cancels a run. A run that has ended is returned unchanged. */
  cancel(params: { id: string }, options: CallOptions = {}): Promise<CancelAgentRunResponse> {
    return this.#caller.unary(method.cancelAgentRun, params, options, READ);
  }

  /**
   * Waits until the run has ended, also through outages, and returns it. `timeoutMs` limits the whole wait, which is
   * otherwise unlimited.
   *
   * @throws QuarryError, DEADLINE_EXCEEDED when that time has passed; its `runId` is the run's
   */
  wait({ id }: { id: string }, options: CallOptions = {}): Promise<GetAgentRunResponse> {
    return this.#ended(id, options).catch((error: unknown) => {
      throw error instanceof QuarryError ? ofRun(id, error) : error;
    });
  }

  async #ended(id: string, { timeoutMs, ...options }: CallOptions): Promise<GetAgentRunResponse> {
    const lasting = { signal: options.signal, deadline: deadlineOf(timeoutMs) };
    let failed = 0;
    for (let leftMs = lasting.deadline - Date.now(); leftMs > 0; leftMs = lasting.deadline - Date.now()) {
      const wait = Math.max(1, Math.min(WAIT_SECONDS, Math.floor(leftMs / 1_000)));
      try {
        const response = await this.get(
          { id, wait },
          { ...options, timeoutMs: Math.min(leftMs, wait * 1_000 + BEYOND_WAIT_MS) },
        );
        if (response.run && response.run.stopReason !== AgentRunStopReason.UNSPECIFIED) return response;
        failed = 0;
      } catch (error) {
        const isOneCall = error instanceof QuarryError && error.code === 'DEADLINE_EXCEEDED';
        if (isOneCall) continue;
        failed += 1;
        await beforeNextTry(error, failed, lasting);
      }
    }
    throw new QuarryError('DEADLINE_EXCEEDED', 'the run did not end before the deadline of the call; it continues');
  }

  /** Starts a run and waits for its end, as `wait` does; `timeoutMs` covers both. */
  async createAndWait(
    params: CreateAgentRunParams,
    { timeoutMs, ...options }: CallOptions = {},
  ): Promise<GetAgentRunResponse> {
    const deadline = deadlineOf(timeoutMs);
    const { run } = await this.create(params, {
      ...options,
      timeoutMs: timeoutMs && Math.min(timeoutMs, CREATED_WITHIN_MS),
    });
    return this.wait({ id: run?.id ?? '' }, { signal: options.signal, timeoutMs: timeoutMs && deadline - Date.now() });
  }
}

function ofRun(runId: string, cause: QuarryError): QuarryError {
  const { code, message, requestId, param, retryAfterSeconds, shouldRetry } = cause;
  return new QuarryError(code, message, { requestId, param, retryAfterSeconds, shouldRetry, runId, cause });
}
