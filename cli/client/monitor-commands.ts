import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { printable } from '../output/printable.ts';
import { writeTable } from '../output/table.ts';
import { allOf, callingRest, withRest, type Calling, type RestTarget } from './rest-client.ts';
import { recordLines, type DeliveredRecord } from '../output/record-lines.ts';

interface Monitor {
  monitor_id: string;
  name: string;
  status: string;
  cadence: string;
  next_run_at?: string | null;
  search_requests: Array<{ request: { query: string } }>;
  page_requests: Array<{ request: { url: string } }>;
}

interface MonitorRun {
  run_id: string;
  status: string;
  completed_at: string;
  record_count: number;
  status_reason: string;
}

interface RecordOptions extends RestTarget {
  follow?: boolean;
  since?: string;
}

const PAGE = 100;
const ASK_EVERY_MS = 2_000;

/** `quarry monitors` and `quarry records`. */
export function monitorCommands(program: Command): void {
  const monitors = program.command('monitors').description('saved searches and watched pages that deliver what is new');
  callingRest(monitors.command('list'), ['monitors list', 'monitors list --json | jq -r .monitor_id'])
    .description('list monitors, newest first')
    .action((target: RestTarget) => withRest(target, list));
  callingRest(monitors.command('show'), ['monitors show mon_01a1fdd9-4a18-7469-b80c-5da4a061f72a'])
    .description('show a monitor')
    .argument('<monitor-id>')
    .action((id: string, target: RestTarget) => withRest(target, (calling) => show(calling, id)));
  callingRest(monitors.command('runs'), ['monitors runs mon_01a1fdd9-4a18-7469-b80c-5da4a061f72a'])
    .description('list the ended runs of a monitor, newest first')
    .argument('<monitor-id>')
    .action((id: string, target: RestTarget) => withRest(target, (calling) => runs(calling, id)));
  callingRest(monitors.command('trigger'), ['monitors trigger mon_01a1fdd9-4a18-7469-b80c-5da4a061f72a'])
    .description('run a monitor now')
    .argument('<monitor-id>')
    .action((id: string, target: RestTarget) =>
      withRest(target, async (calling) => void (await calling.post(`${pathOf(id)}/trigger`))),
    );
  callingRest(program.command('records'), [
    'records mon_01a1fdd9-4a18-7469-b80c-5da4a061f72a',
    'records --follow --json mon_01a1fdd9-4a18-7469-b80c-5da4a061f72a',
  ])
    .description('print the records of a monitor, oldest first')
    .argument('<monitor-id>')
    .option('--follow', 'go on with new records as they are delivered')
    .option('--since <record-id>', 'only records after this one')
    .action((id: string, options: RecordOptions) => withRest(options, (calling) => records(calling, id, options)));
}

const pathOf = (id: string) => `/v1/monitors/${encodeURIComponent(id)}`;

async function list(calling: Calling): Promise<void> {
  const { output } = calling;
  const all = await allOf(calling, 'monitors', ({ monitor_id: id }: Monitor) => id);
  if (!output.isTerminal) return all.forEach((monitor) => output.json(monitor));
  const rows = all.map((one) => [one.monitor_id, one.status, one.cadence, one.next_run_at ?? '–', one.name]);
  writeTable(output, ['id', 'status', 'cadence', 'next run', 'name'], rows);
}

async function show({ get, output }: Calling, id: string): Promise<void> {
  const read = await get<{ monitor: Monitor; run_state: string }>(pathOf(id));
  if (!output.isTerminal) return output.json(read);
  const { monitor } = read;
  const fields = {
    id,
    name: monitor.name,
    status: monitor.status,
    'run state': read.run_state,
    cadence: monitor.cadence,
  };
  for (const [name, value] of Object.entries({ ...fields, 'next run': monitor.next_run_at ?? '–' }))
    output.write(`${output.style('bold', name.padEnd(10))} ${printable(value)}\n`);
  for (const { request } of monitor.search_requests)
    output.write(`${output.style('bold', 'search'.padEnd(10))} ${printable(request.query)}\n`);
  for (const { request } of monitor.page_requests)
    output.write(`${output.style('bold', 'page'.padEnd(10))} ${printable(request.url)}\n`);
}

async function runs({ get, output }: Calling, id: string): Promise<void> {
  const page = await get<{ runs: MonitorRun[] }>(`${pathOf(id)}/runs`, { limit: PAGE });
  if (!output.isTerminal) return page.runs.forEach((run) => output.json(run));
  const rows = page.runs.map((run) => [
    run.run_id,
    run.status,
    run.completed_at,
    String(run.record_count),
    run.status_reason,
  ]);
  writeTable(output, ['run', 'status', 'ended', 'records', 'reason'], rows);
}

async function records(calling: Calling, id: string, { follow, since = '0' }: RecordOptions): Promise<void> {
  const { get, output, signal } = calling;
  let last = since;
  for (;;) {
    const query = { since: last, sort: 'asc', limit: PAGE };
    const page = await get<{ records: DeliveredRecord[]; has_more: boolean }>(`${pathOf(id)}/records`, query);
    for (const record of page.records) writeRecord(output, record);
    last = page.records.at(-1)?.record_id ?? last;
    if (page.has_more) continue;
    if (!follow) return;
    await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function writeRecord(output: Calling['output'], record: DeliveredRecord): void {
  if (!output.isTerminal) return output.json(record);
  const [title = '', ...lines] = recordLines(record).map(printable);
  output.write(`${output.style('dim', printable(record.first_seen_at))}  ${output.style('bold', title)}\n`);
  for (const [place, line] of lines.entries()) output.write(`  ${place === 0 ? output.style('cyan', line) : line}\n`);
}
