import assert from 'node:assert/strict';
import { extractFeed } from '../../../services/extract/extract-feed.ts';

const URL = 'https://example.com/feed.xml';
const markdownOf = (xml: string) => {
  const extraction = extractFeed(xml, URL);
  return extraction.status === 'extracted' ? extraction.markdown : extraction.message;
};
const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Harbour news</title><link>https://example.com/</link><description>From the coast</description>${items}</channel></rss>`;

describe('a feed', () => {
  it('of RSS is its entries, each with its link, date and content', () => {
    const item =
      '<item><title>Storm &amp; tide</title><link>/storm</link><pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate><description>&lt;p&gt;A &lt;b&gt;great&lt;/b&gt; &lt;a href="more"&gt;storm&lt;/a&gt;&lt;/p&gt;</description></item>';
    assert.equal(
      markdownOf(rss(item)),
      '# Harbour news\n\nFrom the coast\n\n## [Storm & tide](https://example.com/storm)\n\n2024-03-05T10:00:00.000Z\n\nA **great** [storm](https://example.com/more)',
    );
  });

  it('prefers the full content to its summary', () => {
    const item =
      '<item><title>One</title><description>Short</description><content:encoded><![CDATA[<p>The whole</p><pre><code class="language-sh">ls</code></pre>]]></content:encoded></item>';
    assert.match(markdownOf(rss(item)), /## One\n\nThe whole\n\n```sh\nls\n```$/);
  });

  it('of Atom takes the link of the page, not that of the feed, and text as text', () => {
    const atom =
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>Notes</title><link rel="self" href="/feed.xml"/><link href="https://example.com/notes/"/>' +
      '<entry><title type="html">&lt;i&gt;One&lt;/i&gt;</title><link rel="edit" href="/edit"/><link href="one"/><updated>2024-03-05T10:00:00Z</updated><summary type="text">1 &lt; 2</summary></entry>' +
      '<entry><title>Two</title><id>urn:2</id><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Second <em>entry</em></p></div></content></entry></feed>';
    assert.equal(
      markdownOf(atom),
      '# Notes\n\n## [One](https://example.com/notes/one)\n\n2024-03-05T10:00:00.000Z\n\n1 < 2\n\n## Two\n\nSecond *entry*',
    );
  });

  it('lists the links of its entries', () => {
    const extraction = extractFeed(
      rss(
        '<item><title>1</title><link>https://example.com/1</link></item><item><title>2</title><guid>https://example.com/2</guid></item>',
      ),
      URL,
    );
    assert.deepEqual(extraction.status === 'extracted' && extraction.links, [
      'https://example.com/1',
      'https://example.com/2',
    ]);
  });

  it('that breaks off is read up to the break', () => {
    assert.match(
      markdownOf('<rss><channel><title>Cut</title><item><title>One</title><description>Half a sent'),
      /# Cut\n\n## One\n\nHalf a sent/,
    );
  });

  it('is a failure if it is not a feed', () => {
    assert.equal(markdownOf('<?xml version="1.0"?><note>hello</note>'), 'the feed is neither RSS nor Atom');
  });
});
