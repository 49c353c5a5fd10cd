import type { Sql } from '../../database/database.ts';
import { assign, into } from '../../database/into.ts';
import { RECORD_COLUMNS } from '../storage/record-columns.ts';
import { settleSnapshots } from './snapshots.ts';

interface ChangesOfRun {
  run: string;
  runId: string;
  monitorId: string;
  now: Date;
}

const RECORD = into('monitor_records', ...RECORD_COLUMNS, 'change');

/**
 * Writes one record for each page that has changed, under the monitor's lock, in the order of the pages.
 *
 * @returns the ids of the records
 */
export async function deliverChanges(sql: Sql, { run, runId, monitorId, now }: ChangesOfRun): Promise<string[]> {
  const records = await sql.query<{ record_id: string }>(
    `insert into ${RECORD}
     select nextval('monitor_records_record_id_seq'), $2, $1, $3, 'update', page.read_at, page.document, '', null,
            jsonb_build_array(jsonb_build_object('request_id', page.request_id, 'query', '')), $4, page.change
       from (select s.read_at, s.change, s.request_id, jsonb_build_object('url', r.request ->> 'url', 'title', s.title, 'snippets', '[]'::jsonb) as document
               from monitor_snapshots s join monitor_requests r on r.id = s.request_id
              where s.run = $1 and s.change is not null order by r.ordinal) page
     returning record_id`,
    [run, monitorId, runId, now],
  );
  await sql.query(
    `update monitor_run_requests r set ${assign('monitor_run_requests', { new_records: '1' })}
       from monitor_snapshots s where s.run = $1 and s.change is not null and r.run = $1 and r.request_id = s.request_id`,
    [run],
  );
  await settleSnapshots(sql, { run, monitorId });
  return records.map(({ record_id: id }) => id);
}
