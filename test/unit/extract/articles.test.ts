import assert from 'node:assert/strict';
import { extractPage } from '../../../services/extract/extract-page.ts';

const URL = 'https://example.com/news/harbour.html';
const prose = 'The harbour was built in the winter of the great storm, when the town had few hands. ';
const DECLARED = '<meta property="og:type" content="article">';

interface Page {
  head?: string;
  before?: string;
  url?: string;
}

const pageOf = (body: string, { head = DECLARED, before = '' }: Page = {}) =>
  `<html><head><title>The harbour opens - Gazette</title>${head}</head><body>${before}<article><h1>The harbour opens</h1><p>${prose.repeat(4)}</p>${body}</article></body></html>`;
const markdownOf = (body: string, page: Page = {}) => extractPage(pageOf(body, page), page.url ?? URL).markdown;

const KEPT = '<p>The last sentence of the article stands here, and it stays.</p>';

describe('a declared article', () => {
  it('repeats no title, which a page that declares nothing keeps', () => {
    assert.match(markdownOf(KEPT), /^The harbour was built/);
    assert.match(markdownOf(KEPT, { head: '' }), /^# The harbour opens/);
    const section = `<p>${prose.repeat(6)}</p><h2>The harbour opens</h2>${KEPT}`;
    assert.match(markdownOf(section), /## The harbour opens/);
  });

  it('is declared by JSON-LD and by microdata too, but not by a home page', () => {
    const jsonLd = '<script type="application/ld+json">{"@type": ["Thing", "NewsArticle"]}</script>';
    assert.doesNotMatch(markdownOf(KEPT, { head: jsonLd }), /^#/);
    const marked = pageOf(KEPT, { head: '' }).replace('<article', '<article itemtype="https://schema.org/BlogPosting"');
    assert.doesNotMatch(extractPage(marked, URL).markdown, /^#/);
    assert.match(markdownOf(KEPT, { url: 'https://example.com/' }), /^# /);
  });

  it('ends with its last sentence', () => {
    const tail =
      '<div><span>Harbours</span> <a href="/a">Tides</a> <a href="/b">Ships of the year</a></div><h3>More stories</h3>' +
      `<p>${prose}</p><div><a href="/c">Another story of the day</a></div>`;
    assert.match(markdownOf(KEPT + tail), /and it stays\.$/);
  });

  it('keeps a list, a table and a numbered figure at its end', () => {
    const end = '<ul><li>One cup of <a href="/flour">flour</a></li><li>Two eggs</li></ul>';
    assert.match(markdownOf(KEPT + end), /flour.*\n-   Two eggs$/);
    const figure = '<figure><img src="tides.png"><figcaption>Figure 2: the tides by month</figcaption></figure>';
    assert.match(markdownOf(KEPT + figure), /Figure 2: the tides by month$/);
  });

  it('has no captions of pictures, but what a figure of code says about it', () => {
    const picture = '<figure><img src="a.jpg" alt="quay"><figcaption>The quay from above</figcaption></figure>';
    assert.doesNotMatch(markdownOf(picture + KEPT), /from above/);
    assert.doesNotMatch(
      markdownOf(`<div><p class="wp-caption-text">The quay from above</p></div>${KEPT}`),
      /from above/,
    );
    const code = '<figure><figcaption>The pump, in C</figcaption><pre><code>pump();</code></pre></figure>';
    assert.match(markdownOf(code + KEPT), /The pump, in C/);
  });

  it('takes its lead from the box of the title', () => {
    const lead = 'After forty years of building, the harbour of the town takes its first ship on Monday.';
    const head = `${DECLARED}<meta name="description" content="${lead}">`;
    const before = `<header><div class="intro"><p>${lead}</p></div></header>`;
    assert.match(markdownOf(KEPT, { head, before }), /^After forty years .* on Monday\.\n\nThe harbour was built/);
    assert.doesNotMatch(markdownOf(KEPT, { head, before: `<nav><p>${lead}</p></nav>` }), /forty/);
  });

  it('has no boxes that show other pages, unless it consists of them', () => {
    const teaser =
      '<div class="inline-teaser"><p>Ships of the year, told by those of the harbour. <a href="/s">More</a></p></div>';
    assert.doesNotMatch(markdownOf(`${teaser}<p>${prose.repeat(4)}</p>${KEPT}`), /Ships/);
    const lead =
      '<div class="teaser-text"><p>A lead of some length has the same name, but it links to nothing.</p></div>';
    assert.match(markdownOf(`${lead}<p>${prose.repeat(4)}</p>${KEPT}`), /A lead of some length/);
    const list = `<html><head>${DECLARED}</head><body><main>${teaser.repeat(9)}</main></body></html>`;
    assert.match(extractPage(list, URL).markdown, /Ships of the year/);
  });

  it('has no notes on its author', () => {
    const head = `${DECLARED}<meta name="author" content="Ida Brandt">`;
    const note =
      '<div><p>Ida Brandt</p><p>Ida writes about ships and weather for the paper, and lives by the sea.</p></div>';
    assert.doesNotMatch(markdownOf(KEPT + note, { head }), /Ida/);
    assert.doesNotMatch(
      markdownOf(`${KEPT}<p>Ida Brandt is a writer of the sea and its harbours.</p>`, { head }),
      /Ida/,
    );
    assert.match(markdownOf(`${KEPT}<p>Asked by Ida Brandt, the mayor said nothing at all.</p>`, { head }), /Ida/);
  });

  it('has no comments, whatever their names', () => {
    const comment = `<div itemprop="comment"><p>I was there, and it was windy. ${prose}</p></div>`;
    assert.doesNotMatch(markdownOf(KEPT + comment), /windy/);
  });

  it('omits what the site says to its readers, and keeps what the text says', () => {
    const notices = [
      'This post may contain affiliate links. Read our disclosure for more.',
      'When you buy through our links, we may earn a commission.',
      'Already have an account? Log in',
      'You must be logged in to post a comment.',
      'We use cookies to give you the best experience on our website.',
      'Please enable JavaScript to view this page.',
    ];
    assert.doesNotMatch(
      markdownOf(notices.map((notice) => `<p>${notice}</p>`).join('') + KEPT),
      /affiliate|commission|account|logged|cookies|JavaScript/,
    );
    const said = '<p>The commission found that the pumps were earning nothing, and that cookies were sold instead.</p>';
    assert.match(markdownOf(said + KEPT), /cookies were sold/);
  });
});

describe('a text of any site', () => {
  it('has no shortcodes, but words in brackets and code', () => {
    const markdown = markdownOf(
      '<p>[vc_row width=”2″][vc_column]Built [1] by hand [see there].[/vc_column][/vc_row]</p>' +
        `<p>[gallery ids="1,2"]After that.</p><p>Write <code>[gallery ids="1"]</code> there.</p>${KEPT}`,
      { head: '' },
    );
    assert.match(
      markdown,
      /Built \\\[1\\\] by hand \\\[see there\\\]\.\n\nAfter that\.\n\nWrite `\[gallery ids="1"\]` there/,
    );
    assert.doesNotMatch(markdown, /vc_/);
  });

  it('has no readings above its characters', () => {
    assert.match(
      markdownOf('<p><ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>は大きい。</p>'),
      /東京は大きい/,
    );
  });

  it('has no soft hyphens', () => {
    assert.match(
      markdownOf('<p>The har\u00adbour mas&shy;ter came, and said that it was time.</p>'),
      /The harbour master came/,
    );
  });

  it('is not a notice on cookies, however long', () => {
    const notice = `<div class="cookie-notice"><p>${'We and our partners use cookies to show advertisements. '.repeat(20)}</p></div>`;
    const { markdown } = extractPage(`<body>${notice}<main><p>${prose.repeat(2)}</p></main></body>`, URL);
    assert.match(markdown, /^The harbour/);
    assert.doesNotMatch(markdown, /cookies/);
    assert.match(extractPage(`<body>${notice}</body>`, URL).markdown, /cookies/);
  });

  it('is read of a page whose head has no end', () => {
    const { markdown, title } = extractPage(
      `<html><head><title>The harbour opens</title><div class="content"><p>${prose.repeat(3)}</p></div></head></html>`,
      URL,
    );
    assert.equal(title, 'The harbour opens');
    assert.match(markdown, /^The harbour was built/);
  });

  it('begins and ends without a rule, which would open a block of metadata', () => {
    assert.match(markdownOf(`<hr>${KEPT}<hr>`, { head: '' }), /\n---\n[^]*it stays\.$/);
    const { markdown } = extractPage(`<body><main><hr><p>${prose.repeat(3)}</p></main></body>`, URL);
    assert.match(markdown, /^The harbour/);
  });
});

describe('the parts of a page that scripts run', () => {
  it('show the panels of all tabs below their labels', () => {
    const tabs =
      '<div role="tablist"><button role="tab" id="t1" aria-controls="p1">JavaScript</button><button role="tab" id="t2">Python</button></div>' +
      '<div role="tabpanel" id="p1"><pre><code>const a = 1;</code></pre></div>' +
      '<div role="tabpanel" aria-labelledby="t2" hidden style="display: none"><pre><code>a = 1</code></pre></div>';
    assert.match(
      markdownOf(tabs + KEPT),
      /\*\*JavaScript\*\*\n\n```\nconst a = 1;\n```\n\n\*\*Python\*\*\n\n```\na = 1\n```/,
    );
  });

  it('write formulas from the attribute that holds their source', () => {
    const markdown = markdownOf(
      '<p>So <span class="math-inline" data-math="E=mc^2"><span class="katex"><math><mi>E</mi></math></span></span> holds.</p>' +
        `<div class="math-block" data-math="a^2"><span>a2</span></div>${KEPT}`,
    );
    assert.match(markdown, /So \$E=mc\^2\$ holds\.\n\n\$\$\na\^2\n\$\$/);
  });

  it('leave the label of the language and the link to a playground out of code', () => {
    const code =
      '<pre class="shiki twoslash"><div class="language-id">ts</div><div class="code-container"><code><div class="line">let x = 1;</div>' +
      '<div class="line">let y = 2;</div></code><a class="playground-link" href="https://example.com/play">Try</a></div></pre>';
    assert.match(markdownOf(code + KEPT), /```ts\nlet x = 1;\nlet y = 2;\n```/);
  });

  it('date the posts of a forum by the moment that they declare', () => {
    const post = (number: number) =>
      `<article class="message message--post"><h4>Sailor ${number}</h4><header class="message-attribution"><ul><li><a href="/p/${number}">` +
      `<time class="u-dt" datetime="2025-12-1${number}T04:25:38+0500">Yesterday at 4:25 AM</time></a></li></ul><ul><li>#${number}</li></ul></header>` +
      `<div class="message-body"><p>Post ${number}: ${prose}</p></div></article>`;
    const { markdown } = extractPage(
      `<body><h1>Thread</h1>${[1, 2, 3, 4].map(post).join('')}</body>`,
      'https://forum.example.com/threads/harbour.1/',
    );
    assert.match(markdown, /Sailor 2\n\n-   \[2025-12-12 04:25\]\([^)]*\)\n\nPost 2/);
    assert.doesNotMatch(markdown, /Yesterday|#2\b/);
    assert.match(
      markdownOf(`<p>It opens <time datetime="2025-12-12">on Friday</time> at last.</p>${KEPT}`),
      /on Friday/,
    );
  });

  it('link without the number of the session', () => {
    const sid = 'sid=0123456789abcdef0123456789abcdef';
    const links = ['./t?f=2&amp;t=5&amp;', 't?', `t?${sid}&amp;a=`].map((at, index) =>
      index < 2 ? `<a href="${at}${sid}">t${index}</a>` : `<a href="${at}1">t${index}</a>`,
    );
    const markdown = markdownOf(`<p>Read the threads ${links.join(' and ')} and more of them.</p>${KEPT}`);
    assert.match(
      markdown,
      /\(https:\/\/example\.com\/news\/t\?f=2&t=5\).*\(https:\/\/example\.com\/news\/t\).*\(https:\/\/example\.com\/news\/t\?a=1\)/,
    );
  });
});
