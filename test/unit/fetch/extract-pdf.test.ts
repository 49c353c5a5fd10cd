import assert from 'node:assert/strict';
import { createExtractor, type Extractor } from '../../../services/extract/extractor.ts';
import { smallPdf, type Run } from './small-pdf.ts';

/** Lines below one another, as a text is set. */
const lines = (texts: string[], { size = 11, top = 700 } = {}): Run[] =>
  texts.map((text, index) => ({ text, size, x: 72, y: top - index * size * 1.2 }));

describe('the text of a PDF', () => {
  let extractor: Extractor;
  const { signal } = new AbortController();
  before(() => {
    extractor = createExtractor({ threads: 1 });
  });
  after(() => extractor.close());

  const markdownOf = async (pages: Run[][]) => {
    const extraction = await extractor.extractPdf(smallPdf(pages), signal);
    return extraction.status === 'extracted' ? extraction.markdown : extraction.message;
  };

  it('has headings at larger fonts, and paragraphs of whole lines', async () => {
    const page = [
      { text: 'Harbours of the North', size: 24, x: 72, y: 780 },
      { text: 'Emden', size: 16, x: 72, y: 740 },
      ...lines([
        'The harbour was built in the winter of the great',
        'storm, when nobody else would work out-',
        'side.',
      ]),
      ...lines(['Another paragraph follows after a gap in the page.'], { top: 620 }),
    ];
    assert.equal(
      await markdownOf([page]),
      '# Harbours of the North\n\n## Emden\n\nThe harbour was built in the winter of the great storm, when nobody else would work outside.\n\nAnother paragraph follows after a gap in the page.',
    );
  });

  it('follows the order of the pages and joins a sentence that a page break cuts', async () => {
    const pages = [lines(['The first page ends in the middle of', 'a sentence that']), lines(['goes on here.'])];
    assert.equal(await markdownOf(pages), 'The first page ends in the middle of a sentence that goes on here.');
  });

  it('has rows in columns as a table', async () => {
    const row = (cells: string[], y: number) =>
      cells.map((text, column) => ({ text, size: 11, x: 72 + column * 150, y }));
    const page = [
      ...lines(['Tides that were measured at noon of that day.']),
      ...row(['City', 'Tide'], 600),
      ...row(['Emden', '3 m'], 586),
      ...row(['Brest', '7 m'], 572),
    ];
    assert.equal(
      await markdownOf([page]),
      'Tides that were measured at noon of that day.\n\n| City | Tide |\n| --- | --- |\n| Emden | 3 m |\n| Brest | 7 m |',
    );
  });

  it('omits lines at the top or the bottom of every page', async () => {
    const page = (number: number) => [
      { text: 'Of harbours', size: 9, x: 72, y: 800 },
      ...lines([`Sentence ${['one', 'two', 'three'][number]} of the text.`]),
      { text: String(number + 1), size: 9, x: 300, y: 40 },
    ];
    assert.equal(
      await markdownOf([page(0), page(1), page(2)]),
      'Sentence one of the text.\n\nSentence two of the text.\n\nSentence three of the text.',
    );
  });

  it('omits running heads and page numbers, whatever the drawing order, even with two pages', async () => {
    const page = (number: number) => [
      ...lines([`The text of page ${['one', 'two'][number]} begins here and`, 'goes on.']),
      { text: 'Of harbours', size: 9, x: 72, y: 800 },
      { text: `Page ${number + 1} of 2`, size: 9, x: 300, y: 40 },
    ];
    assert.equal(
      await markdownOf([page(0), page(1)]),
      'The text of page one begins here and goes on.\n\nThe text of page two begins here and goes on.',
    );
  });

  it('has code with its lines, its indentation and its signs', async () => {
    const code = ['def run(args, *, a=_b_):', '    if a < 1:', '        return "<key>"'].map((text, index) => ({
      text: text.trimStart(),
      size: 10,
      x: 72 + (text.length - text.trimStart().length) * 6,
      y: 600 - index * 12,
      isFixed: true,
    }));
    const page = [
      ...lines(['The function below runs what its caller gives it, and nothing else:']),
      ...code,
      ...lines(['After the code the text goes on for a while, as it does before it.'], { top: 540 }),
    ];
    assert.equal(
      await markdownOf([page]),
      'The function below runs what its caller gives it, and nothing else:\n\n```\ndef run(args, *, a=_b_):\n    if a < 1:\n        return "<key>"\n```\n\nAfter the code the text goes on for a while, as it does before it.',
    );
  });

  it('keeps the meaning of superscripts and subscripts', async () => {
    const page = [
      { text: 'It holds 2', size: 11, x: 72, y: 700 },
      { text: '31', size: 7, x: 122, y: 704 },
      { text: 'rows of H', size: 11, x: 134, y: 700 },
      { text: '2', size: 7, x: 181, y: 698 },
      { text: 'O.', size: 11, x: 185, y: 700 },
    ];
    assert.equal(await markdownOf([page]), 'It holds 2^31 rows of H2O.');
  });

  it('has bulleted lines as items', async () => {
    assert.equal(
      await markdownOf([lines(['These were built:', '- a quay of granite', '- a crane'])]),
      'These were built:\n\n- a quay of granite\n\n- a crane',
    );
  });

  it("comes with the title and the day of the file's metadata", async () => {
    const extraction = await extractor.extractPdf(smallPdf([lines(['Some text.'])], { title: 'Of harbours' }), signal);
    assert.equal(extraction.status, 'extracted');
    assert.deepEqual(
      [extraction.title, extraction.publishedDate, extraction.wordCount],
      ['Of harbours', '2024-03-05', 2],
    );
  });

  it('is blank if there is none, as in a scan', async () => {
    assert.equal(await markdownOf([[]]), '');
  });

  const broken: Array<[what: string, bytes: Buffer]> = [
    ['nothing but a first line', Buffer.from('%PDF-1.7\n')],
    ['a file that is no PDF', Buffer.from('<html>not found</html>')],
    ['no bytes', Buffer.alloc(0)],
  ];
  for (const [what, bytes] of broken) {
    it(`is rejected as broken for ${what}, and the thread continues`, async () => {
      assert.deepEqual(await extractor.extractPdf(bytes, signal), { status: 'failed', message: 'the PDF is broken' });
      assert.equal(await markdownOf([lines(['Still here.'])]), 'Still here.');
    });
  }
});
