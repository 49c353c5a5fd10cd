import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of a program of the system. */
export function found(program: string): string {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(existsSync);
  assert.ok(path, program);
  return path;
}
