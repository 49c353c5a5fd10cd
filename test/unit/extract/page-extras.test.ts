import assert from 'node:assert/strict';
import { extractPage } from '../../../services/extract/extract-page.ts';

const PROSE = 'The harbour was built in the winter of the great storm, when nobody else would work outside. '.repeat(9);
const PAGE = `<!doctype html><html lang="en"><head><title>Harbours</title>
<meta name="Description" content=" Of harbours ">
<meta property="og:image" content="https://img.example.com/a.png"><meta property="og:image" content="second">
<meta name="twitter:card" content="summary"><meta name="viewport" content="width=1">
<link rel="alternate" type="application/rss+xml" title="News" href="/feed.xml">
<link rel="alternate" type="text/html" href="/de"><link rel="alternate" type="application/atom+xml" href="javascript:x">
<script type="application/ld+json">{"@type":"Article","headline":"Harbours"}</script>
<script type="application/ld+json">{broken</script></head><body>
<nav><a href="/">Home</a> <a href="#top">Top</a> <a href="https://www.example.com/about#team">About  us</a></nav>
<main><h1>Harbours</h1><p onclick="steal()" style="color:red" class="x">${PROSE}<a href="stones?a=1&amp;b=2">Stones &amp; walls</a>
<a href="javascript:alert(1)">bad</a><a href="https://other.example.org/"><img src="/w.png" alt="Other"></a></p>
<script>steal()</script><style>p{}</style><!-- secret --><iframe src="https://evil.example"></iframe>
<pre><code>if (a &lt; b) { }</code></pre><table><tr><th scope="col">Depth</th></tr><tr><td colspan="2">6 m</td></tr></table>
<form><input name="q"><button>Go</button></form><custom-box>Within <em>a box</em></custom-box>
<p>${PROSE}</p></main><a href="mailto:a@example.com">Mail</a><a href="/">Start</a></body></html>`;
const URL_OF_PAGE = 'https://example.com/docs/harbours';

const extrasOf = (html: string) =>
  extractPage(html, URL_OF_PAGE, { wanted: ['html', 'links', 'metadata'] }).extras ?? {};

describe('what a page has beside its content', () => {
  it('is read only if it is asked for, and changes nothing of the content', () => {
    const plain = extractPage(PAGE, URL_OF_PAGE);
    assert.equal(plain.extras, undefined);
    const { extras, ...content } = extractPage(PAGE, URL_OF_PAGE, { wanted: ['html', 'links', 'metadata'] });
    assert.deepEqual(content, plain);
    assert.deepEqual(Object.keys(extras ?? {}).toSorted(), ['html', 'links', 'metadata']);
    assert.deepEqual(Object.keys(extractPage(PAGE, URL_OF_PAGE, { wanted: ['links'] }).extras ?? {}), ['links']);
  });

  it('has all links of the page once, in its order, and which of them are internal', () => {
    assert.deepEqual(extrasOf(PAGE).links, [
      { url: 'https://example.com/', text: 'Home', internal: true },
      { url: 'https://www.example.com/about', text: 'About us', internal: true },
      { url: 'https://example.com/docs/stones?a=1&b=2', text: 'Stones & walls', internal: true },
      { url: 'https://other.example.org/', text: '', internal: false },
    ]);
    const based = extrasOf(`<base href="https://cdn.example.net/x/"><body><a href="y">Why</a>${PROSE}`);
    assert.deepEqual(based.links, [{ url: 'https://cdn.example.net/x/y', text: 'Why', internal: false }]);
    const many = Array.from({ length: 2_500 }, (_, nth) => `<a href="/${nth}">${nth}</a>`).join('');
    assert.equal(extrasOf(`<body>${PROSE}${many}`).links?.length, 2_000);
  });

  it('has what the page declares', () => {
    assert.deepEqual(extrasOf(PAGE).metadata, {
      description: 'Of harbours',
      open_graph: { 'og:image': 'https://img.example.com/a.png', 'twitter:card': 'summary' },
      json_ld: [{ '@type': 'Article', headline: 'Harbours' }],
      feeds: [{ url: 'https://example.com/feed.xml', title: 'News' }],
    });
  });

  it('has the content as HTML without anything that acts or hides', () => {
    const { html = '' } = extrasOf(PAGE);
    assert.match(html, /<a href="https:\/\/example\.com\/docs\/stones\?a=1&amp;b=2">Stones &amp; walls<\/a>/);
    assert.match(html, /<code>if \(a &lt; b\) \{ \}<\/code>/);
    assert.match(html, /<th scope="col">Depth<\/th>[\s\S]*<td colspan="2">6 m<\/td>/);
    assert.match(html, /Within <em>a box<\/em>/);
    assert.match(html, /<img src="https:\/\/example\.com\/w\.png" alt="Other">/);
    assert.doesNotMatch(
      html,
      /script|style|steal|secret|iframe|onclick|class=|javascript|custom-box|<form|<input|Home/i,
    );
  });

  it('has no JSON-LD that is deeper than can be stored', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const page = (depth: number) => `<script type="application/ld+json">${nested(depth)}</script><p>${PROSE}</p>`;
    assert.equal(extrasOf(page(60)).metadata?.json_ld.length, 1);
    assert.equal(extrasOf(page(64)).metadata?.json_ld.length, 0);
    assert.equal(extrasOf(page(100_000)).metadata?.json_ld.length, 0);
  });

  it('has well-formed HTML where the content is too long', () => {
    const { html = '' } = extrasOf(`<main>${`<p title="a > b">${PROSE}</p>`.repeat(2_000)}</main>`);
    assert.ok(html.length > 900_000 && html.length < 1_200_000, String(html.length));
    assert.match(html, /<\/p>$/);
    assert.equal(html.split('<p ').length, html.split('</p>').length);
  });
});
