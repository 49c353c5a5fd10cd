import { EVERYONE } from '../../entities/documents/everyone.ts';
import type { ColumnsOf } from '../../entities/row-types.ts';
import { anyOf } from '../database/builder.ts';
import type { Sql } from '../database/database.ts';
import { into } from '../database/into.ts';
import { storableJson } from '../database/storable.ts';
import { checkDocument, type CheckedDocument } from './check-document.ts';
import { labelsOf } from '../query/labels.ts';
import { GUIDE_SCOPE } from '../query/scopes.ts';
import { batchesByWeight } from '../core/batches.ts';
import { createSlices } from '../concurrency/slices.ts';
import { addToOutbox } from './indexing/outbox.ts';
import { lockOwner, recordDocuments } from './owner.ts';
import { countDocuments } from './read-documents.ts';
import { removeByUrl, removeSelected, type RemoveDocumentsDeps } from './remove-documents.ts';
import type { DocumentFilter } from './select-documents.ts';
import type { DocumentInput } from './document-input.ts';

// Takes some milliseconds.
const SLICE_CHARACTERS = 1_048_576;

export interface DocumentsDeps extends RemoveDocumentsDeps {
  newId(prefix: 'doc'): string;
  limits: { documentsPerOrganization: number };
}

/** The error of a document that would be one too many. */
export const LIMIT_REACHED = "the organization's limit of documents is reached";

export type DocumentResult =
  | { url: string; status: 'indexed' | 'unchanged' }
  | { url: string; status: 'error'; error: string };

/** `accepted` counts the results without an error. The results are in the order of the call. */
interface IndexedDocuments {
  accepted: number;
  results: DocumentResult[];
}

/** Work of the transaction that stores the documents: either both are stored or neither. */
type Alongside = (sql: Sql, results: readonly DocumentResult[]) => Promise<void>;

export interface Documents {
  /**
   * Stores documents under their owner; a document with a known URL replaces the earlier one.
   *
   * @see docs/rules.md#documents
   */
  index(orgId: string, given: readonly DocumentInput[], alongside?: Alongside): Promise<IndexedDocuments>;
  /** Stores pages of the guide for all organizations. @see guide.ts */
  indexGuide(given: readonly DocumentInput[]): Promise<IndexedDocuments>;
  /** Deletes the documents with these URLs, as given at indexing, and returns their number. */
  remove(orgId: string, urls: readonly string[]): Promise<{ deleted: number }>;
  /** Deletes the documents that a filter selects, and returns their number. */
  removeSelected(orgId: string, filter: DocumentFilter): Promise<{ deleted: number }>;
}

type StoredVersion = ColumnsOf<'documents', 'url' | 'id' | 'content_hash'>;

/** A document to store. Its id is that of its URL, new for a new URL. */
interface Write {
  id: string;
  isNew: boolean;
  document: CheckedDocument;
}

export function createDocuments(deps: DocumentsDeps): Documents {
  return {
    index: (orgId, given, alongside) => indexDocuments(deps, orgId, given, { alongside }),
    indexGuide: (given) => indexDocuments(deps, EVERYONE, given, { scope: GUIDE_SCOPE }),
    remove: (orgId, urls) => removeByUrl(deps, orgId, urls),
    removeSelected: (orgId, filter) => removeSelected(deps, orgId, filter),
  };
}

/** @param scope replaces the scope of each document */
async function indexDocuments(
  deps: DocumentsDeps,
  orgId: string,
  given: readonly DocumentInput[],
  { scope, alongside }: { scope?: typeof GUIDE_SCOPE; alongside?: Alongside | undefined },
): Promise<IndexedDocuments> {
  const checks = await checkAll(given);
  const documents = checks
    .filter((check) => typeof check !== 'string')
    .map((document) => (scope ? { ...document, scope } : document));
  const { results, seq } = await deps.database.transaction(async (sql) => {
    await lockOwner(sql, orgId);
    const { writes, outcomes } = await planWrites(deps, sql, orgId, documents);
    await writeDocuments(deps, sql, orgId, writes);
    const indexed = writes.map(({ id, document: { url } }) => ({ id, url }));
    await recordDocuments(sql, { orgId, action: 'documents.index', documents: indexed, at: deps.clock.now() });
    const changes = writes.map(
      ({ id, isNew }) => ({ documentId: id, operation: isNew ? 'insert' : 'upsert' }) as const,
    );
    const seq = await addToOutbox(sql, orgId, changes);
    const results = checks.map((check, index) => resultOf(given[index]?.url ?? '', check, outcomes));
    await alongside?.(sql, results);
    return { results, seq };
  });
  if (seq !== undefined) await deps.notify?.(seq);
  return { accepted: results.filter((result) => result.status !== 'error').length, results };
}

