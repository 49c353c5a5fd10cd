import { InvalidArgumentError, type Command } from 'commander';
import { withDatabase } from './with-database.ts';
import { requireOrganization } from '../../services/accounts/accounts.ts';
import {
  allStatementLines,
  readStatement,
  readStatementLines,
  type StatementLine,
} from '../../services/billing/statement.ts';
import { monthSpan } from '../../services/billing/month-span.ts';
import { systemClock } from '../../services/core/clock.ts';
import type { Database } from '../../services/database/database.ts';

interface StatementOptions {
  month?: { from: Date; before: Date };
  json?: boolean;
}

/** @see docs/accounts.md#statements */
export function statementCommand(ledger: Command): void {
  ledger
    .command('statement')
    .description('show the credits of an organization over a month in UTC, with each posting')
    .argument('<org-id>')
    .option('--month <month>', 'such as 2026-11 (default: this month)', month)
    .option('--json', 'print JSON')
    .action((orgId: string, options: StatementOptions) =>
      withDatabase((database) => printStatement(database, orgId, options)),
    );
}

async function printStatement(database: Database, orgId: string, { month: given, json }: StatementOptions) {
  await requireOrganization(database, orgId);
  const now = systemClock.now().toISOString().slice(0, 7);
  const span = { orgId, ...(given ?? month(now)) };
  const { opening, granted, charged, closing } = await readStatement(database, span);
  const lines: StatementLine[] = [];
  for await (const page of allStatementLines((at) => readStatementLines(database, span, at))) lines.push(...page);
  const shown = { opening, granted, charged, closing, postings: lines };
  const prose = [
    `opening ${opening}`,
    ...lines.map(lineInWords),
    `granted ${granted} charged ${charged} closing ${closing}`,
  ];
  process.stdout.write(`${json ? JSON.stringify(shown) : prose.join('\n')}\n`);
}

function lineInWords({ at, amount, balance, operation, reason, reference }: StatementLine): string {
  const sign = amount > 0 ? '+' : '';
  return [at.toISOString(), `${sign}${amount}`, `= ${balance}`, operation ?? 'credits', reference, reason ?? '']
    .join(' ')
    .trim();
}

function month(given: string): { from: Date; before: Date } {
  const span = monthSpan(given);
  if (span) return span;
  throw new InvalidArgumentError('must be a month, such as 2026-11');
}
