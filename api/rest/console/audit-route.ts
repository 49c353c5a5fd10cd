import type Router from '@koa/router';
import { z } from 'zod';
import type { ListedAudit } from '../../../services/accounts/audit-log.ts';
import { requireOwner } from '../../../services/accounts/members/roles.ts';
import { ListRunsQuery } from '../../operations/requests/monitor-lists.ts';
import { readQuery } from '../pipeline/read-query.ts';
import type { State } from '../pipeline/state.ts';
import { beginCall, memberOf, type ConsoleServing } from './console-call.ts';

const AuditQuery = z.strictObject(ListRunsQuery.pick({ before: true, limit: true }).shape);

/** What was changed in the caller's organization, for its owners. @see docs/accounts.md#audit-log */
export function auditRoute(router: Router<State>, serving: ConsoleServing): void {
  router.get('/console/audit', async (ctx) => {
    beginCall(ctx, 'listAudit');
    const { orgId, role } = await memberOf(serving, ctx);
    requireOwner(role);
    const page = readQuery(ctx.querystring, AuditQuery) as z.output<typeof AuditQuery>;
    const { hasMore, entries } = await serving.readAuditLog(orgId, page);
    ctx.body = { has_more: hasMore, entries: entries.map(entryToWire) };
  });
}

function entryToWire({ id, at, action, subjectId, detail, actorId, actorName, address }: ListedAudit): object {
  const actor = actorId === null ? null : { id: actorId, name: actorName };
  return { id, at: at.toISOString(), action, subject_id: subjectId, detail, actor, address };
}
