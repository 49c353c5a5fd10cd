import { Command } from 'commander';
import { endProcessWith, report } from '../services/process/lifecycle.ts';
import { addFamilies } from './families.ts';
import { printableLines } from './output/printable.ts';
import { parseRoles, ROLES } from '../worker/roles.ts';

async function obtainInBackground(signal: AbortSignal) {
  const { obtainModel } = await import('../local/embedding-model/obtain-model.ts');
  return obtainModel({ signal, progress: report });
}

// The modules of the service and of each family are imported on demand: loading them dominates the time of a short command.
const program = new Command('quarry')
  .description('Research, retrieval and monitoring for the web, self-hosted.')
  .addHelpText(
    'after',
    `
Examples:
  quarry start
  quarry login https://quarry.example.com
  quarry answer "What may a hotel cost?"
  quarry doctor`,
  );

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
  .action(async (names: string[]) => {
    const [{ runWorker }, { findChromium }] = await Promise.all([
      import('../worker/main.ts'),
      import('../local/chromium/chromium.ts'),
    ]);
    await runWorker({ roles: parseRoles(names), findChromium, obtainModel: obtainInBackground });
  });

async function runProgram(): Promise<void> {
  const [name] = process.argv.slice(2);
  if (!program.commands.some((known) => known.name() === name)) await addFamilies(program, name);
  await program.parseAsync();
}

// A message of the service may quote a page.
endProcessWith(runProgram(), printableLines);
