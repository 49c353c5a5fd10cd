import { EVERYONE } from '../../../entities/documents/document.ts';
import type { ColumnsOf } from '../../../entities/tables.ts';
import type { Sql } from '../../database/database.ts';
import type { DatePrecision } from '../../query/dates.ts';

/** A document as PostgreSQL has it now, with as much of its text as was asked for. */
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
  /** Unicode code points a document; undefined: no content. */
  maxCharacters: number | undefined;
  /** Texts beyond so many bytes together, best documents first, stay unread. */
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

// A code point has four bytes at most, so this never undercounts; the exact end is found by withinResponseBytes.
const WITH_CONTENT = `case when sum(least(octet_length(document.text), $3::bigint * 4)) over (order by place) <= $4
                           then left(document.text, $3::int) end as content`;

/** The documents with these ids that the organization may see, in the order of the ids. Deleted ones are absent. */
export async function readFound(sql: Sql, ids: readonly string[], options: ReadOptions): Promise<FoundDocument[]> {
  const withContent = options.maxCharacters !== undefined;
  const rows = await sql.query<FoundRow>(
    `select document.id, org_id, url, canonical_url, title, source, published_at, published_precision, scope,
            content_hash, ${withContent ? WITH_CONTENT : 'null as content'}
       from unnest($1::text[]) with ordinality as wanted(id, place)
       join documents document on document.id = wanted.id
      where org_id in ($2, '${EVERYONE}')
      order by place`,
    withContent ? [ids, options.orgId, options.maxCharacters, options.maxBytes] : [ids, options.orgId],
  );
  return rows.map(asFound);
}

/** The whole text of a document, for one whose indexed passages are of another version. */
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
