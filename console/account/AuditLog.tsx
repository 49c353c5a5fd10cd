import { Empty } from '../parts/Empty.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { useLoaded } from '../state/use-loaded.ts';

interface AuditLogEntry {
  id: string;
  at: string;
  action: string;
  subject_id: string | null;
  /** Of the subject: its name and what was set. */
  detail: string | null;
  /** Null: an operator at the command line. */
  actor: { id: string; name: string } | null;
  address: string | null;
}

const SHOWN = 50;

/** Who changed what, newest first. */
export function AuditLog() {
  const [loaded, again] = useLoaded<{ entries: AuditLogEntry[] }>(`/console/audit?limit=${SHOWN}`);
  return (
    <section>
      <h2>Audit log</h2>
      <Shown loaded={loaded} again={again}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Empty title="Nothing was changed yet">
              <p>Changes of keys, members, credits, monitors, sources, documents and runs appear here.</p>
            </Empty>
          ) : (
            <Table label="Changes" columns={['When', 'Who', 'What', 'Of', 'From']}>
              {entries.map((entry) => (
                <tr key={entry.id}>
                  <td>
                    <Time at={entry.at} />
                  </td>
                  <th scope="row">{entry.actor?.name ?? 'command line'}</th>
                  <td>{entry.action}</td>
                  <td class="words" title={entry.subject_id ?? undefined}>
                    {entry.detail || (entry.subject_id ?? '–')}
                  </td>
                  <td>{entry.address ?? '–'}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Shown>
    </section>
  );
}
