import { InvalidArgumentError, Option, type Command } from 'commander';
import { loginLinkCommand } from './login-link-command.ts';
import { withDatabase } from './with-database.ts';
import { createAccounts, type Accounts } from '../services/accounts/accounts.ts';
import { listKeys, listOrganizations, type ListedKey } from '../services/accounts/listing.ts';
import { auditLedger } from '../services/billing/audit.ts';
import { systemClock } from '../services/core/clock.ts';
import type { Database } from '../services/database/database.ts';

interface JsonOption {
  json?: boolean;
}

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
}

function organizationCommands(orgs: Command): void {
  orgs
    .command('create')
    .description('create an organization with its first key, which is shown once')
    .argument('<name>')
    // Help prints defaults as JSON, which has no bigint.
    .addOption(new Option('--credits <n>', 'credits to begin with').argParser(credits).default(0n, '0'))
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
    .action((orgId: string, amount: bigint) =>
      withAccounts(async (accounts) => {
        await accounts.grantCredits(orgId, amount);
        print(false, {}, `granted ${amount} credits to ${orgId}`);
      }),
    );
}

function keyCommands(keys: Command): void {
  keys
    .command('list')
    .description("list an organization's keys, oldest first")
    .argument('<org-id>')
    .option('--json', 'print JSON')
    .action((orgId: string, { json }: JsonOption) =>
      withDatabase(async (database) => {
        const listed = await listKeys(database, orgId);
        print(json, listed, listed.map(keyLine).join('\n'));
      }),
    );
  keys
    .command('create')
    .description('create a key, which is shown once')
    .argument('<org-id>')
    .option('--scopes <scopes>', 'limit the key to these, separated by commas', (list) =>
      list.split(',').map((scope) => scope.trim()),
    )
    .option('--json', 'print JSON')
    .action((orgId: string, options: JsonOption & { scopes?: string[] }) =>
      withAccounts(async (accounts) => {
        const { key, keyId } = await accounts.createKey(orgId, { scopes: options.scopes ?? null });
        print(options.json, { key_id: keyId, key }, `key ${key} (shown once)\nid ${keyId}`);
      }),
    );
  keys
    .command('revoke')
    .description('revoke a key; it is refused within a second')
    .argument('<key-id>')
    .action((keyId: string) =>
      withAccounts(async (accounts) => {
        await accounts.revokeKey(keyId);
        print(false, {}, `revoked ${keyId}`);
      }),
    );
}

function keyLine({
  key_id: id,
  last_four: lastFour,
  scopes,
  last_used_at: lastUsed,
  expires_at: expires,
  revoked_at: revoked,
}: ListedKey): string {
  const parts = [id, `…${lastFour}`, `scopes ${scopes?.join(',') ?? 'all'}`, `last used ${lastUsed ?? 'never'}`];
  return [...parts, expires && `expires ${expires}`, revoked && `revoked ${revoked}`].filter(Boolean).join(' ');
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

function withAccounts(work: (accounts: Accounts) => Promise<void>): Promise<void> {
  return withDatabase((database) => work(createAccounts(database, systemClock)));
}

// The maximum of the column (int8).
const MOST_CREDITS = 2n ** 63n - 1n;

/** A bigint: a number loses digits from 2^53 on. */
function credits(given: string): bigint {
  if (/^\d+$/.test(given) && BigInt(given) <= MOST_CREDITS) return BigInt(given);
  throw new InvalidArgumentError(`must be a whole number from 0 to ${MOST_CREDITS}`);
}

function print(json: boolean | undefined, value: object, prose: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : prose}\n`);
}
