import type { AgentRun, RunFilters } from '../../../entities/research/agent-run.ts';
import type { SchemaValidator } from '../../structured/schema/schemas.ts';
import { recordCallersChange } from '../../accounts/audit-log.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, Sql } from '../../database/database.ts';
import type { Notifications } from '../../database/notifications.ts';
import { subscribe } from '../../database/subscription.ts';
import type { WorkflowClient } from '../../temporal/workflow-client.ts';
import { notify } from '../../temporal/notify.ts';
import { cursorAfter, idInCursor } from '../../core/cursor.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Subscriber } from '../../core/subscriber.ts';
import { idOf, isId } from '../../core/ids.ts';
import { resolveDateRange } from '../../query/date-range.ts';
import { parseDate } from '../../dates/parse-date.ts';
import { insertRun, isFull, type AgentRunOptions } from './insert-run.ts';
import { selectRuns } from './read-runs.ts';
import { requireFillable } from './output-schema.ts';
import type { AgentRunEvent, RunEvents } from './run-events.ts';
import { RUN_ENDED, RUN_OPERATION, settleRun, type RunTransitionsDeps } from '../state/run-state.ts';

export interface AgentRuns {
  /** @param keyId of the key or user that is charged */
  create(caller: { orgId: string; keyId: string }, operationId: string, options: AgentRunOptions): Promise<AgentRun>;
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
  /** Counts the runs of all organizations. */
  background: Sql;
  workflows: WorkflowClient;
  clock: Clock;
  notifications: Notifications;
  events: RunEvents;
  schemas: Pick<SchemaValidator, 'problem' | 'compileProblem'>;
  runsAtOnce: number;
  /** Counts the charge of a cancelled run. Absent: charges are not counted. */
  charged?: RunTransitionsDeps['charged'];
}

const POLL_MS = 5_000;
const EVENT_ID = /^\d{1,9}$/;

export function createAgentRuns(dependencies: AgentRunsDependencies): AgentRuns {
  const { database, workflows, clock, notifications } = dependencies;

  async function get(orgId: string, runId: string): Promise<AgentRun> {
    const run = isId('run', runId)
      ? await selectRuns(database, orgId).where('id', '=', runId).executeTakeFirst()
      : undefined;
    if (!run) throw new ServiceError('NOT_FOUND', 'No run of this organization has this id.');
    return run;
  }

  return {
    get,

    async create({ orgId, keyId: callerId }, operationId, options) {
      await requireFillable(options.outputSchema, dependencies.schemas);
      requireRange(options.filters, clock.now());
      const runId = idOf('run', operationId);
      const { runsAtOnce, background } = dependencies;
      const accepted = {
        orgId,
        callerId,
        runId,
        options,
        runsAtOnce,
        isFull: await isFull(background),
        at: clock.now(),
      };
      await database.transaction((sql) => insertRun(sql, accepted));
      // The reconciler makes up for a failed start, because the row is durable.
      const run = await get(orgId, runId);
      const { query, effort } = options;
      const start = async () =>
        workflows.startAgentRun({ runId, orgId, orgName: await organizationName(database, orgId), query, effort });
      await notify(start());
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
      let page = selectRuns(database, orgId);
      if (after !== undefined) page = page.where('id', '<', idInCursor('run', after));
      const found = await page
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const runs = found.slice(0, limit);
      const last = runs.at(-1);
      return { runs, next: found.length > limit && last ? cursorAfter(last.id) : null };
    },

    async cancel(orgId, runId) {
      const run = await get(orgId, runId);
      if (run.stopReason !== null) return run;
      const credits = await database.transaction((sql) => cancelRun(sql, runId, clock.now()));
      if (credits) dependencies.charged?.(RUN_OPERATION, credits);
      if (credits !== undefined) await notify(workflows.cancelAgentRun(runId));
      return get(orgId, runId);
    },
  };
}

/** @throws ServiceError INVALID_REQUEST for a range of dates that ends before it begins */
function requireRange({ from, to }: RunFilters, now: Date): void {
  const asDate = (text: string | null) => (text === null ? undefined : parseDate(text));
  resolveDateRange({ from: asDate(from), to: asDate(to) }, now);
}

async function organizationName({ builder }: Sql, orgId: string): Promise<string | undefined> {
  const organization = await builder
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', orgId)
    .executeTakeFirst();
  return organization?.name;
}

/** Returns the credits that the run was charged; undefined if it had ended before. */
async function cancelRun(sql: Sql, runId: string, at: Date): Promise<number | undefined> {
  const run = await sql.builder
    .updateTable('agent_runs')
    .set({ status: 'cancelled', stop_reason: 'cancelled', completed_at: at })
    .where('id', '=', runId)
    .where('status', 'in', ['pending', 'running'])
    .returning(['attempt', 'effort', 'org_id'])
    .executeTakeFirst();
  if (!run) return undefined;
  await recordCallersChange(sql, { orgId: run.org_id, action: 'run.cancel', subjectId: runId, at });
  const credits = await settleRun(sql, { runId, ...run, status: 'cancelled' }, at);
  await sql.query('select pg_notify($1, $2)', [RUN_ENDED, runId]);
  return credits;
}
