import type { Sql } from '../../database/database.ts';

/** The originals that a text is compared with, most alike first. */
export const MOST_CANDIDATES = 8;

/** A band that more of the delivered documents have is of their template, and none of them is a candidate by it. */
export const MOST_WITH_A_BAND = 32;

/** Something delivered that a found document may be a reprint of. */
export interface NoveltyCandidate {
  recordId: string;
  /** Bands that both have. */
  shared: number;
}

/** A document that a run has found, by what it is compared with. */
export interface FoundText {
  /** Its URL's hash, in hex. */
  key: string;
  urlHash: Buffer;
  /** The id of its record, if it becomes one. */
  recordId: string;
  bodyHash: string | null;
  bands: number[] | null;
  phrases: number[] | null;
}

/** All that a run has found, in the order in which it is delivered. Ids are taken for all: they need not be dense. */
export async function readFound(sql: Sql, run: string): Promise<FoundText[]> {
  const rows = await sql.query<{
    url_hash: Buffer;
    record_id: string;
    body_hash: Buffer | null;
    bands: number[] | null;
    phrases: number[] | null;
  }>(
    `select url_hash, nextval('monitor_records_record_id_seq') as record_id, body_hash, bands, phrases
       from (select * from monitor_found where run = $1 order by ordinal, place) found`,
    [run],
  );
  return rows.map((row) => ({
    key: row.url_hash.toString('hex'),
    urlHash: row.url_hash,
    recordId: row.record_id,
    bodyHash: row.body_hash?.toString('hex') ?? null,
    bands: row.bands,
    phrases: row.phrases,
  }));
}

/** What a monitor has delivered and still remembers the text of. */
export interface Remembered {
  monitorId: string;
  run: string;
  /** Only what was delivered after this moment. */
  since: Date;
}

/** Of each found document, by its key, the record that says the same word for word. */
export async function sameBodies(sql: Sql, { monitorId, run, since }: Remembered): Promise<Map<string, string>> {
  const rows = await sql.query<{ url_hash: Buffer; record_id: string }>(
    `select f.url_hash, min(m.record_id) as record_id from monitor_found f join monitor_memory m on m.monitor_id = $1 and m.body_hash = f.body_hash and m.delivered_at > $3
      where f.run = $2 group by f.url_hash`,
    [monitorId, run, since],
  );
  return new Map(rows.map((row) => [row.url_hash.toString('hex'), row.record_id]));
}

// Of one statement, which has 30 s: each of them matches up to 1,344 delivered ones, 42 bands of 32.
const ALIKE_AT_ONCE = 1_000;

/** Of each found document, by its key, the delivered ones that share bands of its signature. */
export async function alikeInMemory(
  sql: Sql,
  remembered: Remembered,
  found: readonly FoundText[],
): Promise<Map<string, NoveltyCandidate[]>> {
  const candidates = new Map<string, NoveltyCandidate[]>();
  for (let from = 0; from < found.length; from += ALIKE_AT_ONCE) {
    for (const { url_hash: urlHash, record_id: recordId, shared } of await alikeTo(
      sql,
      remembered,
      found.slice(from, from + ALIKE_AT_ONCE),
    )) {
      const key = urlHash.toString('hex');
      candidates.set(key, [...(candidates.get(key) ?? []), { recordId, shared }]);
    }
  }
  return candidates;
}

function alikeTo(
  sql: Sql,
  { monitorId, run, since }: Remembered,
  found: readonly FoundText[],
): Promise<Array<{ url_hash: Buffer; record_id: string; shared: number }>> {
  return sql.query(
    `with wanted as (select url_hash, unnest(bands) as band from monitor_found where run = $2 and url_hash = any($4::bytea[])),
     telling as (
       select band, array_agg(record_id) as record_ids
         from (select record_id, unnest(bands) as band from monitor_memory where monitor_id = $1 and delivered_at > $3) remembered
        where band in (select band from wanted) group by band having count(*) <= ${MOST_WITH_A_BAND})
     select url_hash, record_id, shared::int from (
       select url_hash, record_id, count(*) as shared, row_number() over (partition by url_hash order by count(*) desc, record_id) as rank
         from wanted join telling using (band) cross join unnest(record_ids) as record_id group by url_hash, record_id) ranked
      where rank <= ${MOST_CANDIDATES} order by rank`,
    [monitorId, run, since, found.map(({ urlHash }) => urlHash)],
  );
}

// Of one statement.
const PHRASES_AT_ONCE = 100_000;

/** Of these sentences, the delivered documents that have them: at most three of each, which is as many as matter. */
export async function sayersOf(
  sql: Sql,
  { monitorId, since }: Remembered,
  phrases: readonly number[],
): Promise<Array<{ phrase: number; sayers: string[] }>> {
  const said: Array<{ phrase: number; sayers: string[] }> = [];
  for (let from = 0; from < phrases.length; from += PHRASES_AT_ONCE) {
    const rows = await sql.query<{ phrase: number; sayers: string[] }>(
      `select phrase, (array_agg(record_id::text))[1:3] as sayers from monitor_memory, unnest(phrases) as phrase
        where monitor_id = $1 and delivered_at > $2 and phrase = any($3::int[]) group by phrase`,
      [monitorId, since, phrases.slice(from, from + PHRASES_AT_ONCE)],
    );
    for (const row of rows) said.push(row);
  }
  return said;
}
