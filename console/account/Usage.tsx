import { useState } from 'preact/hooks';
import { Empty } from '../parts/Empty.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Page } from '../parts/Page.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Table } from '../parts/Table.tsx';
import { useAction } from '../state/use-action.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { useSession } from '../state/use-session.ts';
import { counted, figure } from '../text/figures.ts';
import { DayChart } from './DayChart.tsx';
import { Statement } from './Statement.tsx';
import { saveFile } from './usage-file.ts';
import { asDays, nameOfRow, type UsageTableRow } from './usage-rows.ts';

const DAY_MS = 86_400_000;
const SPANS = [7, 30, 90] as const;
const GROUPS = ['operation', 'key', 'scope'] as const;

type Usages = { rows: UsageTableRow[] };

/** What was called and what it cost, by day and by what called. */
export function Usage() {
  const session = useSession();
  const seesStatements = session.status === 'signed-in' && ['owner', 'member'].includes(session.session.role);
  const [days, setDays] = useState<(typeof SPANS)[number]>(30);
  const [group, setGroup] = useState<(typeof GROUPS)[number]>('operation');
  const [to] = useState(() => new Date());
  const from = new Date(to.getTime() - (days - 1) * DAY_MS);
  const span = `from=${from.toISOString().slice(0, 10)}T00:00:00Z&to=${encodeURIComponent(to.toISOString())}`;
  const [balance, balanceAgain] = useLoaded<{ balance: number; held: number }>('/console/balance');
  const [byDay, byDayAgain] = useLoaded<Usages>(`/v1/usage?${span}&group_by=day`);
  const [grouped, groupedAgain] = useLoaded<Usages>(`/v1/usage?${span}&group_by=${group}`);
  const save = useAction((by: string) =>
    saveFile(`/v1/usage?${span}&group_by=${by}&format=csv`, `quarry-usage-by-${by}.csv`),
  );
  return (
    <Page title="Usage" actions={<Choice name="Days" of={SPANS} chosen={days} choose={setDays} />}>
      <Shown loaded={balance} again={balanceAgain} lines={1}>
        {({ balance: credits, held }) => (
          <p class="row facts">
            <b class="large figures">{figure(credits)}</b> <span>credits left</span>
            {held > 0 && <span class="quiet">{counted(held, 'credit')} held for work in progress</span>}
          </p>
        )}
      </Shown>
      <Shown loaded={byDay} again={byDayAgain} lines={8}>
        {({ rows }) => <DayChart days={asDays(rows, from, days)} />}
      </Shown>
      <div class="row wrap">
        <Choice name="By" of={GROUPS} chosen={group} choose={setGroup} />
        <span class="grow" />
        <button type="button" disabled={save.isRunning} onClick={() => save.run('day')}>
          Days as CSV
        </button>
        <button type="button" disabled={save.isRunning} onClick={() => save.run(group)}>
          This table as CSV
        </button>
      </div>
      {save.error && <ErrorBox error={save.error} />}
      <Shown loaded={grouped} again={groupedAgain}>
        {({ rows }) => <Grouped rows={rows} group={group} />}
      </Shown>
      {seesStatements && <Statement path="/console/statement" />}
    </Page>
  );
}

interface ChoiceProps<Value> {
  name: string;
  of: readonly Value[];
  chosen: NoInfer<Value>;
  choose(value: NoInfer<Value>): void;
}

function Choice<Value extends string | number>({ name, of, chosen, choose }: ChoiceProps<Value>) {
  return (
    <div class="row tabs" role="group" aria-label={name}>
      {of.map((one) => (
        <button type="button" aria-pressed={one === chosen} onClick={() => choose(one)}>
          {typeof one === 'number' ? `${one} days` : `By ${one}`}
        </button>
      ))}
    </div>
  );
}

function Grouped({ rows, group }: { rows: readonly UsageTableRow[]; group: string }) {
  if (rows.length === 0)
    return (
      <Empty title="Nothing was used">
        <p>
          Ask something in the <a href="#/">playground</a>, or call the API with a <a href="#/keys">key</a>.
        </p>
      </Empty>
    );
  const most = Math.max(...rows.map(({ credits }) => credits), 1);
  return (
    <Table
      label={`Usage by ${group}`}
      columns={[
        group,
        { name: 'Calls', as: 'number' },
        { name: 'Credits', as: 'number' },
        { name: 'Share', as: 'hidden' },
      ]}
    >
      {rows.map((row) => (
        <tr>
          <th scope="row">{nameOfRow(row, group)}</th>
          <td class="number">{figure(row.calls)}</td>
          <td class="number">{figure(row.credits)}</td>
          <td>
            <meter min={0} max={most} value={row.credits} aria-label={`${row.credits} credits`} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
