import type { EntityManager } from '@mikro-orm/postgresql';
import { AgentRunSchema, type AgentRun } from '../../../entities/research/agent-run.ts';
import type { SchemaValidator } from '../../structured/schema/schemas.ts';
import { settleHold } from '../../billing/ledger.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, Sql } from '../../database/database.ts';
import type { Notifications } from '../../database/notifications.ts';
import { subscribe } from '../../database/subscription.ts';
import type { WorkflowClient } from '../../temporal/workflow-client.ts';
import { notify } from '../../temporal/notify.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Subscriber } from '../../core/subscriber.ts';
import { idOf, isId } from '../../core/ids.ts';
import { insertRun, type AgentRunOptions } from './insert-run.ts';
import { requireFillable } from './output-schema.ts';
import type { AgentRunEvent, RunEvents } from './run-events.ts';
import { creditsUsed, RUN_ENDED } from '../state/run-state.ts';

export interface AgentRuns {
  create(orgId: string, operationId: string, options: AgentRunOptions): Promise<AgentRun>;
  /** @throws ServiceError NOT_FOUND for an absent run and another organization's run alike */
  get(orgId: string, runId: string): Promise<AgentRun>;
  /** As `get`, once the run has ended or `waitSeconds` have passed. */
  getWhenEnded(orgId: string, runId: string, waitSeconds: number, signal: AbortSignal): Promise<AgentRun>;
  /**
   * Yields the events of a run after a given one, and ends with the run.
   *
   * @throws ServiceError NOT_FOUND as `get`, INVALID_REQUEST for an invalid event id
   */
  events(
    orgId: string,
    runId: string,
    after: string | undefined,
    following: Subscriber,
  ): Promise<AsyncGenerator<AgentRunEvent>>;
  list(
    orgId: string,
    page: { limit: number; after?: string | undefined },
  ): Promise<{ runs: AgentRun[]; next: string | null }>;
  /** Cancels a run. One that has ended is returned unchanged. */
  cancel(orgId: string, runId: string): Promise<AgentRun>;
}

export interface AgentRunsDependencies {
  database: Database;
  em: EntityManager;
  workflows: WorkflowClient;
  clock: Clock;
  notifications: Notifications;
  events: RunEvents;
  schemas: Pick<SchemaValidator, 'problem' | 'compileProblem'>;
  runsAtOnce: number;
}

const POLL_MS = 5_000;
const EVENT_ID = /^\d{1,9}$/;

export function createAgentRuns(dependencies: AgentRunsDependencies): AgentRuns {
  const { database, workflows, clock, notifications } = dependencies;

  async function get(orgId: string, runId: string): Promise<AgentRun> {
    const run = isId('run', runId) ? await dependencies.em.fork().findOne(AgentRunSchema, { id: runId, orgId }) : null;
    if (!run) throw new ServiceError('NOT_FOUND', 'No run of this organization has this id.');
    return run;
  }

  return {
    get,

    async create(orgId, operationId, options) {
      await requireFillable(options.outputSchema, dependencies.schemas);
      const runId = idOf('run', operationId);
      await database.transaction((sql) =>
        insertRun(sql, { orgId, runId, options, runsAtOnce: dependencies.runsAtOnce, at: clock.now() }),
      );
      // The reconciler makes up for a failed start, because the row is durable.
      const run = await get(orgId, runId);
      await notify(workflows.startAgentRun({ runId, orgId, query: options.query }));
      return run;
    },

    async getWhenEnded(orgId, runId, waitSeconds, signal) {
      const waiting = AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1000)]);
      const news = subscribe(notifications, {
        channels: [RUN_ENDED],
        payload: runId,
        pollMs: POLL_MS,
        signal: waiting,
      });
      try {
        for (;;) {
          const heard = news.next();
          const run = await get(orgId, runId);
          if (run.stopReason !== null || waiting.aborted) return run;
          await heard;
        }
      } finally {
        news.close();
      }
    },

    async events(orgId, runId, after = '0', following) {
      if (!EVENT_ID.test(after))
        throw new ServiceError('INVALID_REQUEST', 'Last-Event-ID: is not a valid event id', {
          param: 'Last-Event-ID',
        });
      await get(orgId, runId);
      return dependencies.events.follow(runId, Number(after), following);
    },

    async list(orgId, { limit, after }) {
      const where = { orgId, ...(after !== undefined && { id: { $lt: decodeCursor(after) } }) };
      const found = await dependencies.em
        .fork()
        .find(AgentRunSchema, where, { orderBy: { id: 'desc' }, limit: limit + 1 });
      const runs = found.slice(0, limit);
      const last = runs.at(-1);
      return { runs, next: found.length > limit && last ? cursorAfter(last.id) : null };
    },

    async cancel(orgId, runId) {
      const run = await get(orgId, runId);
      if (run.stopReason !== null) return run;
      const cancelled = await database.transaction((sql) => cancelRun(sql, runId, clock.now()));
      if (cancelled) await notify(workflows.cancelAgentRun(runId));
      return get(orgId, runId);
    },
  };
}

async function cancelRun(sql: Sql, runId: string, at: Date): Promise<boolean> {
  const run = await sql.builder
    .updateTable('agent_runs')
    .set({ status: 'cancelled', stop_reason: 'cancelled', completed_at: at })
    .where('id', '=', runId)
    .where('status', 'in', ['pending', 'running'])
    .returning('attempt')
    .executeTakeFirst();
  if (!run) return false;
  await settleHold(sql, `${runId}:${run.attempt}`, await creditsUsed(sql, runId), at);
  await sql.query('select pg_notify($1, $2)', [RUN_ENDED, runId]);
  return true;
}

/** Cursor of the page after this run. */
export function cursorAfter(runId: string): string {
  return Buffer.from(runId).toString('base64url');
}

function decodeCursor(cursor: string): string {
  const runId = Buffer.from(cursor, 'base64url').toString();
  if (!isId('run', runId) || cursorAfter(runId) !== cursor) {
    throw new ServiceError('INVALID_REQUEST', 'after: is not a valid cursor for this list', { param: 'after' });
  }
  return runId;
}
