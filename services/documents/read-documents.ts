import type { RowOf } from '../../entities/row-types.ts';
import { passagesOf, passageText } from '../blocks/passages.ts';
import { cursorAfter, idInCursor } from '../core/cursor.ts';
import { ServiceError } from '../core/errors.ts';
import { pageOf } from '../core/page.ts';
import type { Sql } from '../database/database.ts';
import { selectedBy, type DocumentFilter } from './select-documents.ts';

/** A document as its owner sees it in a list. */
export interface ListedDocument extends Pick<
  RowOf<'documents'>,
  'id' | 'url' | 'title' | 'source' | 'scope' | 'collection' | 'metadata' | 'published_at' | 'published_precision'
> {
  indexedAt: Date;
  /** Of its text. */
  characters: number;
}

export interface WholeDocument extends ListedDocument {
  text: string;
  /** In the order of the text, as the index has them; the first ones of a text with very many. */
  passages: Array<{ path: string[]; text: string }>;
}

export interface DocumentList {
  documents: ListedDocument[];
  /** Cursor of the next page; undefined on the last one. */
  next: string | undefined;
  /** Of all pages. */
  total: number;
}

export interface DocumentPage {
  limit: number;
  /** The `next` of the page before. */
  after?: string | undefined;
}

const COLUMNS = [
  'id',
  'url',
  'title',
  'source',
  'scope',
  'collection',
  'metadata',
  'published_at',
  'published_precision',
  'updated_at as indexedAt',
  'characters',
] as const;

/** The documents that a filter selects, those that were indexed last first. @throws ServiceError INVALID_REQUEST */
export async function listDocuments(
  { builder }: Pick<Sql, 'builder'>,
  orgId: string,
  filter: DocumentFilter,
  { limit, after }: DocumentPage,
): Promise<DocumentList> {
  const selected = builder.selectFrom('documents').where(selectedBy(orgId, filter));
  let page = selected.select(COLUMNS);
  if (after !== undefined) page = page.where('id', '<', idInCursor('doc', after));
  const rows = await page
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const total = await countDocuments({ builder }, orgId, filter);
  const documents = rows.slice(0, limit);
  const last = documents.at(-1);
  return { documents, next: last && rows.length > limit ? cursorAfter(last.id) : undefined, total };
}

/** Number of documents that a filter selects. */
export async function countDocuments(
  { builder }: Pick<Sql, 'builder'>,
  orgId: string,
  filter: DocumentFilter = {},
): Promise<number> {
  const { count } = await builder
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(selectedBy(orgId, filter))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A document with its text and its passages. @throws ServiceError NOT_FOUND */
export async function readDocument(
  { builder }: Pick<Sql, 'builder'>,
  orgId: string,
  url: string,
): Promise<WholeDocument> {
  const row = await builder
    .selectFrom('documents')
    .select([...COLUMNS, 'text'])
    .where('org_id', '=', orgId)
    .where('url', '=', url)
    .executeTakeFirst();
  if (!row) throw new ServiceError('NOT_FOUND', 'No document of this organization has this URL.', { param: 'url' });
  return { ...row, passages: passagesWithin(row.text) };
}

const LONGEST_ENTRY = 200;

/** The passages of a text, as far as a page of a list: a heading stands above each passage below it. */
function passagesWithin(markdown: string): WholeDocument['passages'] {
  const passages = passagesOf(markdown).map((passage) => ({
    path: passage.path.map(({ text }) => text.slice(0, LONGEST_ENTRY)),
    text: passageText(passage),
  }));
  return pageOf(passages, false).items;
}
