import assert from 'node:assert/strict';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IndexStatus, DocumentService } from '../../gen/quarry/v1/document_pb.js';
import { eventually } from '../support/eventually.ts';
import { openGrpc } from '../support/grpc.ts';
import { wordFile, wordParagraph, zipFile } from '../support/office-files.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const BASE = 'https://files.quarry.invalid/';

describe('files as documents', () => {
  let quarry: TestQuarry;
  // Other processes have forms in the system's folder.
  let temporary: string;
  const systems = process.env.TMPDIR;
  before(async () => {
    quarry = await startQuarry();
    temporary = await mkdtemp(join(tmpdir(), 'quarry-forms-'));
    process.env.TMPDIR = temporary;
  });
  after(async () => {
    if (systems === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = systems;
    await quarry.stop();
    await rm(temporary, { recursive: true, force: true });
  });

  type Parts = Array<[name: string, value: string | [fileName: string, content: string | Uint8Array]]>;
  async function sendForm(parts: Parts, headers: Record<string, string> = {}) {
    const form = new FormData();
    for (const [name, value] of parts) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([Buffer.from(value[1])]), value[0]);
    }
    const response = await fetch(`${quarry.url}/v1/documents/files`, {
      method: 'POST',
      headers: { 'x-api-key': quarry.key, ...headers },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as any }; // oxlint-disable-line no-explicit-any -- as in `Answered`
  }
  const documentAt = async (url: string) =>
    (await quarry.call('GET', `/v1/documents?url=${encodeURIComponent(url)}`)).body.document;
  const spooled = async () => (await readdir(temporary)).filter((name) => name.startsWith('quarry-form-'));

  it('are indexed from a form, each at its address, with the labels of the form', async () => {
    const { status, body } = await sendForm([
      ['collection', 'handbook'],
      ['metadata', '{"team": "people", "year": 2026}'],
      [
        'files',
        [
          'leave.docx',
          wordFile(wordParagraph('Leave', 'Heading1') + wordParagraph('Every employee has 28 days of paid leave.'), ''),
        ],
      ],
      ['files', ['docs/ä b.md', '# Rota\n\nThe rota changes on Mondays.']],
      ['files', ['broken.xlsx', 'no workbook']],
    ]);
    assert.equal(status, 200);
    assert.deepEqual(
      [body.accepted, body.results],
      [
        2,
        [
          { url: `${BASE}leave.docx`, status: 'indexed' },
          { url: `${BASE}docs/%C3%A4%20b.md`, status: 'indexed' },
          { url: `${BASE}broken.xlsx`, status: 'error', error: 'it is not a valid ZIP file' },
        ],
      ],
    );
    const { title, collection, metadata, text } = await documentAt(`${BASE}leave.docx`);
    assert.deepEqual([title, collection, metadata], ['Leave', 'handbook', { team: 'people', year: 2026 }]);
    assert.match(text, /^# Leave\n\nEvery employee/);
    const found = await quarry.call('POST', '/v1/search', { query: 'paid leave', collections: ['handbook'] });
    assert.equal(found.body.documents[0].url, `${BASE}leave.docx`);
    assert.deepEqual(await spooled(), []);
  });

  it('are each file of an archive', async () => {
    const zip = zipFile({ 'one.md': '# One', 'src/two.py': 'pass', 'inner.zip': 'PK' });
    const { body } = await sendForm([
      ['base_url', 'https://example.com/docs/'],
      ['files', ['all.zip', zip]],
    ]);
    assert.deepEqual(
      body.results.map(({ url, status }: { url: string; status: string }) => [url, status]),
      [
        ['https://example.com/docs/all.zip/inner.zip', 'error'],
        ['https://example.com/docs/all.zip/one.md', 'indexed'],
        ['https://example.com/docs/all.zip/src/two.py', 'indexed'],
      ],
    );
  });

  it('have an address of their own, if it is one', async () => {
    const named = await sendForm([
      ['url', 'https://example.com/rota'],
      ['files', ['a.txt', 'Mondays.']],
    ]);
    assert.deepEqual(named.body.results, [{ url: 'https://example.com/rota', status: 'indexed' }]);
    const again = await sendForm([
      ['url', 'https://example.com/rota'],
      ['files', ['a.txt', 'Mondays.']],
    ]);
    assert.equal(again.body.results[0].status, 'unchanged');
  });

  it('are taken in JSON too, with their bytes in base64', async () => {
    const content = Buffer.from('Tides, berths').toString('base64');
    const files = [{ name: 'a.txt', content }];
    const { body } = await quarry.call('POST', '/v1/documents/files', { files, metadata: { year: 2026 } });
    assert.deepEqual(body.results, [{ url: `${BASE}a.txt`, status: 'indexed' }]);
    assert.deepEqual((await documentAt(`${BASE}a.txt`)).metadata, { year: 2026 });
    const refused = await quarry.call('POST', '/v1/documents/files', { files: [{ name: 'a.txt', content: '*' }] });
    assert.match(refused.body.error.message, /^files\.0\.content: must be base64/);
  });

  it('are sent over gRPC as bytes', async () => {
    const grpc = openGrpc(quarry.grpc);
    const { message } = await grpc.unary(DocumentService.method.indexFiles, {
      apiKey: quarry.key,
      files: [{ name: 'tide.csv', content: Buffer.from('hour,metres\n6,2.1') }],
      metadata: '{"year": 2025}',
    });
    grpc.close();
    assert.deepEqual(
      message?.results.map(({ url, status }) => [url, status]),
      [[`${BASE}tide.csv`, IndexStatus.INDEXED]],
    );
    assert.match((await documentAt(`${BASE}tide.csv`)).text, /\| 6 \| 2\.1 \|/);
  });

  it('are indexed once under an Idempotency-Key', async () => {
    const once = (text: string) => sendForm([['files', ['once.txt', text]]], { 'idempotency-key': 'files once' });
    const first = await once('The same text.');
    assert.equal(first.body.results[0].status, 'indexed');
    assert.deepEqual(await once('The same text.'), first);
    assert.equal((await once('Another text.')).status, 422);
  });

  it('are refused where the form is wrong, and nothing of them is left', async () => {
    const file: Parts[number] = ['files', ['a.txt', 'x']];
    const message = async (parts: Parts) => {
      const { status, body } = await sendForm(parts);
      assert.equal(status, 400);
      return body.error.message;
    };
    assert.match(await message([['collection', 'a']]), /^files: is empty/);
    assert.match(await message([file, ['unknown', 'a']]), /^unknown: is not a known field/);
    assert.match(await message([file, ['metadata', '[1]']]), /^metadata: is not an object/);
    assert.match(await message([file, ['collection', 'a'], ['collection', 'b']]), /^collection: is sent twice/);
    assert.match(await message([['other', ['a.txt', 'x']]]), /^other: is not a field for files/);
    assert.match(await message([file, file, ['url', 'https://example.com/']]), /^url: is of one file/);
    assert.match(await message([file, ['base_url', 'https://example.com/a']]), /^base_url: must end with a slash/);
    assert.match(await message(Array.from({ length: 101 }, () => file)), /^files: holds more than 100 files/);
    const head = '--b\r\nContent-Disposition: form-data; name="files"';
    // Cut within the head of a part, and within a file.
    for (const cut of [head, `${head}; filename="a.txt"\r\n\r\nabc`]) {
      const { status, body } = await call(`${quarry.url}/v1/documents/files`, 'POST', cut, {
        'x-api-key': quarry.key,
        'content-type': 'multipart/form-data; boundary=b',
      });
      assert.deepEqual([status, body.error.message], [400, 'The form is malformed.']);
    }
    assert.match(await message([['__proto__', 'a'], file]), /^__proto__: is not a known field/);
    await eventually(10_000, spooled, (names) => names.length === 0);
  });

  it('are deleted where their caller leaves in the middle of them', async () => {
    const { hostname, port } = new URL(quarry.url);
    const socket = connect(Number(port), hostname);
    const head = `POST /v1/documents/files HTTP/1.1\r\nhost: a\r\nx-api-key: ${quarry.key}\r\ncontent-length: 1000000\r\n`;
    socket.write(`${head}content-type: multipart/form-data; boundary=b\r\n\r\n`);
    socket.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nfirst bytes');
    await eventually(10_000, spooled, (names) => names.length === 1);
    socket.destroy();
    await eventually(10_000, spooled, (names) => names.length === 0);
    // A deleted file that is still open keeps its bytes on the disk.
    const open = async () => {
      const links = await Promise.all(
        (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
      );
      return links.filter((path) => path.includes('quarry-form-'));
    };
    await eventually(10_000, open, (paths) => paths.length === 0);
  });

  it('are not read before the key is known', async () => {
    const { status } = await sendForm([['files', ['a.txt', 'x']]], { 'x-api-key': '' });
    assert.equal(status, 401);
    const elsewhere = await call(`${quarry.url}/v1/documents`, 'POST', '--b--', {
      'x-api-key': quarry.key,
      'content-type': 'multipart/form-data; boundary=b',
    });
    assert.equal(elsewhere.status, 415);
  });

  it('fail alone where they are too large or hostile, with the service well', async () => {
    const large = new Uint8Array(64 * 1024 * 1024 + 1);
    const bomb = wordFile('<w:p/>'.repeat(10_000_000));
    const { body } = await sendForm([
      ['files', ['large.txt', large]],
      ['files', ['bomb.docx', bomb]],
      ['files', ['fine.txt', 'Fine.']],
    ]);
    assert.deepEqual(
      body.results.map(({ status, error }: { status: string; error?: string }) => [status, error]),
      [
        ['error', 'it is larger than 67108864 bytes'],
        ['error', 'it unpacks into too much'],
        ['indexed', undefined],
      ],
    );
  });
});
