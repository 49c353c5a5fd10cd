import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, Index } from '@lancedb/lancedb';
import { Bool, Field, Int32, Int64, List, Schema, Utf8 } from 'apache-arrow';
import type { IndexedDocument } from '../../services/index/port.ts';
import { termsOf } from '../../services/text/terms.ts';
import { domainsOf } from '../../services/url/domains.ts';

// Version 3 of the schema: one field of terms, no path, and passages cut by their words alone.
const SCHEMA = new Schema([
  new Field('id', new Utf8(), false),
  new Field('document_id', new Utf8(), false),
  new Field('audience', new Utf8(), false),
  new Field('domains', new List(new Field('item', new Utf8(), true)), false),
  new Field('published_from_ms', new Int64(), true),
  new Field('published_to_ms', new Int64(), true),
  new Field('content_hash', new Utf8(), false),
  new Field('ordinal', new Int32(), false),
  new Field('passage_count', new Int32(), false),
  new Field('words', new Utf8(), false),
  new Field('terms', new Utf8(), false),
  new Field('stop_words', new Utf8(), false),
  new Field('passage_start', new Int32(), false),
  new Field('first', new Bool(), false),
]);

/** Writes an index as version 3 of the schema had it, each document one passage. */
export async function writeFormerIndex(folder: string, documents: readonly IndexedDocument[]): Promise<void> {
  await writeTable(folder, SCHEMA, documents.map(rowOf));
}

/** Writes an index that says to be of version 3, with columns that no version had. */
export async function writeForeignIndex(folder: string): Promise<void> {
  await writeTable(folder, new Schema([new Field('terms', new Utf8(), false)]), [{ terms: 'heron' }]);
}

async function writeTable(folder: string, schema: Schema, rows: Array<Record<string, unknown>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const connection = await connect(folder);
  const table = await connection.createEmptyTable('passages', schema);
  for (const column of ['terms', 'stop_words'].filter((name) => schema.names.includes(name)))
    await table.createIndex(column, { config: Index.fts({ baseTokenizer: 'whitespace', stem: false }) });
  await table.add(rows);
  await table.optimize();
  table.close();
  connection.close();
  await writeFile(join(folder, 'built.json'), JSON.stringify({ schemaVersion: 3 }));
}

function rowOf({ documentId, orgId, scope, url, title, source, text, contentHash }: IndexedDocument) {
  const preface = `${[title, source].filter(Boolean).join('\n')}\n`;
  const { terms, stopWords } = termsOf(preface + text);
  return {
    id: `${documentId}#0`,
    document_id: documentId,
    audience: `${orgId}/${scope ?? ''}`,
    domains: domainsOf(url),
    published_from_ms: null,
    published_to_ms: null,
    content_hash: contentHash,
    ordinal: 0,
    passage_count: 1,
    words: preface + text,
    terms: terms.join(' '),
    stop_words: stopWords.join(' '),
    passage_start: preface.length,
    first: true,
  };
}
