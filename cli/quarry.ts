import { Command } from 'commander';
import { runApi } from '../api/main.ts';
import { findChromium } from '../local/chromium.ts';
import { runEverything } from '../local/main.ts';
import { endProcessWith } from '../services/lifecycle.ts';
import { parseRoles, runWorker } from '../worker/main.ts';
import { ROLES } from '../worker/roles.ts';
import { documentCommands } from './document-commands.ts';
import { indexCommands } from './index-commands.ts';
import { ingestCommand } from './ingest.ts';
import { operatorCommands } from './operator-commands.ts';
import { runCommands } from './run-commands.ts';

const program = new Command('quarry').description('Research, retrieval and monitoring for the web, self-hosted.');

program.command('start').description('run everything in one process, with embedded servers where none are configured').action(runEverything);
program.command('api').description('run the API alone, beside servers of your own').action(runApi);
program
  .command('worker')
  .description('run workers alone, beside servers of your own')
  .argument('[roles...]', `kinds of work: ${ROLES.join(', ')}; default all`)
  .action((names: string[]) => runWorker({ roles: parseRoles(names), findChromium }));
operatorCommands(program);
runCommands(program);
indexCommands(program);
ingestCommand(program);
documentCommands(program);

endProcessWith(program.parseAsync().then(() => undefined));
