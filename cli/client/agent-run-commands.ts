import type { Command } from 'commander';
import { writeTable } from '../output/table.ts';
import { followRun, runPath, writeRun, type ShownRun } from './research-command.ts';
import { callingRest, withRest, wholeNumber, type Calling, type RestTarget } from './rest-client.ts';

interface ListOptions extends RestTarget {
  limit?: number;
}

const EXAMPLE_ID = 'run_01a1fc6d-6c2c-7442-a52d-41e88893b0f9';

/** The commands of `quarry runs` that call a service. @param runs the group, which has the operator's commands too */
export function agentRunCommands(runs: Command): void {
  callingRest(runs.command('list'), ['runs list --limit 5', 'runs list --json | jq -r .id'])
    .description('list agent runs, newest first')
    .option('--limit <number>', 'most runs, 1 to 100; default 20', wholeNumber)
    .action((options: ListOptions) => withRest(options, (calling) => list(calling, options)));
  callingRest(runs.command('show'), [`runs show ${EXAMPLE_ID}`])
    .description('show a run, and its report if it has one')
    .argument('<run-id>')
    .action((id: string, target: RestTarget) =>
      withRest(target, async (calling) => writeRun(calling, await calling.get<ShownRun>(runPath(id)))),
    );
  callingRest(runs.command('follow'), [`runs follow ${EXAMPLE_ID}`])
    .description('show the steps of a run as they happen, and its report')
    .argument('<run-id>')
    .action((id: string, target: RestTarget) => withRest(target, (calling) => followRun(calling, id)));
  callingRest(runs.command('cancel'), [`runs cancel ${EXAMPLE_ID}`])
    .description('cancel a run')
    .argument('<run-id>')
    .action((id: string, target: RestTarget) =>
      withRest(target, async (calling) => writeRun(calling, await calling.post<ShownRun>(`${runPath(id)}/cancel`))),
    );
}

async function list({ get, output }: Calling, { limit }: ListOptions): Promise<void> {
  const { runs } = await get<{ runs: Array<ShownRun & { created_at: string; request: { query: string } | null }> }>(
    '/v1/agent/runs',
    { limit },
  );
  if (!output.isTerminal) return runs.forEach((run) => output.json(run));
  const rows = runs.map((run) => [run.id, run.status, run.created_at, run.request?.query ?? '']);
  writeTable(output, ['id', 'status', 'created', 'query'], rows);
}
