import { EVERYONE } from '../../../entities/documents/everyone.ts';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Database, Prepared, Sql } from '../../database/database.ts';
import type { DatePrecision } from '../../dates/publication-date.ts';

/** The current version of a document in PostgreSQL, with its content up to the requested length. */
export interface FoundDocument {
  id: string;
  orgId: string;
  url: string;
  canonicalUrl: string;
  title: string | undefined;
  source: string;
  publishedAt: Date | undefined;
  publishedPrecision: DatePrecision | undefined;
  scope: string | undefined;
  contentHash: string;
  content: string | undefined;
}

export interface ReadOptions {
  orgId: string;
  /** Maximum content of each document, in Unicode code points; undefined: no content. */
  maxCharacters: number | undefined;
  /** Maximum content of all documents together, in bytes. Documents beyond it, in the order of the ids, get none. */
  maxBytes: number;
}

type FoundRow = ColumnsOf<
  'documents',
  | 'id'
  | 'org_id'
  | 'url'
  | 'canonical_url'
  | 'title'
  | 'source'
  | 'published_at'
  | 'published_precision'
  | 'scope'
  | 'content_hash'
> & { content: ColumnsOf<'documents', 'text'>['text'] | null };

// A code point takes at most four bytes, so the sum is an upper bound. `withinResponseBytes` applies the exact limit. To
// count the code points of a text takes longer than to read it, and most are far below the limit.
const WITH_CONTENT = `case when sum(least(octet_length(document.text), $3::bigint * 4)) over (order by place) > $4 then null
                           when octet_length(document.text) <= $3::int then document.text
                           else left(document.text, $3::int) end as content`;

// `offset 0` has each document looked up by its id. Of a table whose statistics are missing or old, PostgreSQL would rather
// read all documents of the organization.
const read = (name: string, content: string): Prepared => ({
  name,
  sql: `select document.id, org_id, url, canonical_url, title, source, published_at, published_precision, scope,
               content_hash, ${content}
          from unnest($1::text[]) with ordinality as wanted(id, place)
         cross join lateral (
           select * from documents where documents.id = wanted.id and org_id in ($2, '${EVERYONE}') offset 0) as document
         order by place`,
});
const READ = read('found-documents', 'null as content');
const READ_WITH_CONTENT = read('found-documents-with-content', WITH_CONTENT);

/** The documents with these ids that the organization can see, in the order of the ids, without deleted ones. */
export async function readFound(
  database: Pick<Database, 'prepared'>,
  ids: readonly string[],
  { orgId, maxCharacters, maxBytes }: ReadOptions,
): Promise<FoundDocument[]> {
  const rows =
    maxCharacters === undefined
      ? await database.prepared<FoundRow>(READ, [ids, orgId])
      : await database.prepared<FoundRow>(READ_WITH_CONTENT, [ids, orgId, maxCharacters, maxBytes]);
  return rows.map(asFound);
}

/** The full text of a document; undefined if it was deleted. */
export async function readText({ builder }: Sql, id: string): Promise<string | undefined> {
  const row = await builder.selectFrom('documents').select('text').where('id', '=', id).executeTakeFirst();
  return row?.text;
}

function asFound(row: FoundRow): FoundDocument {
  return {
    id: row.id,
    orgId: row.org_id,
    url: row.url,
    canonicalUrl: row.canonical_url,
    title: row.title ?? undefined,
    source: row.source,
    publishedAt: row.published_at ?? undefined,
    publishedPrecision: row.published_precision ?? undefined,
    scope: row.scope ?? undefined,
    contentHash: row.content_hash,
    content: row.content ?? undefined,
  };
}