/** Each document, or the reason why it is invalid. */
async function checkAll(given: readonly DocumentInput[]): Promise<Array<CheckedDocument | string>> {
  const seen = new Set<string>();
  const slices = createSlices(SLICE_CHARACTERS);
  const checks: Array<CheckedDocument | string> = [];
  for (const document of given) {
    if (seen.has(document.url)) {
      checks.push('url was given before in this call');
      continue;
    }
    seen.add(document.url);
    const check = checkDocument(document);
    checks.push(check.status === 'ok' ? check.document : check.message);
    await slices.done(document.text.length);
  }
  return checks;
}

type Outcome = 'indexed' | 'unchanged' | 'over the limit';

async function planWrites(deps: DocumentsDeps, sql: Sql, orgId: string, documents: readonly CheckedDocument[]) {
  const stored = await storedVersions(sql, orgId, documents);
  let room = deps.limits.documentsPerOrganization - (await countDocuments(sql, orgId));
  const writes: Write[] = [];
  const outcomes = new Map<string, Outcome>();
  for (const document of documents) {
    const former = stored.get(document.url);
    const outcome = outcomeOf(document, former, room);
    outcomes.set(document.url, outcome);
    if (outcome !== 'indexed') continue;
    if (!former) room -= 1;
    writes.push({ id: former?.id ?? deps.newId('doc'), isNew: !former, document });
  }
  return { writes, outcomes };
}

function outcomeOf(document: CheckedDocument, former: StoredVersion | undefined, room: number): Outcome {
  if (former) return former.content_hash === document.contentHash ? 'unchanged' : 'indexed';
  return room > 0 ? 'indexed' : 'over the limit';
}

function resultOf(
  url: string,
  check: CheckedDocument | string,
  outcomes: ReadonlyMap<string, Outcome>,
): DocumentResult {
  if (typeof check === 'string') return { url, status: 'error', error: check };
  const outcome = outcomes.get(url);
  if (outcome === undefined) throw new Error('a checked document has no outcome');
  if (outcome === 'over the limit') return { url, status: 'error', error: LIMIT_REACHED };
  return { url, status: outcome };
}

async function storedVersions({ builder }: Sql, orgId: string, documents: readonly CheckedDocument[]) {
  const rows = await builder
    .selectFrom('documents')
    .select(['url', 'id', 'content_hash'])
    .where('org_id', '=', orgId)
    .where('url', '=', anyOf(documents.map(({ url }) => url)))
    .execute();
  return new Map<string, StoredVersion>(rows.map((row) => [row.url, row]));
}

/**
 * Limits the size of a statement: PostgreSQL's protocol transmits each as one text, built in one step that blocks the
 * thread.
 */
async function writeDocuments(deps: DocumentsDeps, sql: Sql, orgId: string, writes: readonly Write[]): Promise<void> {
  for (const part of batchesByWeight(writes, SLICE_CHARACTERS, ({ document }) => document.text.length))
    await writePart(deps, sql, orgId, part);
}

const WRITTEN = into(
  'documents',
  'id',
  'org_id',
  'url',
  'canonical_url',
  'title',
  'text',
  'published_at',
  'published_precision',
  'source',
  'scope',
  'collection',
  'metadata',
  'labels',
  'characters',
  'content_hash',
  'created_at',
  'updated_at',
);

async function writePart(deps: DocumentsDeps, sql: Sql, orgId: string, writes: readonly Write[]): Promise<void> {
  const documents = writes.map((write) => write.document);
  await sql.query(
    `insert into ${WRITTEN}
     select id, $1, url, canonical_url, title, text, published_at, published_precision,
            source, scope, collection, metadata, array(select jsonb_array_elements_text(labels)), length(text), content_hash, $2::timestamptz, $2::timestamptz
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::text[],
                   $10::text[], $11::text[], $12::text[], $13::jsonb[], $14::jsonb[], $15::text[])
         as given(id, url, canonical_url, title, text, published_at, published_precision, source, scope, collection, metadata, labels, content_hash)
         on conflict (org_id, url) do update
        set canonical_url = excluded.canonical_url, title = excluded.title, text = excluded.text,
            published_at = excluded.published_at, published_precision = excluded.published_precision,
            source = excluded.source, scope = excluded.scope, collection = excluded.collection,
            metadata = excluded.metadata, labels = excluded.labels, characters = excluded.characters, content_hash = excluded.content_hash,
            updated_at = excluded.updated_at`,
    [
      orgId,
      deps.clock.now(),
      writes.map((write) => write.id),
      documents.map((document) => document.url),
      documents.map((document) => document.canonicalUrl),
      documents.map((document) => document.title ?? null),
      documents.map((document) => document.text),
      documents.map((document) => document.publishedAt ?? null),
      documents.map((document) => document.publishedPrecision ?? null),
      documents.map((document) => document.source),
      documents.map((document) => document.scope ?? null),
      documents.map((document) => document.collection ?? null),
      documents.map((document) => (document.metadata ? storableJson(document.metadata) : null)),
      documents.map((document) => JSON.stringify(labelsOf(document))),
      documents.map((document) => document.contentHash),
    ],
  );
}
