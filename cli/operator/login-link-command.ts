import type { Command } from 'commander';
import { systemClock } from '../../services/core/clock.ts';
import { createRoleLink, loginUrl } from '../../services/accounts/members/login-links.ts';
import { consoleUrl } from '../../local/console-url.ts';
import { withDatabase } from './with-database.ts';

interface LoginLinkOptions {
  url?: string;
  json?: boolean;
  operator?: boolean;
}

/** @see docs/accounts.md#signing-in */
export function loginLinkCommand(program: Command): void {
  program
    .command('login-link')
    .description('print a link that signs in to the console, once and within 15 minutes')
    .argument('[org-id]', 'id of the organization (default: the first one)')
    .option('--url <url>', 'address of the console (default: from QUARRY_HOST and QUARRY_PORT)')
    .option('--operator', 'sign in as an operator, who sees all balances and no contents (default: as an owner)')
    .option('--json', 'print JSON')
    .action(async (orgId: string | undefined, { url, json, operator }: LoginLinkOptions) => {
      const base = url ?? (await configuredUrl());
      const role = operator ? 'operator' : 'owner';
      return withDatabase(async (database) => {
        const link = await database.transaction((sql) => createRoleLink(sql, { orgId, role, at: systemClock.now() }));
        const address = loginUrl(base, link.token);
        const shown = {
          url: address,
          org_id: link.orgId,
          user_id: link.userId,
          expires_at: link.expiresAt.toISOString(),
        };
        process.stdout.write(`${json ? JSON.stringify(shown) : address}\n`);
      });
    });
}

/** @throws Error if the system has chosen the port */
async function configuredUrl(): Promise<string> {
  const { readConfig } = await import('../../runtime/config.ts');
  // The address of the console needs no database, and so no encryption key.
  const { QUARRY_HOST, QUARRY_PORT } = readConfig({ ...process.env, DATABASE_URL: undefined });
  if (QUARRY_PORT === 0)
    throw new Error('QUARRY_PORT is 0, so the port of the service is not known. Give its address: --url http://…');
  return consoleUrl(QUARRY_HOST, QUARRY_PORT);
}
