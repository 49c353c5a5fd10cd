import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { TEMPORAL_FOLDER } from '../../local/data-folder.ts';

/** The group, with the operator's commands for workflows; they work beside a running service, on its Temporal server. */
export function runCommands(program: Command): Command {
  const runs = program.command('runs').description('agent runs, and histories of workflows');
  runs
    .command('history')
    .description("save a workflow's history, for a replay on another machine")
    .argument('<id>', 'workflow id: run_…, fetch_…')
    .argument('<file>')
    .action(async (id: string, file: string) => {
      const history = await historyOf(id);
      await writeFile(file, `${JSON.stringify(history, null, 1)}\n`);
      process.stdout.write(`saved the history of ${id} to ${file}\n`);
    });
  runs
    .command('replay')
    .description("replay a workflow's history with the installed code; exit with 1 if the code decides differently")
    .argument('<id>', 'workflow id; with --file, any name')
    .option('--file <file>', 'read the history from a file, not from the server')
    .action(async (id: string, { file }: { file?: string }) => {
      const [{ pino }, { replay }, { workflowBundle }, { installRuntime }] = await Promise.all([
        import('pino'),
        import('../../worker/replay.ts'),
        import('../../worker/workflow-bundle.ts'),
        import('../../worker/worker.ts'),
      ]);
      installRuntime(pino({ level: 'silent' }));
      const history: unknown = file === undefined ? await historyOf(id) : JSON.parse(await readFile(file, 'utf8'));
      const replayed = await replay(await workflowBundle(), history, id);
      if (replayed.status === 'diverged') throw new Error(`${id} diverges: ${replayed.reason}`);
      process.stdout.write(`deterministic: ${id}, ${replayed.events} events\n`);
    });
  return runs;
}

async function historyOf(id: string): Promise<unknown> {
  // Help needs none of them: loading them takes longer than printing it.
  const [{ runningTemporalAddress }, { readConfig }, { readHistory }] = await Promise.all([
    import('../../local/temporal/temporal.ts'),
    import('../../runtime/config.ts'),
    import('../../services/temporal/history.ts'),
  ]);
  const { QUARRY_DATA_DIR, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE } = readConfig({
    ...process.env,
    DATABASE_URL: undefined,
  });
  const address = TEMPORAL_ADDRESS ?? runningTemporalAddress(join(resolve(QUARRY_DATA_DIR), TEMPORAL_FOLDER));
  if (address === undefined)
    throw new Error(
      `No service runs on the data folder ${resolve(QUARRY_DATA_DIR)}. Start one with npm start or quarry start, or set TEMPORAL_ADDRESS.`,
    );
  return readHistory({ address, namespace: TEMPORAL_NAMESPACE }, id);
}
