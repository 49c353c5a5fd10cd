import { Option, type Command } from 'commander';
import { credits, print, withAccounts, wholeNumber, type JsonOption } from './account-values.ts';
import { keyCommands } from './key-commands.ts';
import { loginLinkCommand } from './login-link-command.ts';
import { statementCommand } from './statement-command.ts';
import { withDatabase } from './with-database.ts';
import { listOrganizations } from '../../services/accounts/listing.ts';
import { auditLedger } from '../../services/billing/audit.ts';
import type { Database } from '../../services/database/database.ts';

/** The operator's commands; they work beside a running service, on its database. @see docs/rules.md#operator */
export function operatorCommands(program: Command): void {
  organizationCommands(program.command('orgs').description('organizations and their credits'));
  keyCommands(program.command('keys').description('API keys'));
  loginLinkCommand(program);
  const ledger = program.command('ledger').description('credits and their postings');
  ledger
    .command('audit')
    .description('compare each balance with its postings and holds; exit with 1 if they differ')
    .option('--json', 'print JSON')
    .action(({ json }: JsonOption) => withDatabase((database) => audit(database, json === true)));
  statementCommand(ledger);
}

function organizationCommands(orgs: Command): void {
  orgs
    .command('create')
    .description('create an organization and print its first key; it cannot be printed again')
    .argument('<name>')
    // Help prints defaults as JSON, which has no bigint.
    .addOption(new Option('--credits <n>', 'credits at the start').argParser(credits).default(0n, '0'))
    .option('--json', 'print JSON')
    .action((name: string, options: JsonOption & { credits: bigint }) =>
      withAccounts(async (accounts) => {
        const { orgId, keyId, key } = await accounts.createOrganization(name, options.credits);
        print(
          options.json,
          { org_id: orgId, key_id: keyId, key },
          `organization ${orgId}\nkey ${key} (shown once)\nid ${keyId}`,
        );
      }),
    );
  orgs
    .command('list')
    .description('list all organizations, oldest first')
    .option('--json', 'print JSON')
    .action(({ json }: JsonOption) =>
      withDatabase(async (database) => {
        const listed = await listOrganizations(database);
        print(
          json,
          listed,
          listed.map(({ org_id: id, name, balance }) => `${id} balance ${balance} ${name}`).join('\n'),
        );
      }),
    );
  orgs
    .command('grant')
    .description('add credits')
    .argument('<org-id>')
    .argument('<n>', 'credits', credits)
    .option('--reason <text>', 'the reason that statements and the audit log show')
    .action((orgId: string, amount: bigint, { reason }: { reason?: string }) =>
      withAccounts(async (accounts) => {
        if (amount > 0n) await accounts.grantCredits(orgId, amount, reason);
        print(false, {}, `granted ${amount} credits to ${orgId}`);
      }),
    );
  orgs
    .command('correct')
    .description('add credits to a balance, or subtract them by a negative number')
    .argument('<org-id>')
    .requiredOption('--by <n>', 'credits', wholeNumber)
    .requiredOption('--reason <text>', 'the reason that statements and the audit log show')
    .action((orgId: string, { by, reason }: { by: bigint; reason: string }) =>
      withAccounts(async (accounts) => {
        await accounts.grantCredits(orgId, by, reason);
        print(false, {}, `changed the balance of ${orgId} by ${by} credits`);
      }),
    );
}

async function audit(database: Database, json: boolean): Promise<void> {
  const result = await auditLedger(database);
  const lines = result.organizations.map(
    (one) =>
      `${one.ok ? 'ok ' : 'BAD'} ${one.org_id} balance ${one.balance} held ${one.held} postings ${one.postings_sum}`,
  );
  print(json, result, lines.join('\n'));
  if (!result.ok) throw new Error('balances and postings differ');
}
