import assert from 'node:assert/strict';
import { guideHtml } from '../../../../api/rest/public-guide-html.ts';

describe('a page of the guide as HTML', () => {
  const current = { name: 'here', title: 'Here & <there>', path: '/docs/guide/here' };
  const mainOf = (markdown: string) =>
    /<main>\n([^]*)\n<\/main>/.exec(guideHtml(markdown, { current, entries: [current] }))?.[1]?.trim();

  it('shows HTML of the Markdown as text', () => {
    const html = guideHtml('<script>alert(1)</script>\n\nan <img src=x onerror=alert(1)> image', {
      current,
      entries: [current],
    });
    assert.doesNotMatch(html, /<script|<img/);
    assert.match(html, /&lt;script&gt;/);
    assert.match(html, /<title>Here &amp; &lt;there&gt;/);
  });

  const links: Array<[string, string]> = [
    ['[a](here.md#part)', '<p><a href="/docs/guide/here#part">a</a></p>'],
    ['[a](https://example.com/?a=1&b="2")', '<p><a href="https://example.com/?a=1&amp;b=&quot;2&quot;">a</a></p>'],
    ['[a](javascript:alert(1))', '<p>a</p>'],
    ['[a](../LICENSE)', '<p>a</p>'],
    ['![a](images/a.png)', '<p>a</p>'],
  ];
  for (const [markdown, html] of links) {
    it(`links only to served pages: ${markdown}`, () => {
      assert.equal(mainOf(markdown), html);
    });
  }
});
