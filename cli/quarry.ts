import { Command } from 'commander';
import { findChromium } from '../local/chromium/chromium.ts';
import { obtainModel } from '../local/embedding-model/obtain-model.ts';
import { endProcessWith, report } from '../services/process/lifecycle.ts';
import { parseRoles, ROLES } from '../worker/roles.ts';
import { documentCommands } from './document-commands.ts';
import { indexCommands } from './index-commands.ts';
import { ingestCommand } from './ingest-command.ts';
import { modelCommands } from './model-commands.ts';
import { operatorCommands } from './account-commands.ts';
import { runCommands } from './run-commands.ts';

const obtainInBackground = (signal: AbortSignal) => obtainModel({ signal, progress: report });

// The modules of the service are imported on demand: loading them would dominate the time of a short command.
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
operatorCommands(program);
runCommands(program);
indexCommands(program);
modelCommands(program);
ingestCommand(program);
documentCommands(program);

endProcessWith(program.parseAsync().then(() => undefined));
