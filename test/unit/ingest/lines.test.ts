import assert from 'node:assert/strict';
import { linesOf, type TextLine } from '../../../services/ingest/lines.ts';

async function* inPieces(text: string, length: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

describe('the lines of a stream', () => {
  const linesIn = async (text: string, { length = 4, most = 100 } = {}) => {
    const lines: TextLine[] = [];
    for await (const line of linesOf(inPieces(text, length), most)) lines.push(line);
    return lines.map(({ number, text }) => [number, text]);
  };

  for (const length of [1, 2, 3, 1_000]) {
    it(`do not depend on the pieces of the stream: pieces of ${length}`, async () => {
      assert.deepEqual(await linesIn('grün\n\n  \nblau 🦩\nrot', { length }), [
        [1, 'grün'],
        [4, 'blau 🦩'],
        [5, 'rot'],
      ]);
    });
  }

  it('are counted, and end with or without a newline', async () => {
    assert.deepEqual(await linesIn('a\nb\n'), [
      [1, 'a'],
      [2, 'b'],
    ]);
    assert.deepEqual(await linesIn(''), []);
  });

  it('have no text if they are longer than a document can be, and the next one has', async () => {
    assert.deepEqual(await linesIn(`a\n${'b'.repeat(11)}\nc`, { most: 10 }), [
      [1, 'a'],
      [2, undefined],
      [3, 'c'],
    ]);
    assert.deepEqual(await linesIn('b'.repeat(10), { most: 10 }), [[1, 'b'.repeat(10)]]);
  });
});
