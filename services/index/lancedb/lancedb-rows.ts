import { createRequire } from 'node:module';
import type { Table } from '@lancedb/lancedb';
import type { Field as ArrowField, Schema as ArrowSchema } from 'apache-arrow';
import { documentsFilter, termsOfDocuments } from './lancedb-terms.ts';
import { KEY_COLUMN, keyOfPassage, packPassage, PASSAGE_COLUMN } from './passages/packed-passage.ts';
import { HIT_COLUMN, packText } from './passages/packed-text.ts';
import { batchesByWeight } from '../../core/batches.ts';
import { passageRows, termsOfRows, type PassageRow } from '../passage-rows.ts';
import type { IndexedDocument } from '../port.ts';
import type { TermChanges } from '../term-changes.ts';

// LanceDB requires Arrow's CommonJS modules. An import would load its other copy of all of them beside these.
const arrow = createRequire(import.meta.url)('apache-arrow') as typeof import('apache-arrow');
const { Binary, Bool, DataType, Field, Int64, List, Schema, Utf8 } = arrow;

/**
 * Increment this with every change of the columns: a table of another layout is rebuilt. The rows have a separate
 * version.
 */
export const LAYOUT = 5;

/** The columns that find and count passages, and those of their content. */
export const PASSAGE_SCHEMA = new Schema([
  new Field('id', new Utf8(), false),
  new Field('document_id', new Utf8(), false),
  new Field('audience', new Utf8(), false),
  new Field('domains', new List(new Field('item', new Utf8(), true)), false),
  new Field('labels', new List(new Field('item', new Utf8(), true)), false),
  new Field('published_from_ms', new Int64(), true),
  new Field('published_to_ms', new Int64(), true),
  new Field('terms', new Utf8(), false),
  new Field('stop_words', new Utf8(), false),
  new Field('first', new Bool(), false),
  new Field(KEY_COLUMN, new Int64(), false),
  new Field(PASSAGE_COLUMN, new Binary(), false),
]);

// Larger Arrow batches take more memory than they save time.
const ROWS_A_WRITE = 5_000;

interface Written {
  table: Table;
  schema: ArrowSchema;
}

/** Adds documents that have no passage in the table yet. */
export async function addRows(
  { table, schema }: Written,
  documents: readonly IndexedDocument[],
  changes?: TermChanges,
): Promise<void> {
  for (const part of inParts(documents)) {
    const rows = part.flatMap(passageRows);
    if (rows.length > 0) await table.add(rows.map((row) => inColumnsOf(schema, row)));
    changes?.add(termsOfRows(rows));
  }
}

/**
 * Adds the absent documents and replaces the others. A replacement reads the keys of the whole table, an addition
 * nothing of it.
 */
export async function writeRows(
  open: Written,
  documents: readonly IndexedDocument[],
  { absent, changes }: { absent: ReadonlySet<string>; changes: TermChanges },
): Promise<void> {
  const isAbsent = ({ documentId }: IndexedDocument) => absent.has(documentId);
  await addRows(open, documents.filter(isAbsent), changes);
  await replaceRows(
    open,
    documents.filter((document) => !isAbsent(document)),
    changes,
  );
}

/**
 * Replaces earlier versions of the documents, each part in one commit: no document is ever present twice or missing.
 */
export async function replaceRows(
  { table, schema }: Written,
  documents: readonly IndexedDocument[],
  changes: TermChanges,
): Promise<void> {
  for (const part of inParts(documents)) {
    const ids = part.map((document) => document.documentId);
    const former = await termsOfDocuments(table, ids);
    const rows = part.flatMap(passageRows);
    await table
      .mergeInsert('id')
      .whenMatchedUpdateAll()
      .whenNotMatchedInsertAll()
      .whenNotMatchedBySourceDelete({ where: documentsFilter(ids) })
      .execute(rows.map((row) => inColumnsOf(schema, row)));
    changes.remove(former);
    changes.add(termsOfRows(rows));
  }
}

export async function removeRows(table: Table, documentIds: readonly string[], changes: TermChanges): Promise<void> {
  changes.remove(await termsOfDocuments(table, documentIds));
  await table.delete(documentsFilter(documentIds));
}

/** Groups of documents with at most about ROWS_A_WRITE passages, estimated from their length. */
function inParts(documents: readonly IndexedDocument[]): Generator<IndexedDocument[]> {
  return batchesByWeight(documents, ROWS_A_WRITE * 1_500, ({ text }) => text.length);
}

/** The row in the columns of a table, which may be of another version. */
function inColumnsOf({ fields }: ArrowSchema, row: PassageRow): Record<string, unknown> {
  const isEarlier = fields.some(({ name }) => name === HIT_COLUMN);
  const passage = packPassage(row);
  const columns: Record<string, unknown> = {
    ...row,
    [PASSAGE_COLUMN]: passage,
    [KEY_COLUMN]: keyOfPassage(passage),
    ...(isEarlier && { [HIT_COLUMN]: packText(row) }),
  };
  return Object.fromEntries(fields.map((field) => [field.name, columns[field.name] ?? emptyOf(field)]));
}

function emptyOf({ nullable, type }: ArrowField): unknown {
  if (nullable) return null;
  if (DataType.isUtf8(type)) return '';
  if (DataType.isBool(type)) return false;
  return DataType.isList(type) ? [] : 0;
}
