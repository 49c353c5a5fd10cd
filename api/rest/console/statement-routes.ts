import { dayOf } from '../../../services/dates/days.ts';
import { Readable } from 'node:stream';
import type Router from '@koa/router';
import { z } from 'zod';
import { requireOperator, requireSees } from '../../../services/accounts/members/roles.ts';
import { monthSpan } from '../../../services/billing/month-span.ts';
import { allStatementLines, type StatementLine, type StatementSpan } from '../../../services/billing/statement.ts';
import { ServiceError } from '../../../services/core/errors.ts';
import { csvOf } from '../../operations/calls/text-body.ts';
import { endsBeforeMs, parseDate, startsMs } from '../../../services/dates/parse-date.ts';
import { ListRunsQuery } from '../../operations/requests/monitor-lists.ts';
import { readQuery } from '../pipeline/read-query.ts';
import type { State } from '../pipeline/state.ts';
import { beginCall, memberOf, type ConsoleContext, type ConsoleServing } from './console-call.ts';
import type { Statements } from './console-services.ts';

const date = z
  .string()
  .refine((text) => parseDate(text) !== undefined, 'is not a date: write 2026-01-31 or 2026-01-31T12:00:00Z')
  .transform((text) => parseDate(text))
  .optional();

const StatementQuery = z.strictObject({
  month: z
    .string()
    .refine((text) => monthSpan(text) !== undefined, 'is not a month, such as 2026-11')
    .optional(),
  from: date,
  to: date,
  format: z.enum(['json', 'csv'], 'must be json or csv').default('json'),
  limit: ListRunsQuery.shape.limit,
  after: z
    .string()
    .regex(/^\d{1,18}$/, 'is not the id of a line')
    .optional(),
});

type Asked = z.output<typeof StatementQuery>;

/** Statements of credits, for the organization itself and for operators. @see docs/accounts.md#statements */
export function statementRoutes(router: Router<State>, serving: ConsoleServing): void {
  router.get('/console/statement', async (ctx) => {
    beginCall(ctx, 'readStatement');
    const { orgId, role } = await memberOf(serving, ctx);
    requireSees('statements', role);
    await send(ctx, orgId, serving.statements);
  });
  router.get('/console/organizations/:id/statement', async (ctx) => {
    beginCall(ctx, 'readStatementOf');
    const { role } = await memberOf(serving, ctx);
    requireOperator(role);
    const orgId = ctx.params.id ?? '';
    await serving.operators.requireOrganization(orgId);
    await send(ctx, orgId, serving.operators.statements);
  });
}

async function send(ctx: ConsoleContext, orgId: string, statements: Statements): Promise<void> {
  const asked = readQuery(ctx.querystring, StatementQuery) as Asked;
  const span = { orgId, ...spanOf(asked, new Date()) };
  if (asked.format === 'csv') return sendTable(ctx, span, statements);
  const { limit, after } = asked;
  const [{ opening, granted, charged, closing, postings }, { hasMore, lines }] = await Promise.all([
    statements.read(span),
    statements.lines(span, { limit, after }),
  ]);
  ctx.body = {
    from: span.from.toISOString(),
    before: span.before.toISOString(),
    opening_balance: opening,
    granted,
    charged,
    closing_balance: closing,
    postings,
    has_more: hasMore,
    lines: lines.map(lineToWire),
  };
}

/** @throws ServiceError INVALID_REQUEST */
function spanOf({ month, from, to }: Asked, now: Date): Pick<StatementSpan, 'from' | 'before'> {
  if (month !== undefined && (from || to))
    throw new ServiceError('INVALID_REQUEST', 'month: cannot be combined with from or to', { param: 'month' });
  const ofMonth = monthSpan(month ?? now.toISOString().slice(0, 7));
  if (!ofMonth) throw new ServiceError('INVALID_REQUEST', 'month: is not a month: write 2026-01', { param: 'month' });
  if (!from && !to) return ofMonth;
  const beforeMs = (to && endsBeforeMs(to, now)) ?? now.getTime() + 1;
  const fromMs = (from && startsMs(from, now)) ?? ofMonth.from.getTime();
  if (fromMs >= beforeMs) throw new ServiceError('INVALID_REQUEST', 'from: is after to', { param: 'from' });
  return { from: new Date(fromMs), before: new Date(beforeMs) };
}

function lineToWire(line: StatementLine) {
  return {
    id: line.id,
    at: line.at.toISOString(),
    amount: line.amount,
    balance: line.balance,
    operation: line.operation,
    caller: line.callerId,
    caller_name: line.callerName,
    scope: line.scope,
    reason: line.reason,
    reference: line.reference,
  };
}

const COLUMNS = [
  'at',
  'operation',
  'caller',
  'caller_name',
  'scope',
  'amount',
  'balance',
  'reason',
  'reference',
] as const;

/** The table begins and ends with the balance, and is sent as it is read: a month may have a million lines. */
async function sendTable(ctx: ConsoleContext, span: StatementSpan, statements: Statements): Promise<void> {
  const { opening, closing } = await statements.read(span);
  async function* rows(): AsyncGenerator<string> {
    yield csvOf(COLUMNS, [{ at: span.from.toISOString(), operation: 'opening balance', balance: opening }]).text;
    for await (const lines of allStatementLines((page) => statements.lines(span, page)))
      yield withoutHead(lines.map(lineToWire));
    yield withoutHead([{ at: span.before.toISOString(), operation: 'closing balance', balance: closing }]);
  }
  ctx.type = 'text/csv; charset=utf-8';
  ctx.set('content-disposition', `attachment; filename="statement-${dayOf(span.from)}.csv"`);
  ctx.body = Readable.from(rows());
}

function withoutHead(rows: ReadonlyArray<Readonly<Record<string, unknown>>>): string {
  const { text } = csvOf(COLUMNS, rows);
  return text.slice(text.indexOf('\n') + 1);
}
