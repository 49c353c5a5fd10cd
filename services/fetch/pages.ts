import type { Database } from '../database/database.ts';
import { storable } from '../database/storable.ts';
import type { PageResult } from './read-page.ts';
import type { FetchErrorCode } from './page-error.ts';

/** Names one read of one reader: a fetch call or an agent run. */
export interface PageKey {
  /** `fetch_…` or `run_…`. */
  readerId: string;
  orgId: string;
  ordinal: number;
}

/** What readers got, kept in the database: workflows carry keys, never documents. */
export interface Pages {
  /** Stores a result under its key; a second call with the same key changes nothing. */
  store(key: PageKey, requestedUrl: string, result: PageResult): Promise<void>;
  find(key: PageKey): Promise<PageResult | undefined>;
  /** All results of one reader, by ordinal. */
  ofReader(readerId: string): Promise<Map<number, PageResult>>;
}

interface Row {
  ordinal: number;
  final_url: string | null;
  http_status: number | null;
  content_type: string | null;
  title: string | null;
  published_date: string | null;
  author: string | null;
  language: string | null;
  canonical_url: string | null;
  markdown: string | null;
  is_cut: boolean;
  error_code: string | null;
  error_message: string | null;
  fetched_at: Date;
}

export function createPages(database: Database): Pages {
  return {
    async store({ readerId, orgId, ordinal }, requestedUrl, result) {
      const ok = result.status === 'ok';
      await database.query(
        `insert into pages (reader_id, org_id, ordinal, requested_url, final_url, http_status, content_type, title,
           published_date, author, language, canonical_url, markdown, is_cut, error_code, error_message, fetched_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) on conflict (reader_id, ordinal) do nothing`,
        [
          readerId,
          orgId,
          ordinal,
          storable(requestedUrl),
          result.finalUrl ?? null,
          result.httpStatus ?? null,
          result.contentType ?? null,
          ok && result.title ? storable(result.title) : null,
          ok ? (result.publishedDate ?? null) : null,
          ok && result.author ? storable(result.author) : null,
          ok ? (result.language ?? null) : null,
          ok && result.canonicalUrl ? storable(result.canonicalUrl) : null,
          ok ? storable(result.markdown) : null,
          ok && result.isCut === true,
          ok ? null : result.code,
          ok ? null : storable(result.message),
          ok ? result.fetchedAt : new Date(),
        ],
      );
    },

    async find({ readerId, ordinal }) {
      const [row] = await database.query<Row>('select * from pages where reader_id = $1 and ordinal = $2', [
        readerId,
        ordinal,
      ]);
      return row && toResult(row);
    },

    async ofReader(readerId) {
      const rows = await database.query<Row>('select * from pages where reader_id = $1', [readerId]);
      return new Map(rows.map((row) => [row.ordinal, toResult(row)]));
    },
  };
}

function toResult(row: Row): PageResult {
  const where = {
    ...(row.final_url !== null && { finalUrl: row.final_url }),
    ...(row.http_status !== null && { httpStatus: row.http_status }),
    ...(row.content_type !== null && { contentType: row.content_type }),
  };
  if (row.error_code !== null || row.markdown === null) {
    // The column's check constraint allows these codes only.
    return {
      status: 'error',
      code: (row.error_code ?? 'extraction_failed') as FetchErrorCode,
      message: row.error_message ?? '',
      ...where,
    };
  }
  return {
    status: 'ok',
    finalUrl: row.final_url ?? '',
    httpStatus: row.http_status ?? 0,
    contentType: row.content_type ?? '',
    fetchedAt: row.fetched_at,
    markdown: row.markdown,
    ...(row.is_cut && { isCut: true }),
    ...(row.title !== null && { title: row.title }),
    ...(row.published_date !== null && { publishedDate: row.published_date }),
    ...(row.author !== null && { author: row.author }),
    ...(row.language !== null && { language: row.language }),
    ...(row.canonical_url !== null && { canonicalUrl: row.canonical_url }),
  };
}
