import assert from 'node:assert/strict';
import { dirname, join, relative } from 'node:path';
import { ROOT, sourceFiles, TOP_FOLDERS } from '../../scripts/map/imports.ts';
import { GROWING_ROOMS, ROOMS } from '../../scripts/map/rooms.ts';

const MOST_FILES = 15;
// Made by buf; the client is built beside its sources.
const GENERATED = /^(gen|sdk)\b/;

describe('the rooms', () => {
  const files = TOP_FOLDERS.flatMap((folder) => sourceFiles(join(ROOT, folder)))
    .map((file) => relative(ROOT, file))
    .filter((file) => !GENERATED.test(file));
  const byRoom = Map.groupBy(files, dirname);

  it('are all in the ordered list, and all of the list are there', () => {
    const listed = ROOMS.map(([folder]) => folder).filter((folder) => !GENERATED.test(folder));
    assert.deepEqual([...byRoom.keys()].sort(), listed.toSorted());
  });

  it(`have at most ${MOST_FILES} files`, () => {
    const full = [...byRoom].filter(
      ([folder, within]) => within.length > MOST_FILES && !GROWING_ROOMS.includes(folder),
    );
    assert.deepEqual(
      full.map(([folder, within]) => `${folder}: ${within.length}`),
      [],
    );
  });
});
