import assert from 'node:assert/strict';
import { mergeDocuments } from '../../../services/answer/merge-documents.ts';

const document = (name: string, ...texts: string[]) => ({
  url: `https://${name}.example/`,
  title: name,
  source: name,
  score: 1,
  snippets: texts.map((text) => ({ text })),
});

describe('documents of several searches', () => {
  it('have no duplicates, and start with documents that several searches found', () => {
    const merged = mergeDocuments(
      [
        [document('a'), document('b')],
        [document('c'), document('b')],
      ],
      10,
    );
    assert.deepEqual(
      merged.map(({ title }) => title),
      ['b', 'a', 'c'],
    );
  });

  it('have the passages of all searches, without duplicates', () => {
    const [merged] = mergeDocuments([[document('a', 'one', 'two')], [document('a', 'two', 'three')]], 10);
    assert.deepEqual(
      merged?.snippets.map(({ text }) => text),
      ['one', 'two', 'three'],
    );
  });

  it('stay within the requested number', () =>
    assert.equal(mergeDocuments([[document('a'), document('b')], [document('c')]], 2).length, 2));
});
