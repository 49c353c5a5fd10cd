import assert from 'node:assert/strict';
import { createExtractor, type Extractor } from '../../services/extract/extractor.ts';

const URL = 'https://example.com/';
const page = '<main><h1>Tides</h1><p>The sea rises twice a day, and twice a day it falls again.</p></main>';
/** Takes far longer than any deadline below. */
const endless = '<p>word <b>x</b>'.repeat(300_000);

describe('the extractor', () => {
  let extractor: Extractor;
  const { signal } = new AbortController();

  afterEach(() => extractor.close());

  it('reads more pages than it has threads, each for its caller', async () => {
    extractor = createExtractor();
    const pages = Array.from({ length: 7 }, (_, number) =>
      extractor.extract(page.replace('Tides', `Tides ${number}`), URL, signal),
    );
    const extractions = await Promise.all(pages);
    extractions.forEach((extraction, number) => {
      assert.equal(extraction.status, 'extracted');
      assert.match(extraction.markdown, new RegExp(`^# Tides ${number}\n`));
    });
  });

  it('abandons a page at its time limit and continues with the next', async () => {
    extractor = createExtractor({ threads: 1, deadlineMs: 2_000 });
    const [bad, good] = await Promise.all([
      extractor.extract(endless, URL, signal),
      extractor.extract(page, URL, signal),
    ]);
    assert.equal(bad.status, 'failed');
    assert.equal(good.status, 'extracted');
  });

  it('reads usual pages while large ones are in progress', async () => {
    extractor = createExtractor({ threads: 1, deadlineMs: 3_000 });
    const ended: string[] = [];
    const noted = async (name: string, html: string) => {
      const { status } = await extractor.extract(html, URL, signal);
      ended.push(name);
      return status;
    };
    const statuses = await Promise.all([noted('large', endless), noted('large', endless), noted('usual', page)]);
    assert.deepEqual([ended[0], statuses[2]], ['usual', 'extracted']);
  });

  it('stays cancelled if the caller aborts, whether its page is in progress or waits', async () => {
    extractor = createExtractor({ threads: 1 });
    const caller = new AbortController();
    const reason = new Error('the caller left');
    const asked = [extractor.extract(endless, URL, caller.signal), extractor.extract(page, URL, caller.signal)];
    const after = extractor.extract(page, URL, signal);
    caller.abort(reason);
    for (const one of asked) await assert.rejects(one, reason);
    assert.equal((await after).status, 'extracted');
  });

  it('reads a page of 1.85 MB whose many small elements are all content', async () => {
    extractor = createExtractor();
    const part = (number: number) =>
      `<p id="clause-${number}-of-the-specification"><span class="term with-a-long-name"><b>Clause ${number}</b></span> <code>a${number}</code> <i>of it</i></p>\n`;
    let html = '<main><h1>Specification</h1>';
    for (let number = 0; html.length < 1_850_000; number += 1) html += part(number);
    const extraction = await extractor.extract(`${html}<p>The last clause ends here.</p></main>`, URL, signal);
    assert.equal(extraction.status, 'extracted', JSON.stringify(extraction).slice(0, 200));
    assert.match(extraction.markdown, /The last clause ends here\.$/);
    assert.equal(extraction.isCut, undefined);
  }).timeout(60_000);

  it('reports that it omitted the end of a page with endless elements', async () => {
    extractor = createExtractor();
    const extraction = await extractor.extract(
      `<main><p>The beginning says that.</p>${'<b>a<i>'.repeat(40_000)}</main>`,
      URL,
      signal,
    );
    assert.equal(extraction.status, 'extracted');
    assert.equal(extraction.isCut, true);
  });

  it('survives endless nesting', async () => {
    extractor = createExtractor();
    const nested = `${'<div>'.repeat(20_000)}<p>The bottom of the page holds a sentence.</p>`;
    const extraction = await extractor.extract(nested, URL, signal);
    assert.equal(extraction.status, 'extracted');
    assert.match(extraction.markdown, /The bottom of the page/);
  });
});
