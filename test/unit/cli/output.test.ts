import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { createMarkdownWriter } from '../../../cli/output/markdown-writer.ts';
import { createOutput, type WriteStream } from '../../../cli/output/output.ts';
import { printable, printableJson, printableLines, wrapped } from '../../../cli/output/printable.ts';
import { writeTable } from '../../../cli/output/table.ts';

function stream(isTTY: boolean, columns = 80): { written: string[]; stream: WriteStream } {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  return { written, stream: { write, isTTY, columns } };
}

/** What a terminal shows of an answer that comes in pieces, without colours. */
function shown(...pieces: string[]): string {
  const { written, stream: stdout } = stream(true);
  const writer = createMarkdownWriter(createOutput(false, stdout, stdout));
  for (const piece of pieces) writer.write(piece);
  writer.end();
  return stripVTControlCharacters(written.join(''));
}

describe('the output of a command', () => {
  const { NO_COLOR: noColour, TERM: term } = process.env;
  beforeEach(() => {
    delete process.env.NO_COLOR;
    process.env.TERM = 'xterm';
  });
  after(() => {
    if (noColour !== undefined) process.env.NO_COLOR = noColour;
    if (term === undefined) delete process.env.TERM;
    else process.env.TERM = term;
  });

  it('has colours on a terminal alone, unless NO_COLOR is set', () => {
    const styled = (isTTY: boolean, isJson = false) =>
      createOutput(isJson, stream(isTTY).stream).style('red', 'a') !== 'a';
    assert.deepEqual([styled(true), styled(false), styled(true, true)], [true, false, false]);
    process.env.NO_COLOR = '1';
    assert.equal(styled(true), false);
    delete process.env.NO_COLOR;
    process.env.TERM = 'dumb';
    assert.equal(styled(true), false);
  });

  it('shows progress on a terminal alone, and cuts it to its width', () => {
    const [terminal, pipe] = [stream(true, 12), stream(false)];
    createOutput(false, terminal.stream, terminal.stream).progress('reading https://example.com/');
    createOutput(false, pipe.stream, terminal.stream).progress('a');
    assert.deepEqual(terminal.written, ['\r\u001B[Kreading htt']);
  });

  it('is a table whose last column ends at the edge of the terminal', () => {
    const { written, stream: stdout } = stream(true, 20);
    writeTable(
      createOutput(false, stdout),
      ['id', 'name'],
      [
        ['a1', 'short'],
        ['b', 'much longer than this'],
      ],
    );
    const lines = stripVTControlCharacters(written.join('')).split('\n');
    assert.deepEqual(lines, ['id  name', 'a1  short', 'b   much longer tha…', '']);
  });

  it('has nothing that a terminal would obey', () => {
    assert.equal(printable('a\u001B]52;c;aGk=\u0007b\u202Ec\r\nd'), 'a ]52;c;aGk= b c d');
    assert.ok(!shown('text \u001B[2J of a page').includes('\u001B'));
    assert.deepEqual(wrapped('one two three', 8), ['one two', 'three']);
    assert.equal(printableLines('all:\n\tmake\u009B2J \u061Cx\n'), 'all:\n\tmake 2J  x\n');
  });

  it('is the same JSON, with escapes for what a terminal would obey', () => {
    const value = { title: 'a\u001B[2Jb\u009B31mc\u007F\u202Ed', place: 1 };
    const line = printableJson(value);
    assert.doesNotMatch(line, /[\p{Cc}\u202E]/u);
    assert.deepEqual(JSON.parse(line), value);
  });
});

describe('an answer at a terminal', () => {
  it('has its citations as footnotes, each address once', () => {
    const text =
      'Hotels cost 140 euros ([Travel](https://a.example/t)). Trains cost more ([Rail](https://a.example/r_(1))). ';
    assert.equal(
      shown(text, 'Hotels are booked early ([Travel](https://a.example/t)).'),
      'Hotels cost 140 euros [1]. Trains cost more [2]. Hotels are booked early [1].\n\n[1] https://a.example/t\n[2] https://a.example/r_(1)\n',
    );
  });

  it('keeps links in the text by their titles, and code as it is', () => {
    assert.equal(
      shown('## Setup\n\nSee [the guide](https://a.example/g).\n\n```\n[a](b)\n```\n'),
      'Setup\n\nSee the guide [1].\n\n```\n[a](b)\n```\n\n[1] https://a.example/g\n',
    );
  });
});
