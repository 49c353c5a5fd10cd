import { z } from 'zod';
import { USAGE_GROUPS, type UsageRow, type UsageSpan } from '../../../services/billing/usage.ts';
import { ServiceError } from '../../../services/core/errors.ts';
import { DATE_PATTERN, endsBeforeMs, parseDate, startsMs } from '../../../services/dates/parse-date.ts';
import { operation, type Operation } from '../calls/operation.ts';
import { csvOf } from '../calls/text-body.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;

const Row = z.object({
  day: z.string().optional().describe('Day in UTC: YYYY-MM-DD.'),
  key: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Id of the key, or of the user for calls from the console. Null: the runs of monitors, which have no caller.',
    ),
  name: z.string().optional().describe('Name of the key or user, if it has one.'),
  operation: z
    .string()
    .nullable()
    .optional()
    .describe('Operation of the interface; `runMonitor` for runs of monitors.'),
  scope: z.string().nullable().optional().describe('Scope that the calls named. Null: none, or several.'),
  calls: z.int().describe('Number of calls that were charged.'),
  credits: z.int(),
});

const Usage = z
  .object({ rows: z.array(Row).describe('Days in order; other groups with the highest credits first.') })
  .meta({ id: 'Usage' });

const When = z
  .string()
  .meta({ pattern: DATE_PATTERN })
  .refine((text) => parseDate(text) !== undefined, 'is not a date: write 2026-01-31, 2026-01-31T12:00:00Z or now-7d')
  .transform((text) => parseDate(text))
  .optional();

const UsageQuery = z.strictObject({
  from: When.describe('First day or time. Default: 29 days before the end.'),
  to: When.describe('Last day or time; a day counts as a whole. Default: now.'),
  group_by: z
    .enum(USAGE_GROUPS, `must be one of ${USAGE_GROUPS.join(', ')}`)
    .default('day')
    .describe('What a row of the response is.'),
  format: z
    .enum(['json', 'csv'], 'must be json or csv')
    .default('json')
    .describe('csv: a table with a line of names, by RFC 4180.'),
});

/** The ledger of one organization in summary. */
export type ReadUsage = (span: UsageSpan) => Promise<UsageRow[]>;

export function usageOperations(readUsage: ReadUsage): Operation[] {
  return [
    operation({
      method: 'GET',
      path: '/v1/usage',
      operationId: 'getUsage',
      tag: 'Account',
      summary: 'Read what the organization was charged, by day, key, operation or scope',
      description: `Counts calls that were charged, from the ledger; calls that failed or cost nothing are not in it. The span is at most ${MOST_DAYS} days.`,
      scope: 'usage:read',
      query: UsageQuery,
      success: {
        status: 200,
        description: 'What was charged within the span.',
        schema: Usage,
        text: {
          contentType: 'text/csv',
          description: 'The same rows with `format=csv`.',
          example: 'day,calls,credits\r\n2026-03-03,120,122\r\n',
        },
      },
      async handle({ caller: { orgId }, query }) {
        const { group_by: groupBy } = query;
        const rows = await readUsage({ orgId, groupBy, ...spanOf(query, new Date()) });
        const shown = rows.map(({ group, name, calls, credits }) => ({
          [groupBy]: group,
          ...(name !== null && { name }),
          calls,
          credits,
        }));
        if (query.format === 'json') return { rows: shown };
        return csvOf([groupBy, ...(groupBy === 'key' ? ['name'] : []), 'calls', 'credits'], shown);
      },
    }),
  ];
}

/** @throws ServiceError INVALID_REQUEST for a time span that ends before it begins, or that is too long */
function spanOf({ from, to }: z.output<typeof UsageQuery>, now: Date): Pick<UsageSpan, 'from' | 'before'> {
  const beforeMs = (to && endsBeforeMs(to, now)) ?? now.getTime() + 1;
  const fromMs = (from && startsMs(from, now)) ?? Math.floor((beforeMs - 1) / DAY_MS - 29) * DAY_MS;
  if (fromMs >= beforeMs) throw new ServiceError('INVALID_REQUEST', 'from: is after to', { param: 'from' });
  if (beforeMs - fromMs > MOST_DAYS * DAY_MS)
    throw new ServiceError('INVALID_REQUEST', `from: is more than ${MOST_DAYS} days before to`, { param: 'from' });
  return { from: new Date(fromMs), before: new Date(beforeMs) };
}
