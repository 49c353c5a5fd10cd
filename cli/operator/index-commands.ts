import type { Command } from 'commander';

/** The operator's commands for the index; they work beside a running service and without one. */
export function indexCommands(program: Command): void {
  const index = program.command('index').description('the search index');
  // Help needs neither the index nor the database: loading them takes longer than printing it.
  index
    .command('rebuild')
    .description('rebuild the index from PostgreSQL')
    .action(async () => (await import('./index-work.ts')).rebuildIndex());
  index
    .command('status')
    .description('show how much is indexed and embedded; takes five seconds while passages are being embedded')
    .action(async () => (await import('./index-work.ts')).showIndexStatus());
}
