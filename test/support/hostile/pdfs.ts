import { deflateSync } from 'node:zlib';
import { page, type Hostile } from './hostile.ts';

const MIB = 1024 * 1024;
const pdf = { 'content-type': 'application/pdf' };
const GIVEN_UP = ['extraction_failed', 'timeout'];

type Part = string | { dictionary: string; stream: Buffer };

/** A file of these objects, numbered from 1, the first of them the catalogue. */
function fileOf(objects: Part[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets = objects.map((object, index) => {
    const offset = parts.reduce((sum, part) => sum + part.length, 0);
    const text =
      typeof object === 'string' ? object : `<< ${object.dictionary} /Length ${object.stream.length} >>\nstream\n`;
    const stream = typeof object === 'string' ? [] : [object.stream, Buffer.from('\nendstream')];
    parts.push(Buffer.from(`${index + 1} 0 obj\n${text}`), ...stream, Buffer.from('\nendobj\n'));
    return offset;
  });
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const FONT = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
const onePage = (contents: Part) =>
  fileOf([
    CATALOGUE,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] ${FONT} /Contents 4 0 R >>`,
    contents,
  ]);
const packed = (bytes: Buffer) => ({ dictionary: '/Filter /FlateDecode', stream: deflateSync(bytes) });

/** PDFs that unpack without end, lead in circles, or are none. */
export const pdfs: Hostile[] = [
  {
    name: 'a PDF page that unpacks to 512 MiB',
    gives: GIVEN_UP,
    budgetMs: 10_000,
    serve: page(() => onePage(packed(Buffer.alloc(512 * MIB, 'q '))), pdf),
  },
  {
    name: 'a PDF page packed twice',
    gives: GIVEN_UP,
    budgetMs: 10_000,
    serve: page(
      () =>
        onePage({
          dictionary: '/Filter [/FlateDecode /FlateDecode]',
          stream: deflateSync(deflateSync(Buffer.alloc(256 * MIB))),
        }),
      pdf,
    ),
  },
  {
    name: 'a PDF page of a million texts',
    gives: ['ok', ...GIVEN_UP],
    budgetMs: 10_000,
    serve: page(() => onePage(packed(Buffer.from(`BT /F1 9 Tf ${'1 0 Td (a) Tj '.repeat(1_000_000)}ET`))), pdf),
  },
  {
    name: 'a PDF that says it has a billion pages',
    gives: GIVEN_UP,
    budgetMs: 10_000,
    serve: page(() => fileOf([CATALOGUE, '<< /Type /Pages /Count 1000000000 /Kids [] >>']), pdf),
  },
  {
    name: 'a PDF whose pages lead in a circle',
    gives: GIVEN_UP,
    budgetMs: 10_000,
    serve: page(() => fileOf([CATALOGUE, '<< /Type /Pages /Count 10 /Kids [2 0 R 2 0 R] >>']), pdf),
  },
  {
    name: 'a PDF whose page is itself drawn within',
    gives: GIVEN_UP,
    budgetMs: 10_000,
    serve: page(
      () =>
        fileOf([
          CATALOGUE,
          '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /XObject << /X 4 0 R >> >> /Contents 4 0 R >>',
          {
            dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >>',
            stream: Buffer.from('/X Do /X Do'),
          },
        ]),
      pdf,
    ),
  },
  {
    name: 'a PDF nested 100,000 deep',
    gives: GIVEN_UP,
    budgetMs: 10_000,
    serve: page(() => onePage(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), pdf),
  },
  {
    name: 'a PDF whose table of objects leads in a circle',
    gives: GIVEN_UP,
    serve: page(
      () => '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Prev 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF',
      pdf,
    ),
  },
  {
    name: 'a PDF of 20 MiB that is none',
    gives: GIVEN_UP,
    budgetMs: 10_000,
    serve: page(() => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20 * MIB, '1 0 obj ')]), pdf),
  },
  { name: 'a PDF that is empty', gives: GIVEN_UP, serve: page(() => '%PDF-1.7', pdf) },
];
