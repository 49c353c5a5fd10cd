import { LRUCache } from 'lru-cache';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Sql } from '../services/database/database.ts';
import { actingFor } from '../services/database/roles/acting.ts';

// A run has dozens of steps, and its organization does not change.
const REMEMBERED = 10_000;

/** The ids in a step's input, by the names that activities use. */
interface StepIds {
  orgId?: string;
  runId?: string;
  run?: string;
  monitorId?: string;
  sourceId?: string;
  messageId?: string;
}

/** The organization of a step's work; undefined if the step belongs to none, or its rows are gone. */
export type FindOrganization = (ids: StepIds) => Promise<string | undefined>;

/** Finds organizations by the rows that steps work on. Each is read once. */
export function createOrganizationOf(background: Sql): FindOrganization {
  const known = new LRUCache<string, string>({ max: REMEMBERED });
  return async (ids) => {
    if (ids.orgId !== undefined) return ids.orgId;
    const id = ids.runId ?? ids.run ?? ids.monitorId ?? ids.sourceId ?? ids.messageId;
    if (id === undefined) return undefined;
    const orgId = known.get(id) ?? (await readOrganization(background, ids));
    if (orgId === undefined) return undefined;
    known.set(id, orgId);
    return orgId;
  };
}

async function readOrganization({ builder }: Sql, ids: StepIds): Promise<string | undefined> {
  const { runId, run, monitorId, sourceId, messageId } = ids;
  const table = (name: 'agent_runs' | 'monitor_runs' | 'monitors' | 'sources', id: string) =>
    builder.selectFrom(name).select('org_id').where('id', '=', id);
  const ofMessage = (id: string) =>
    builder
      .selectFrom('webhook_outbox as message')
      .innerJoin('monitors', 'monitors.id', 'message.monitor_id')
      .select('org_id')
      .where('message.id', '=', id);
  if (runId !== undefined) return (await table('agent_runs', runId).executeTakeFirst())?.org_id;
  if (run !== undefined) return (await table('monitor_runs', run).executeTakeFirst())?.org_id;
  if (monitorId !== undefined) return (await table('monitors', monitorId).executeTakeFirst())?.org_id;
  if (sourceId !== undefined) return (await table('sources', sourceId).executeTakeFirst())?.org_id;
  return messageId === undefined ? undefined : (await ofMessage(messageId).executeTakeFirst())?.org_id;
}

// Ids begin with a prefix, so this is none. A step whose rows are gone finds no rows.
const NO_ORGANIZATION = 'none';

/** Runs each step of a workflow for the organization whose rows it works on. */
export function activityOrganizations(organizationOf: FindOrganization): ActivityInterceptorsFactory {
  return () => ({
    inbound: {
      async execute(input, next) {
        const [ids] = input.args as [StepIds?];
        return actingFor((ids && (await organizationOf(ids))) ?? NO_ORGANIZATION, () => next(input));
      },
    },
  });
}
