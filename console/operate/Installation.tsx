import { Badge } from '../parts/Badge.tsx';
import { Table } from '../parts/Table.tsx';
import type { InstallationState } from '../state/use-installation.ts';
import { figure } from '../text/figures.ts';

const GIBIBYTE = 2 ** 30;
/** Of free space: below it an operator should act. */
const LOW = 10;

const WORK: Record<string, string> = {
  workflows: 'what happens next, and short steps',
  fetch: 'pages of fetches',
  agent: 'steps of research',
  sources: 'polls of feeds and sitemaps',
  monitors: 'searches of monitors',
  webhooks: 'messages to receivers',
  embeddings: 'vectors of passages',
};

/** The queues with their workers, and the disk. */
export function Installation({ installation }: { installation: InstallationState }) {
  const { queues, disk } = installation;
  // Operators alone are told how much waits.
  const showsWaiting = queues?.some(({ waiting }) => waiting !== undefined) ?? false;
  return (
    <>
      <h2>Queues and workers</h2>
      {queues ? (
        <Table
          label="Queues"
          columns={[
            'Queue',
            'Work',
            { name: 'Workers', as: 'number' },
            ...(showsWaiting ? [{ name: 'Waiting', as: 'number' } as const] : []),
            { name: 'State', as: 'hidden' },
          ]}
        >
          {queues.map(({ name, workers, waiting }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="quiet">{WORK[name]}</td>
              <td class="number">{figure(workers)}</td>
              {showsWaiting && <td class="number">{figure(waiting ?? 0)}</td>}
              <td>
                <QueueBadge name={name} workers={workers} waiting={waiting} />
              </td>
            </tr>
          ))}
        </Table>
      ) : (
        <p class="notice">Temporal does not tell its queues. See whether its server runs.</p>
      )}
      <h2>Disk</h2>
      <p class="row facts">
        <Badge state={disk.free_bytes < LOW * disk.needed_bytes ? 'low' : 'ready'} />
        <span class="figures">{(disk.free_bytes / GIBIBYTE).toFixed(1)} GiB free for the data folder</span>
        {disk.free_bytes < LOW * disk.needed_bytes && (
          <span class="quiet">Free some space: without any, Quarry refuses work.</span>
        )}
      </p>
    </>
  );
}

/** Without the embedding model nobody polls its queue, which is no fault. */
function QueueBadge({ name, workers, waiting }: { name: string; workers: number; waiting: number | undefined }) {
  if (workers > 0) return <Badge state="ready" />;
  if (name === 'embeddings' && (waiting ?? 0) === 0) return <Badge state="off" />;
  return (
    <span class="row">
      <Badge state="unavailable" /> <span class="quiet">Start a worker: `npx quarry worker`.</span>
    </span>
  );
}
