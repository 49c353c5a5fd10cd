import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LAYOUT } from './lancedb-rows.ts';
import { SCHEMA_VERSION } from '../passage-rows.ts';

// Names the searched table. A table that it does not name is incomplete or has been replaced.
const MARKER = 'built.json';
// Tables of versions that had one table and no name for it.
const FIRST_TABLE = 'passages';
// Markers of versions that named no table.
const FIRST_LAYOUT = 1;

export interface Marker {
  schemaVersion: number;
  /** Layout of the table's columns. */
  layout: number;
  table: string;
  /** False while a rebuild still fills the table, which is searched meanwhile because there is no other one. */
  isComplete: boolean;
}

/** Undefined: the folder holds no table that can be searched. */
export async function readMarker(folder: string): Promise<Marker | undefined> {
  try {
    const {
      schemaVersion,
      layout = FIRST_LAYOUT,
      table = FIRST_TABLE,
      isComplete = true,
    } = JSON.parse(await readFile(join(folder, MARKER), 'utf8')) as Partial<Marker>;
    return schemaVersion === undefined ? undefined : { schemaVersion, layout, table, isComplete };
  } catch {
    return undefined;
  }
}

/**
 * Makes a table of the current version the searched one. Atomic: after a crash, either the previous marker or this one
 * is in place.
 */
export async function writeMarker(
  folder: string,
  { table, isComplete }: Pick<Marker, 'table' | 'isComplete'>,
): Promise<void> {
  const unfinished = join(folder, `${MARKER}.tmp`);
  await writeFile(unfinished, JSON.stringify({ schemaVersion: SCHEMA_VERSION, layout: LAYOUT, table, isComplete }));
  await rename(unfinished, join(folder, MARKER));
}

/** A value that differs after each change of the marker; '' if there is no marker. */
export async function markerStamp(folder: string): Promise<string> {
  try {
    const { ino, mtimeNs } = await stat(join(folder, MARKER), { bigint: true });
    return `${ino}:${mtimeNs}`;
  } catch {
    return '';
  }
}

/** Tells every process that the table must be rebuilt, unless the marker has changed since `stamp` was taken. */
export async function removeMarker(folder: string, stamp: string): Promise<void> {
  if ((await markerStamp(folder)) === stamp) await rm(join(folder, MARKER), { force: true });
}
