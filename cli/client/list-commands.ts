import { Option, type Command } from 'commander';
import { writeTable } from '../output/table.ts';
import { allOf, callingRest, withRest, type Calling, type RestTarget } from './rest-client.ts';

interface Source {
  id: string;
  url: string;
  kind?: string;
  cadence: string;
  pages: { indexed: number; waiting: number; failed: number };
  last_error?: string;
}

interface UsageRow {
  day?: string;
  name?: string;
  key?: string | null;
  operation?: string | null;
  scope?: string | null;
  calls: number;
  credits: number;
}

interface UsageOptions extends RestTarget {
  by: string;
  from?: string;
  to?: string;
}

/** `quarry sources` and `quarry usage`. */
export function listCommands(program: Command): void {
  callingRest(program.command('sources'), ['sources', 'sources --json | jq -r .url'])
    .description('list followed feeds and sitemaps')
    .action((target: RestTarget) => withRest(target, sources));
  callingRest(program.command('usage'), ['usage', 'usage --by operation --from 2026-11-01'])
    .description('print the balance, and what was used')
    .addOption(new Option('--by <what>', 'what a row is').choices(['day', 'key', 'operation', 'scope']).default('day'))
    .option('--from <day>', 'first day; default: 29 days before the last')
    .option('--to <day>', 'last day; default: today')
    .action((options: UsageOptions) => withRest(options, (calling) => usage(calling, options)));
}

async function sources(calling: Calling): Promise<void> {
  const { output } = calling;
  const all = await allOf(calling, 'sources', ({ id }: Source) => id);
  if (!output.isTerminal) return all.forEach((source) => output.json(source));
  const rows = all.map(({ id, kind = '–', cadence, pages, url }) => {
    const counts = [pages.indexed, pages.waiting, pages.failed].map(String);
    return [id, kind, cadence, ...counts, url];
  });
  writeTable(output, ['id', 'kind', 'cadence', 'indexed', 'waiting', 'failed', 'url'], rows);
}

async function usage({ get, output }: Calling, { by, from, to }: UsageOptions): Promise<void> {
  const { rows } = await get<{ rows: UsageRow[] }>('/v1/usage', { group_by: by, from, to });
  if (!output.isTerminal) return rows.forEach((row) => output.json(row));
  const { balance, held } = await get<{ balance: number; held: number }>('/v1/account');
  output.write(`${balance} credits${held > 0 ? `, and ${held} held for work in progress` : ''}\n\n`);
  const nameOf = (row: UsageRow) => row.day ?? row.name ?? row.operation ?? row.scope ?? row.key ?? '–';
  writeTable(
    output,
    [by, 'calls', 'credits'],
    rows.map((row) => [nameOf(row), String(row.calls), String(row.credits)]),
  );
}
