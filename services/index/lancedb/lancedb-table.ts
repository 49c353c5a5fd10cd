import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, Index, type Connection, type Table } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';
import { markerStamp, readMarker, type Marker } from './lancedb-marker.ts';
import { LAYOUT, PASSAGE_SCHEMA } from './lancedb-rows.ts';
import { SCHEMA_VERSION } from '../passage-rows.ts';
import { IndexUnusableError } from '../port.ts';
import { LONGEST_TERM } from '../../text/terms.ts';

const TABLE_FOLDER = '.lance';

/** The columns hold terms already: the index only splits them at spaces. */
function fullText(): Index {
  return Index.fts({
    baseTokenizer: 'whitespace',
    stem: false,
    lowercase: false,
    removeStopWords: false,
    asciiFolding: false,
    maxTokenLength: LONGEST_TERM + 1,
    withPosition: false,
  });
}

/** A table and the connection that it depends on. */
export interface OpenTable {
  table: Table;
  connection: Connection;
  /** The table's version when it was opened. */
  version: number;
  schema: Schema;
  /**
   * Why the table must be rebuilt although it can be searched: an earlier schema, or an unfinished rebuild. Absent: it
   * need not be rebuilt.
   */
  outdated?: string;
  /** Stamp of the marker that named the table. */
  stamp: string;
}

/** @throws IndexUnusableError if the folder holds no table that can be searched */
export async function openTable(folder: string): Promise<OpenTable> {
  const stamp = await markerStamp(folder);
  const marker = await readMarker(folder);
  if (!marker) throw new IndexUnusableError('the index is missing or was not finished');
  try {
    // Another process may write: without this zero, its rows would stay invisible.
    const connection = await connect(folder, { readConsistencyInterval: 0 });
    const table = await connection.openTable(marker.table);
    const [version, schema] = await Promise.all([table.version(), table.schema()]);
    return { table, connection, version, schema, stamp, ...whyOutdated(marker) };
  } catch (error) {
    throw new IndexUnusableError('the index does not open', { cause: error });
  }
}

function whyOutdated({ schemaVersion, layout, isComplete }: Marker) {
  if (layout !== LAYOUT) return { outdated: `the index is not of layout ${LAYOUT}` };
  if (schemaVersion !== SCHEMA_VERSION) return { outdated: `the index is not of schema version ${SCHEMA_VERSION}` };
  return isComplete ? {} : { outdated: 'the rebuild of the index is not complete' };
}

/**
 * Folds new rows into the full-text index and removes versions older than `keepVersionsMs`. It uses a separate
 * connection: a connection that folds keeps caches of every version that it has seen, as long as it is open (LanceDB
 * 0.37.1).
 */
export async function foldTable(folder: string, name: string, keepVersionsMs: number): Promise<void> {
  const connection = await connect(folder);
  try {
    const table = await connection.openTable(name);
    try {
      await table.optimize({ cleanupOlderThan: new Date(Date.now() - keepVersionsMs) });
    } finally {
      table.close();
    }
  } finally {
    connection.close();
  }
}

/** Creates an empty table beside those in the folder. */
export async function createTable(
  folder: string,
  name: string,
): Promise<Pick<OpenTable, 'table' | 'connection' | 'schema'>> {
  await mkdir(folder, { recursive: true });
  const connection = await connect(folder, { readConsistencyInterval: 0 });
  const table = await connection.createEmptyTable(name, PASSAGE_SCHEMA);
  await table.createIndex('terms', { config: fullText() });
  await table.createIndex('stop_words', { config: fullText() });
  await table.createIndex('audience', { config: Index.bitmap() });
  return { table, connection, schema: PASSAGE_SCHEMA };
}

/**
 * Removes all tables except this one. Calls that still read a removed table fail, and are repeated on the current one.
 */
export async function removeOtherTables(folder: string, kept: ReadonlyArray<string | undefined>): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names)
    if (name.endsWith(TABLE_FOLDER) && !kept.includes(name.slice(0, -TABLE_FOLDER.length)))
      // A fold in progress may still write to it.
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
}
