import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Sql } from '../../database/database.ts';
import type { RecordPhrases } from './clusters.ts';

/** Limit of the originals that a text is compared with, most similar first. */
export const MOST_CANDIDATES = 8;

/** A band of more delivered documents is part of their template and yields no candidates. */
export const MOST_WITH_A_BAND = 32;

/** A delivered document that a found document may reprint. */
export interface NoveltyCandidate {
  recordId: string;
  /** Number of bands that both documents have. */
  shared: number;
}

/** A document that a run has found, with the fingerprint that it is compared by. */
export interface FoundText {
  /** Hash of its URL, in hex. */
  key: string;
  urlHash: Buffer;
  /** Id of its record if it is delivered. */
  recordId: string;
  bodyHash: string | null;
  bands: number[] | null;
  phrases: number[] | null;
}

type RecordId = ColumnsOf<'monitor_records', 'record_id'>;

/** Documents that a run has found, in order of delivery. Each takes a record id, so ids may have gaps. */
export async function readFoundTexts(sql: Sql, run: string): Promise<FoundText[]> {
  const rows = await sql.query<ColumnsOf<'monitor_found', 'url_hash' | 'body_hash' | 'bands' | 'phrases'> & RecordId>(
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

/** Selects the fingerprints of a monitor's delivered documents. */
export interface MemoryScope {
  monitorId: string;
  run: string;
  /** Start of the period of delivery. */
  since: Date;
}

/** Maps the key of a found document to the record with the same words. */
export async function identicalBodies(sql: Sql, { monitorId, run, since }: MemoryScope): Promise<Map<string, string>> {
  const rows = await sql.builder
    .selectFrom('monitor_found as found')
    .innerJoin('monitor_memory as memory', 'memory.body_hash', 'found.body_hash')
    .select(({ fn }) => ['found.url_hash', fn.min('memory.record_id').as('record_id')])
    .where('memory.monitor_id', '=', monitorId)
    .where('memory.delivered_at', '>', since)
    .where('found.run', '=', run)
    .groupBy('found.url_hash')
    .execute();
  return new Map(rows.map((row) => [row.url_hash.toString('hex'), row.record_id]));
}

// Documents per statement, which may take 30 s: each one matches up to 1,344 delivered documents, 42 bands of 32.
const DOCUMENTS_AT_ONCE = 1_000;

/** Maps the key of a found document to the delivered documents that share bands of its signature. */
export async function similarRecords(
  sql: Sql,
  memory: MemoryScope,
  found: readonly FoundText[],
): Promise<Map<string, NoveltyCandidate[]>> {
  const candidates = new Map<string, NoveltyCandidate[]>();
  for (let from = 0; from < found.length; from += DOCUMENTS_AT_ONCE) {
    for (const { url_hash: urlHash, record_id: recordId, shared } of await findSimilar(
      sql,
      memory,
      found.slice(from, from + DOCUMENTS_AT_ONCE),
    )) {
      const key = urlHash.toString('hex');
      candidates.set(key, [...(candidates.get(key) ?? []), { recordId, shared }]);
    }
  }
  return candidates;
}

function findSimilar(
  sql: Sql,
  { monitorId, run, since }: MemoryScope,
  found: readonly FoundText[],
): Promise<Array<ColumnsOf<'monitor_found', 'url_hash'> & RecordId & { shared: number }>> {
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

// Phrases per statement.
const PHRASES_AT_ONCE = 100_000;

// The first few may be versions of one story.
const RECORDS_OF_A_PHRASE = 8;

/** Delivered documents that contain these phrases, at most eight per phrase. */
export async function recordsWithPhrases(
  sql: Sql,
  { monitorId, since }: MemoryScope,
  phrases: readonly number[],
): Promise<Array<{ phrase: number; recordIds: string[] }>> {
  const matches: Array<{ phrase: number; recordIds: string[] }> = [];
  for (let from = 0; from < phrases.length; from += PHRASES_AT_ONCE) {
    const rows = await sql.query<{ phrase: number; record_ids: Array<RecordId['record_id']> }>(
      `select phrase, (array_agg(record_id::text))[1:${RECORDS_OF_A_PHRASE}] as record_ids from monitor_memory, unnest(phrases) as phrase
        where monitor_id = $1 and delivered_at > $2 and phrase = any($3::int[]) group by phrase`,
      [monitorId, since, phrases.slice(from, from + PHRASES_AT_ONCE)],
    );
    for (const { phrase, record_ids: recordIds } of rows) matches.push({ phrase, recordIds });
  }
  return matches;
}

/** The phrases of delivered documents, in the order of their delivery. */
export async function phrasesOfRecords(
  sql: Sql,
  { monitorId }: MemoryScope,
  recordIds: readonly string[],
): Promise<RecordPhrases[]> {
  const rows = await sql.query<ColumnsOf<'monitor_memory', 'phrases'> & RecordId>(
    `select record_id, phrases from monitor_memory where monitor_id = $1 and record_id = any($2::bigint[]) order by record_id`,
    [monitorId, recordIds],
  );
  return rows.map(({ record_id: recordId, phrases }) => ({ recordId, phrases: phrases ?? [] }));
}
