import { Command } from 'commander';
import { findChromium } from '../local/chromium/chromium.ts';
import { obtainModel } from '../local/embedding-model/obtain-model.ts';
import { endProcessWith, report } from '../services/process/lifecycle.ts';
import { parseRoles, ROLES } from '../worker/roles.ts';

const obtainInBackground = (signal: AbortSignal) => obtainModel({ signal, progress: report });

// The modules of the service and of each family are imported on demand: loading them dominates the time of a short command.
const program = new Command('quarry').description('Research, retrieval and monitoring for the web, self-hosted.');

program
  .command('start')
  .description('run all of Quarry; PostgreSQL and Temporal are embedded where none is configured')
  .action(async () => (await import('../local/main.ts')).runEverything());
program
  .command('api')
  .description('run only the API; needs DATABASE_URL and TEMPORAL_ADDRESS')
  .action(async () => (await import('../api/main.ts')).runApi({ obtainModel: obtainInBackground }));
program
  .command('worker')
  .description('run only workers; needs DATABASE_URL and TEMPORAL_ADDRESS')
  .argument('[roles...]', `kinds of work: ${ROLES.join(', ')}; default all`)
  .action(async (names: string[]) =>
    (await import('../worker/main.ts')).runWorker({
      roles: parseRoles(names),
      findChromium,
      obtainModel: obtainInBackground,
    }),
  );

type AddCommands = (program: Command) => void;

const operatorCommands = async () => (await import('./operator/account-commands.ts')).operatorCommands;
const families: Array<[names: string[], load: () => Promise<AddCommands>]> = [
  [['orgs', 'keys', 'login-link', 'ledger'], operatorCommands],
  [['runs'], async () => (await import('./operator/run-commands.ts')).runCommands],
  [['index'], async () => (await import('./operator/index-commands.ts')).indexCommands],
  [['models'], async () => (await import('./operator/model-commands.ts')).modelCommands],
  [['ingest'], async () => (await import('./operator/ingest-command.ts')).ingestCommand],
  [['fetch'], async () => (await import('./client/fetch-command.ts')).fetchCommand],
  [['map', 'crawl'], async () => (await import('./client/crawl-commands.ts')).crawlCommands],
  [['mcp'], async () => (await import('./client/mcp-command.ts')).mcpCommand],
  [['documents'], async () => (await import('./operator/document-commands.ts')).documentCommands],
];

/** Adds the family of the given command, or all of them where help or an error may list them. */
async function addFamilies(name = ''): Promise<void> {
  if (program.commands.some((known) => known.name() === name)) return;
  const named = families.filter(([names]) => names.includes(name));
  for (const [, load] of named.length > 0 ? named : families) (await load())(program);
}

async function runProgram(): Promise<void> {
  await addFamilies(process.argv[2]);
  await program.parseAsync();
}

endProcessWith(runProgram());
