import { useState } from 'preact/hooks';
import { Empty } from '../parts/Empty.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { useAction } from '../state/use-action.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { figure } from '../text/figures.ts';
import { saveFile } from './usage-file.ts';

interface StatementLine {
  id: string;
  at: string;
  amount: number;
  balance: number;
  operation: string | null;
  caller: string | null;
  caller_name: string | null;
  reason: string | null;
  reference: string;
}

interface MonthStatement {
  opening_balance: number;
  granted: number;
  charged: number;
  closing_balance: number;
  postings: number;
  has_more: boolean;
  lines: StatementLine[];
}

const MONTHS = 12;
const SHOWN = 50;

/** How the balance of a month came about. @param path of the statement: of the organization itself, or of another one */
export function Statement({ path }: { path: string }) {
  const [month, setMonth] = useState(() => monthBefore(0));
  const [loaded, again] = useLoaded<MonthStatement>(`${path}?month=${month}&limit=${SHOWN}`);
  const save = useAction(() => saveFile(`${path}?month=${month}&format=csv`, `quarry-statement-${month}.csv`));
  return (
    <section>
      <div class="row wrap">
        <h2>Statement</h2>
        <span class="grow" />
        <label class="row">
          Month
          <select value={month} onChange={({ currentTarget }) => setMonth(currentTarget.value)}>
            {Array.from({ length: MONTHS }, (_, back) => (
              <option value={monthBefore(back)}>{monthBefore(back)}</option>
            ))}
          </select>
        </label>
        <button type="button" disabled={save.isRunning} onClick={() => save.run()}>
          Statement as CSV
        </button>
      </div>
      {save.error && <ErrorBox error={save.error} />}
      <Shown loaded={loaded} again={again}>
        {(statement) => <Lines {...statement} />}
      </Shown>
    </section>
  );
}

/** In UTC, as the ledger counts. */
function monthBefore(back: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7);
}

function Lines(statement: MonthStatement) {
  const { opening_balance: opening, granted, charged, closing_balance: closing, postings, lines } = statement;
  return (
    <>
      <p class="row facts figures wrap">
        <span>{figure(opening)} at the beginning</span>
        <span>+ {figure(granted)} granted</span>
        <span>− {figure(charged)} charged</span>
        <b>= {figure(closing)} at the end</b>
      </p>
      {lines.length === 0 ? (
        <Empty title="Nothing was posted">
          <p>Grants and charges of the month appear here, each with the balance after it.</p>
        </Empty>
      ) : (
        <Table
          label="Postings"
          columns={['When', 'What', 'By', { name: 'Credits', as: 'number' }, { name: 'Balance', as: 'number' }]}
        >
          {lines.map((line) => (
            <tr key={line.id} title={line.reference}>
              <td>
                <Time at={line.at} />
              </td>
              <th scope="row">{whatOf(line)}</th>
              <td class="kept" title={line.caller ?? undefined}>
                {line.caller_name ?? (line.caller ? `…${line.caller.slice(-6)}` : '–')}
              </td>
              <td class="number">{line.amount > 0 ? `+${figure(line.amount)}` : figure(line.amount)}</td>
              <td class="number">{figure(line.balance)}</td>
            </tr>
          ))}
        </Table>
      )}
      {statement.has_more && (
        <p class="quiet">
          The first {figure(lines.length)} of {figure(postings)} postings. The CSV file has all of them.
        </p>
      )}
    </>
  );
}

function whatOf({ operation, amount, reason }: StatementLine): string {
  if (operation !== null) return operation;
  const kind = amount > 0 ? 'Grant' : 'Correction';
  return reason ? `${kind}: ${reason}` : kind;
}
