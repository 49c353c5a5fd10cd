import { InvalidArgumentError, type Command } from 'commander';
import { print, withAccounts, type JsonOption } from './account-values.ts';
import { withDatabase } from './with-database.ts';
import type { KeyLimits } from '../../services/accounts/keys.ts';
import { listKeys, type ListedKey } from '../../services/accounts/listing.ts';

/** @see docs/accounts.md#keys */
export function keyCommands(keys: Command): void {
  listCommand(keys);
  limited(
    keys.command('create').description('create a key and print it; it cannot be printed again').argument('<org-id>'),
  )
    .option('--json', 'print JSON')
    .action((orgId: string, options: JsonOption & LimitOptions) =>
      withAccounts(async (accounts) => {
        const { key, keyId } = await accounts.createKey(orgId, limitsIn(options));
        print(options.json, { key_id: keyId, key }, `key ${key} (shown once)\nid ${keyId}`);
      }),
    );
  limited(keys.command('change').description('change a key; `none` removes a limit').argument('<key-id>')).action(
    (keyId: string, options: LimitOptions) =>
      withAccounts(async (accounts) => {
        await accounts.changeKey(keyId, limitsIn(options));
        print(false, {}, `changed ${keyId}`);
      }),
  );
  keys
    .command('revoke')
    .description('revoke a key; calls with it fail within a second')
    .argument('<key-id>')
    .action((keyId: string) =>
      withAccounts(async (accounts) => {
        await accounts.revokeKey(keyId);
        print(false, {}, `revoked ${keyId}`);
      }),
    );
}

function listCommand(keys: Command): void {
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
}

// Commander makes an empty text of null, so the word stands for itself until the limits are made.
const NONE = 'none';
type OrNone<T> = T | typeof NONE;

interface LimitOptions {
  name?: string;
  scopes?: OrNone<string[]>;
  network?: OrNone<string[]>;
  spendPerDay?: OrNone<number>;
  spendTotal?: OrNone<number>;
  expires?: OrNone<Date>;
}

function limited(command: Command): Command {
  return command
    .option('--name <name>', 'name of the key, for lists and statements')
    .option('--scopes <scopes>', 'limit the key to these, separated by commas', orNone(list))
    .option('--network <cidrs>', 'limit it to calls from these networks, separated by commas', orNone(list))
    .option('--spend-per-day <n>', 'most credits that it may spend on a day in UTC', orNone(cap))
    .option('--spend-total <n>', 'most credits that it may spend in all', orNone(cap))
    .option('--expires <time>', 'when it ends: 2027-01-31 or 2027-01-31T12:00:00Z', orNone(time));
}

function limitsIn({ name, scopes, network, spendPerDay, spendTotal, expires }: LimitOptions): Partial<KeyLimits> {
  return {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes: nullFor(scopes) }),
    ...(network !== undefined && { networks: nullFor(network) }),
    ...(spendPerDay !== undefined && { spendPerDay: nullFor(spendPerDay) }),
    ...(spendTotal !== undefined && { spendTotal: nullFor(spendTotal) }),
    ...(expires !== undefined && { expiresAt: nullFor(expires) }),
  };
}

const nullFor = <T>(given: OrNone<T>): T | null => (given === NONE ? null : given);

function orNone<T>(read: (given: string) => T): (given: string) => OrNone<T> {
  return (given) => (given === NONE ? NONE : read(given));
}

const list = (given: string): string[] => given.split(',').map((one) => one.trim());

function cap(given: string): number {
  const credits = Number(given);
  if (/^\d+$/.test(given) && credits >= 1 && Number.isSafeInteger(credits)) return credits;
  throw new InvalidArgumentError(`must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`);
}

function time(given: string): Date {
  const isForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(given);
  const at = new Date(given);
  if (isForm && at < new Date()) throw new InvalidArgumentError('is in the past');
  if (isForm && !Number.isNaN(at.getTime())) return at;
  throw new InvalidArgumentError('must be a day or a time with its zone: 2027-01-31 or 2027-01-31T12:00:00Z');
}

function keyLine(key: ListedKey): string {
  const parts = [
    key.key_id,
    `…${key.last_four}`,
    `scopes ${key.scopes?.join(',') ?? 'all'}`,
    key.networks && `from ${key.networks.join(',')}`,
    key.spend_per_day && `spends ${key.spend_per_day} a day`,
    key.spend_total && `spends ${key.spend_total} in all`,
    `last used ${key.last_used_at ?? 'never'}`,
    key.expires_at && `expires ${key.expires_at}`,
    key.revoked_at && `revoked ${key.revoked_at}`,
    key.name && `"${key.name}"`,
  ];
  return parts.filter(Boolean).join(' ');
}
