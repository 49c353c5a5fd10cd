import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, Index, type Connection, type Table } from '@lancedb/lancedb';
import { PASSAGE_SCHEMA, SCHEMA_VERSION } from '../passage-rows.ts';
import { IndexUnusableError } from '../port.ts';
import { LONGEST_TERM } from '../../text/terms.ts';

const TABLE = 'passages';
// Written last by a rebuild: without it, or with another version in it, what lies there was not finished.
const MARKER = 'built.json';

/** The columns hold terms already: the index only parts them at spaces. */
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

/** A table and the connection that it lives by. */
export interface OpenTable {
  table: Table;
  connection: Connection;
  /** Of the table when it was opened. */
  version: number;
}

/** @throws IndexUnusableError when the folder holds no finished index of this version */
export async function openTable(folder: string): Promise<OpenTable> {
  await requireMarker(folder);
  try {
    // Another process may write: without the zero its rows would stay unseen.
    const connection = await connect(folder, { readConsistencyInterval: 0 });
    const table = await connection.openTable(TABLE);
    return { table, connection, version: await table.version() };
  } catch (error) {
    throw new IndexUnusableError('the index does not open', { cause: error });
  }
}

/**
 * Folds new rows into the full-text index and removes versions that are older than `keepVersionsMs`. On a connection of its
 * own: one that folds keeps caches of every version that it has seen, as long as it is open (LanceDB 0.37.1).
 */
export async function foldTable(folder: string, keepVersionsMs: number): Promise<void> {
  const connection = await connect(folder);
  try {
    const table = await connection.openTable(TABLE);
    try {
      await table.optimize({ cleanupOlderThan: new Date(Date.now() - keepVersionsMs) });
    } finally {
      table.close();
    }
  } finally {
    connection.close();
  }
}

/** Empties the folder and puts an empty, unfinished table there. */
export async function createTable(folder: string): Promise<Table> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const connection = await connect(folder, { readConsistencyInterval: 0 });
  const table = await connection.createEmptyTable(TABLE, PASSAGE_SCHEMA);
  await table.createIndex('terms', { config: fullText() });
  await table.createIndex('stop_words', { config: fullText() });
  await table.createIndex('audience', { config: Index.bitmap() });
  return table;
}

/** Declares the folder's table complete. Atomic: a crash leaves either no marker or a whole one. */
export async function writeMarker(folder: string): Promise<void> {
  const unfinished = join(folder, `${MARKER}.tmp`);
  await writeFile(unfinished, JSON.stringify({ schemaVersion: SCHEMA_VERSION }));
  await rename(unfinished, join(folder, MARKER));
}

/** Tells every process that the folder's table must be rebuilt. */
export async function removeMarker(folder: string): Promise<void> {
  await rm(join(folder, MARKER), { force: true });
}

async function requireMarker(folder: string): Promise<void> {
  const marker = await readFile(join(folder, MARKER), 'utf8').catch((error: unknown) => {
    throw new IndexUnusableError('the index is missing or was not finished', { cause: error });
  });
  if (marker !== JSON.stringify({ schemaVersion: SCHEMA_VERSION })) {
    throw new IndexUnusableError(`the index is not of schema version ${SCHEMA_VERSION}`);
  }
}
