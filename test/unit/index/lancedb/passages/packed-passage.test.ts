import assert from 'node:assert/strict';
import {
  packPassage,
  keyOfPassage,
  matchesOfPacked,
  unpackPassage,
} from '../../../../../services/index/lancedb/passages/packed-passage.ts';
import { passageRows } from '../../../../../services/index/passage-rows.ts';
import { hashedTerms } from '../../../../../services/index/term-vector.ts';
import { document } from '../../contract.ts';

const rowOf = (members: Parameters<typeof document>[1]) => {
  const [row] = passageRows(document('doc_1', members));
  assert.ok(row);
  return row;
};

describe('a packed passage', () => {
  it('holds what a hit tells, in any script', () => {
    const row = rowOf({ title: 'Größe 漢字', text: '# Höhe 🪶\n\nDer Reiher wartet.' });
    const packed = packPassage(row);
    assert.deepEqual(unpackPassage(packed), {
      documentId: 'doc_1',
      contentHash: 'hash',
      ordinal: 0,
      passageCount: 1,
      heading: 'Größe 漢字\nExample\n',
      path: row.path,
      isContents: false,
      text: row.words.slice(row.passage_start),
    });
    const matches = matchesOfPacked(packed, hashedTerms(['reiher', 'otter']));
    assert.deepEqual(matches.frequencies, new Map([['reiher', 1]]));
  });

  it('has a key of its content', () => {
    const keys = ['An oak.', 'An oak.', 'An elm.'].map((text) => keyOfPassage(packPassage(rowOf({ text }))));
    assert.equal(new Set(keys).size, 2);
    assert.equal(keys[0], keys[1]);
  });
});
