import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { ServiceError } from '../../services/core/errors.ts';
import { report } from '../../services/process/lifecycle.ts';
import { createMarkdownWriter } from '../output/markdown-writer.ts';
import { printable } from '../output/printable.ts';
import { AGAIN_AFTER_MS, callingRest, isTriedAgain, MOST_FAILURES, several, withRest } from './rest-client.ts';
import type { Calling, RestTarget } from './rest-client.ts';

interface ResearchOptions extends RestTarget {
  effort?: string;
  scope?: string[];
  collection?: string[];
  wait: boolean;
}

/** What the commands show of a run. */
export interface ShownRun {
  id: string;
  status: string;
  stop_reason: string | null;
  output: { text: string | null; sources: Array<{ id: number; url: string }> } | null;
  error: { message: string } | null;
}

const MOST_CONFLICTS = 10;
const RUNS = '/v1/agent/runs';

/** `quarry research`: a run with its steps as they happen, and its report. */
export function researchCommand(program: Command): void {
  callingRest(program.command('research'), [
    'research "Which heat pumps are quiet, and what do they cost?"',
    'research --effort low --json "How deep is the quarry?" | jq -r .output.text',
    'research --no-wait "How deep is the quarry?"',
  ])
    .description('research a question in many steps, and print the report with its sources')
    .argument('<question...>')
    .option('--effort <level>', 'low, medium, high or max')
    .option('--scope <name>', 'as for quarry search; may be repeated', several)
    .option('--collection <name>', 'only documents of this collection; may be repeated', several)
    .option('--no-wait', 'print the id of the run and return')
    .action((words: string[], options: ResearchOptions) =>
      withRest(options, (calling) => research(calling, words, options)),
    );
}

async function research(calling: Calling, words: string[], options: ResearchOptions): Promise<void> {
  const { output, signal } = calling;
  const { effort, scope, collection } = options;
  const body = { query: words.join(' '), effort, scopes: scope, collections: collection };
  const { id } = await created(calling, options, body);
  if (!options.wait) return output.isTerminal ? output.write(`${printable(id)}\n`) : output.json({ id });
  try {
    await followRun(calling, id);
  } catch (error) {
    if (signal.aborted)
      await cancelled(options, id).catch((failure: Error) =>
        report(`the run ${printable(`${id} goes on, because it could not be cancelled: ${failure.message}`)}`),
      );
    throw error;
  }
}

/** Ctrl-C may come before the service has told the id: its run is found by the key of the call, and cancelled. */
async function created({ post, signal }: Calling, target: RestTarget, body: object): Promise<ShownRun> {
  const key = randomUUID();
  try {
    return await post<ShownRun>(RUNS, body, key);
  } catch (error) {
    if (signal.aborted)
      await cancelledByKey(target, body, key).catch((failure: Error) =>
        report(`a run may go on, because it could not be cancelled: ${printable(failure.message)}`),
      );
    throw error;
  }
}

/** The second call waits for the end of the first, and gets its run. */
const cancelledByKey = (target: RestTarget, body: object, key: string) =>
  withRest(target, async ({ post, signal }) => {
    for (let failures = 0; ; failures += 1) {
      try {
        const { id } = await post<ShownRun>(RUNS, body, key);
        return void (await post(`${runPath(id)}/cancel`));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'CONFLICT' || failures >= MOST_CONFLICTS) throw error;
      }
      await sleep(AGAIN_AFTER_MS, undefined, { signal });
    }
  });

/** Path of an agent run. */
export const runPath = (id: string) => `${RUNS}/${encodeURIComponent(id)}`;

/** With a signal of its own: that of the command has aborted. */
const cancelled = (target: RestTarget, id: string) =>
  withRest(target, async (calling) => void (await calling.post(`${runPath(id)}/cancel`)));

/** Shows the steps of a run, and the run once it has ended. @throws Error if it has no report */
export async function followRun(calling: Calling, id: string): Promise<void> {
  await followSteps(calling, id);
  const run = await calling.get<ShownRun>(runPath(id));
  writeRun(calling, run);
  if (run.status !== 'completed')
    throw new Error(`the run ${id} ended without a report: ${run.error?.message ?? run.status}`);
}

/** Shows each step until the run has ended, also over lost connections. @throws ServiceError UNAVAILABLE without events */
async function followSteps(calling: Calling, id: string): Promise<void> {
  let lastEventId = '0';
  for (let failures = 0; ; failures += 1) {
    try {
      for await (const event of calling.events({
        method: 'GET',
        path: `${runPath(id)}/events`,
        lastEventId,
      })) {
        lastEventId = event.id;
        failures = 0;
        calling.output.progress(stepLine(event.type, JSON.parse(event.data) as StepFields));
        if (event.type === 'ended') return calling.output.progress('');
      }
      // A proxy may end a stream at once, and again.
      if (failures >= MOST_FAILURES) throw new ServiceError('UNAVAILABLE', 'The steps of the run broke off.');
    } catch (error) {
      if (!isTriedAgain(error, failures)) throw error;
    }
    await sleep(AGAIN_AFTER_MS, undefined, { signal: calling.signal });
  }
}

interface StepFields {
  question?: string;
  questions?: string[];
  url?: string;
  found?: number;
}

function stepLine(type: string, { question, questions = [], url, found }: StepFields): string {
  const about = question ?? url ?? questions.join(' · ');
  return printable(`${type} ${about}${found === undefined ? '' : ` (${found} found)`}`);
}

/** The report with its sources; without one, the state of the run. */
export function writeRun({ output }: Calling, run: ShownRun): void {
  if (!output.isTerminal) return output.json(run);
  if (!run.output?.text) return output.write(`${printable(`${run.id} ${run.stop_reason ?? run.status}`)}\n`);
  const writer = createMarkdownWriter(output);
  writer.write(run.output.text);
  writer.end();
  const sources = run.output?.sources ?? [];
  if (sources.length > 0) output.write('\n');
  for (const { id, url } of sources)
    output.write(`${output.style('cyan', `[${id}]`)} ${output.style('dim', printable(url))}\n`);
}
