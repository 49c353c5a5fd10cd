import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { pack } from 'tar-stream';
import { createExtractor, type Extractor } from '../../services/extract/extractor.ts';
import { createFileReader, type FileRead, type FileReader } from '../../services/files/file-reader.ts';
import { smallPdf } from '../unit/fetch/small-pdf.ts';
import {
  openDocumentFile,
  slideShape,
  slidesFile,
  wordFile,
  wordParagraph,
  wordTable,
  workbookFile,
  zipFile,
} from '../support/office-files.ts';

const MESSAGE = `From: Ada <ada@example.com>
To: Bo <bo@example.com>
Subject: =?utf-8?q?Tides_of_M=C3=A4rz?=
Date: Tue, 3 Mar 2026 09:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/html; charset=utf-8

<p>High at <b>noon</b>.</p><ul><li>Low at dusk</li></ul>
--b
Content-Type: application/pdf; name="tides.pdf"
Content-Disposition: attachment; filename="tides.pdf"

x
--b--
`;

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('a file', () => {
  let extractor: Extractor;
  let reader: FileReader;
  before(() => {
    extractor = createExtractor();
    reader = createFileReader(extractor);
  });
  after(async () => {
    await reader.close();
    await extractor.close();
  });

  const urlOf = (path: string) => `https://files.example/${path}`;
  const bytesOf = (content: string | Uint8Array) => (typeof content === 'string' ? strToU8(content) : content);
  const all = async (path: string, content: string | Uint8Array): Promise<FileRead[]> =>
    collected(reader.read({ path, bytes: bytesOf(content) }, { urlOf, signal: AbortSignal.timeout(120_000) }));
  const read = async (path: string, content: string | Uint8Array) => {
    const [first] = await all(path, content);
    assert.ok(first?.status === 'read', first && 'reason' in first ? first.reason : 'nothing');
    return first.text;
  };
  const reason = async (path: string, content: string | Uint8Array) => {
    const [first] = await all(path, content);
    assert.ok(first?.status === 'failed');
    return first.reason;
  };

  it('of Word has its headings, tables and title', async () => {
    const body =
      wordParagraph('Berths', 'Heading1') +
      wordParagraph('A berth is 12 m.') +
      wordTable([
        ['Berth', 'Metres'],
        ['A', '12'],
      ]);
    const { markdown, title } = await read('rules.docx', wordFile(body));
    assert.equal(title, 'Rules of the harbour');
    assert.match(markdown, /^# Berths\n\nA berth is 12 m\.\n\n\| Berth \| Metres \|\n\| -+ \| -+ \|\n\| A \| 12 \|/);
  });

  it('of Excel has a table for each sheet, with its dates', async () => {
    const cells = (row: number, ...values: string[]) =>
      `<row r="${row}">${values.map((value, at) => `<c r="${'ABC'[at]}${row}"${value}</c>`).join('')}</row>`;
    const text = (value: string) => ` t="inlineStr"><is><t>${value}</t></is>`;
    const rows = cells(1, text('Berth | name'), text('Since')) + cells(2, text('A'), ' s="1"><v>46023</v>');
    const { markdown, title } = await read('berths.xlsx', workbookFile({ Berths: rows, Empty: '' }));
    assert.equal(markdown, '## Berths\n\n| Berth \\| name | Since |\n| --- | --- |\n| A | 2026-01-01 |');
    assert.equal(title, 'berths');
  });

  it('of PowerPoint has its slides in the order of the show', async () => {
    const { markdown, title } = await read(
      'show.pptx',
      slidesFile(
        slideShape('ctrTitle', 'Tides &amp; berths') + slideShape('sldNum', '1'),
        slideShape('title', 'Plan') + slideShape('', 'Dredge', 'Rebuild'),
      ),
    );
    assert.equal(markdown.trim(), '## Tides & berths\n\n## Plan\n\n-   Dredge\n-   Rebuild');
    assert.equal(title, 'Tides & berths');
  });

  it('of OpenDocument has its headings, lists and links', async () => {
    const body =
      '<text:h text:outline-level="2">Berths</text:h><text:p>Ask <text:a xlink:href="https://example.com/a">here</text:a>.</text:p>' +
      '<text:list><text:list-item><text:p>One</text:p></text:list-item><text:list-item><text:p>Two</text:p></text:list-item></text:list>';
    const { markdown } = await read('notes.odt', openDocumentFile(body));
    assert.match(markdown, /^## Berths\n\nAsk \[here\]\(https:\/\/example\.com\/a\)\.\n\n-   One\n-   Two/);
  });

  it('of e-mail has its facts and its text, and the names of its attachments', async () => {
    const { markdown, title, publishedDate } = await read('one.eml', MESSAGE);
    assert.deepEqual([title, publishedDate], ['Tides of März', '2026-03-03']);
    assert.match(markdown, /^# Tides of März\n\n- From: Ada <ada@example\.com>\n- To: Bo/);
    assert.match(markdown, /- Attachments: tides\.pdf\n\nHigh at \*\*noon\*\*\.\n\n-   Low at dusk/);
  });

  it('of values is a table, whatever separates them', async () => {
    for (const separator of [',', ';', '\t'])
      assert.equal(
        (await read('a.csv', `a${separator}b\n"1\n2"${separator}x|y\n`)).markdown,
        '| a | b |\n| --- | --- |\n| 1 2 | x\\|y |',
      );
  });

  it('of Jupyter has its text, code and outputs', async () => {
    const cells = [
      { cell_type: 'markdown', source: ['# Tides\n', 'By hour.'] },
      { cell_type: 'code', source: 'print("```")', outputs: [{ text: ['high\n'] }, { data: { 'text/plain': '7' } }] },
    ];
    const { markdown, title } = await read(
      'a.ipynb',
      JSON.stringify({ cells, metadata: { language_info: { name: 'python' } } }),
    );
    assert.equal(title, 'Tides');
    assert.equal(markdown, '# Tides\nBy hour.\n\n````python\nprint("```")\n````\n\n```\nhigh\n```\n\n```\n7\n```');
  });

  it('of source code keeps it between fences with its language', async () => {
    const { markdown, title } = await read('src/main.rs', '\nfn main() {\n    // `x`\n}\n');
    assert.deepEqual([markdown, title], ['```rust\nfn main() {\n    // `x`\n}\n```', 'main.rs']);
  });

  it('that is a page, a text or a PDF is read as one that is fetched', async () => {
    const prose = 'The harbour was built in the winter of the great storm. '.repeat(9);
    assert.match(
      (await read('a.html', `<title>Harbours</title><main><p>${prose}</p></main>`)).markdown,
      /^The harbour/,
    );
    assert.deepEqual((await read('a.md', '# One\n\nTwo')).title, 'One');
    assert.equal((await read('README', 'Plain words')).markdown, 'Plain words');
    const pdf = smallPdf([[{ text: 'High at noon, and low again before the night.', size: 11, x: 72, y: 700 }]]);
    for (const name of ['a.pdf', 'a.docx', 'a']) assert.match((await read(name, pdf)).markdown, /High at noon/);
  });

  describe('of an archive', () => {
    it('is each file that can be read, by its path', async () => {
      const zip = zipFile({
        'a/one.md': '# One',
        'two.py': 'pass',
        'x.bin': 'x',
        '.git/config': 'x',
        '../out.md': '# Out',
        '/root.md': '# R',
      });
      const reads = await all('docs.zip', zip);
      assert.deepEqual(
        reads.map(({ path, status }) => [path, status]),
        [
          ['docs.zip/a/one.md', 'read'],
          ['docs.zip/two.py', 'read'],
        ],
      );
    });

    it('may be a tape archive, compressed or not', async () => {
      const tape = pack();
      tape.entry({ name: 'a/one.md' }, '# One');
      tape.entry({ name: 'link.md', type: 'symlink', linkname: '/etc/passwd' });
      tape.entry({ name: '../out.md' }, '# Out');
      tape.finalize();
      const tar = Buffer.concat(await collected(tape as AsyncIterable<Buffer>));
      for (const [name, bytes] of [
        ['a.tar', tar],
        ['a.tar.gz', gzipSync(tar)],
        ['a.tgz', gzipSync(tar)],
      ] as const)
        assert.deepEqual(
          (await all(name, bytes)).map(({ path, status }) => [path, status]),
          [[`${name}/a/one.md`, 'read']],
        );
    });

    it('may be the message of a mailbox', async () => {
      const box = `From ada@example.com Tue Mar  3 09:00:00 2026\n${MESSAGE}\nFrom bo@example.com Tue Mar  3 10:00:00 2026\nSubject: Re\nFrom: bo@example.com\n\nFine.\n>From now on.\n`;
      const reads = await all('mail.mbox', box);
      assert.deepEqual(
        reads.map(({ path }) => path),
        ['mail.mbox/0001.eml', 'mail.mbox/0002.eml'],
      );
      const [, second] = reads;
      assert.ok(second?.status === 'read');
      assert.match(second.text.markdown, /Fine\.\nFrom now on\./);
    });

    it('fails where it is an archive itself, or the outer one holds nothing', async () => {
      const [nested] = await all('a.zip', zipFile({ 'b.zip': 'PK' }));
      assert.deepEqual(nested, {
        path: 'a.zip/b.zip',
        status: 'failed',
        reason: 'an archive within an archive is not read',
      });
      assert.match(await reason('a.zip', zipFile({ 'x.bin': 'x' })), /holds no file/);
    });

    it('fails where there are too many, or they unpack into too much', async () => {
      const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`${at}.txt`, 'x']));
      assert.match(await reason('many.zip', zipFile(many)), /more than 500 files/);
      const bomb = zipSync({ 'a.txt': new Uint8Array(100 * 1024 * 1024) }, { level: 9 });
      assert.match(await reason('bomb.zip', bomb), /unpacks into too much/);
      assert.match(await reason('bomb.tgz', gzipSync(new Uint8Array(100 * 1024 * 1024))), /unpacks into too much/);
    });
  });

  describe('that is hostile', () => {
    it('fails where its name lies about it', async () => {
      for (const name of ['a.docx', 'a.xlsx', 'a.pptx', 'a.odt', 'a.zip', 'a.tgz'])
        assert.match(await reason(name, 'not at all'), /not a valid|could not be read|holds no file/, name);
      const binary = new Uint8Array([0, 1, 2, 3, 255, 0, 7]);
      for (const name of ['a.txt', 'a.py', 'a.csv', 'a.ipynb', 'a'])
        assert.match(await reason(name, binary), /not a text file|not a file of a known type|no text/, name);
      assert.match(await reason('a.docx', workbookFile({})), /word\/document\.xml/);
      assert.match(await reason('a.eml', 'no headers at all'), /no headers/);
      assert.match(await reason('a.mbox', 'Hello'), /From line/);
      assert.match(await reason('a.ipynb', '{"cells": 1}'), /notebook/);
    });

    it('fails where its parts unpack into too much, or declare entities', async () => {
      const large = '<w:p/>'.repeat(20_000_000);
      assert.match(await reason('bomb.docx', wordFile(large)), /unpacks into too much/);
      const laughs = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';
      assert.match(await reason('laughs.odt', openDocumentFile(laughs)), /declares a document type/);
    });

    it('fails where a sheet claims more cells than there is memory for', async () => {
      const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
      assert.match(
        await reason('far.xlsx', workbookFile({ Far: `<row r="1"><c r="A1"><v>1</v></c></row>${far}` })),
        /more than 2000000 cells/,
      );
    });

    it('is read where it nests deeper than a page may, and another is read after it', async () => {
      const deep = `${'<text:list><text:list-item>'.repeat(20_000)}<text:p>Deep</text:p>${'</text:list-item></text:list>'.repeat(20_000)}`;
      const [first] = await all('deep.odt', openDocumentFile(deep));
      assert.ok(first);
      const tables = '<w:tbl><w:tr><w:tc>'.repeat(30_000);
      const [second] = await all('deep.docx', wordFile(tables + '</w:tc></w:tr></w:tbl>'.repeat(30_000)));
      assert.ok(second);
      assert.equal((await read('a.csv', 'a,b')).markdown, '| a | b |\n| --- | --- |');
    });
  });
});
