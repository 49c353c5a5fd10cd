import assert from 'node:assert/strict';
import { extractPage } from '../../../services/extract/extract-page.ts';

const URL = 'https://example.com/a/page.html';
const prose = 'The harbour was built in the winter of the great storm, when nobody else would work outside. ';
const article = (body: string) =>
  `<html><head><title>Site title</title></head><body><nav><a href=/>Home</a></nav><article><p>${prose.repeat(3)}</p>${body}</article><footer>Imprint</footer></body></html>`;
const markdownOf = (body: string) => extractPage(article(body), URL).markdown;

describe('the main content of a page', () => {
  it('omits navigation, footer, scripts and hidden elements', () => {
    const markdown = markdownOf(
      '<script>let secret</script><p hidden>hidden one</p><p style="display: none">hidden two</p><p>kept</p>',
    );
    assert.match(markdown, /kept$/);
    assert.doesNotMatch(markdown, /Home|Imprint|secret|hidden/);
  });

  it('keeps a sentence of which a linked word is also a heading of what sites put around a text', () => {
    const links = ['commit', 'tags', 'share'].map((word) => `"<a href="#${word}">${word}</a>"`);
    assert.match(
      markdownOf(`<p>One of ${links.join(', ')} and no other word.</p>`),
      /"\[share\]\(.*\)" and no other word\.$/,
    );
    const tail = '<p>kept</p><div><a>Tags</a><br><a href="/a">Ships</a> <a href="/b">Boats</a></div>';
    assert.doesNotMatch(markdownOf(tail), /Ships/);
  });

  it('keeps a form that holds the whole page', () => {
    const { markdown } = extractPage(`<body><form><div><p>${prose.repeat(4)}</p></div></form></body>`, URL);
    assert.match(markdown, /^The harbour/);
  });

  it('makes links and images absolute, from the base element on, and lists the links', () => {
    const { markdown, links } = extractPage(
      `<base href="/b/">${article('<p>More is told elsewhere: <a href="c#d">c</a> <a href="javascript:x">x</a> <img src="i.png" alt="i"></p>')}`,
      URL,
    );
    assert.match(markdown, /\[c\]\(https:\/\/example\.com\/b\/c#d\) x !\[i\]\(https:\/\/example\.com\/b\/i\.png\)/);
    assert.deepEqual(links, ['https://example.com/b/c']);
  });

  it('writes code in fences with its language, and keeps its own backticks', () => {
    const code = '<pre><code class="language-ts">const a = `1`;\n```\nend</code></pre>';
    assert.match(markdownOf(code), /\n````ts\nconst a = `1`;\n```\nend\n````$/);
  });

  it('writes tables as GitHub does', () => {
    const table =
      '<table><thead><tr><th>City</th><th>Tide</th></tr></thead><tbody><tr><td>Emden</td><td>3 | 4 m</td></tr></tbody></table>';
    assert.match(markdownOf(table), /\n\| City \| Tide \|\n\| --- \| --- \|\n\| Emden \| 3 \\\| 4 m \|$/);
  });

  it('keeps the table of a page that is mostly a table, with its heading and surroundings', () => {
    const rows = Array.from(
      { length: 12 },
      (_, hour) => `<tr><td>Harbour number ${hour}</td><td>The water stands ${hour} m high</td></tr>`,
    ).join('');
    const table = `<table><tr><th>Harbour</th><th>Tide</th></tr>${rows}</table>`;
    const { markdown } = extractPage(
      `<body><div><h1>Tides of today</h1><div>${table}</div><p>Measured at noon.</p></div></body>`,
      URL,
    );
    assert.match(
      markdown,
      /^# Tides of today\n\n\| Harbour \| Tide \|\n\| --- \| --- \|\n\| Harbour number 0 \| The water stands 0 m high \|\n/,
    );
    assert.match(markdown, /\n\nMeasured at noon\.$/);
  });

  it('treats a layout table as boxes', () => {
    const { markdown } = extractPage(
      `<table><tr><td><a href="/">Home</a></td><td><h1>Tides</h1><p>${prose.repeat(4)}</p></td></tr></table>`,
      URL,
    );
    assert.match(markdown, /^# Tides\n\nThe harbour was built/);
    assert.doesNotMatch(markdown, /\|/);
  });

  it('keeps the name of a manual page, which stands in a box called header', () => {
    const { markdown } = extractPage(
      `<body><div id="header"><h1>git-tide(1)</h1><h2>NAME</h2><div><p>git-tide - Tell the tides</p></div></div>
       <div id="content"><div class="sect1"><h2>DESCRIPTION</h2><p>${prose.repeat(12)}</p></div></div>`,
      URL,
    );
    assert.match(markdown, /^## NAME\n\ngit-tide - Tell the tides\n\n/);
    assert.match(markdown, /The harbour was built/);
  });

  it('drops a header that has links or no text below its second heading', () => {
    const header = (content: string) =>
      extractPage(
        `<body><div id="header"><h1>Harbour News</h1>${content}</div><div id="content"><h2>Tides</h2><p>${prose.repeat(4)}</p></div>`,
        URL,
      ).markdown;
    assert.doesNotMatch(header('<h2>Latest</h2><p>Read <a href="/a">this</a></p>'), /Latest/);
    assert.doesNotMatch(header('<h2>All of the sea</h2>'), /All of the sea/);
  });

  it('keeps the short sections of a text beside a very long one', () => {
    const section = (heading: string, text: string) => `<div class="section"><h2>${heading}</h2><p>${text}</p></div>`;
    const { markdown } = extractPage(
      `<h1>Tides</h1><div id="text">${section('Options', 'The option sets the harbour of the tide.')}${section('Settings', prose.repeat(40))}</div>`,
      URL,
    );
    assert.match(markdown, /## Options\n\nThe option sets the harbour of the tide/);
    assert.match(markdown, /## Settings/);
  });

  it('writes headings, lists and strikethrough as Markdown', () => {
    assert.match(
      markdownOf('<h2>Two</h2><ul><li>one</li></ul><p><del>gone</del></p>'),
      /## Two\n\n-\s+one\n\n~~gone~~$/,
    );
  });

  it('finds no content in an empty application, and recognizes it', () => {
    const { markdown, wordCount, hasAppRoot, hasScripts } = extractPage(
      '<title>App</title><div id="root"></div><script src="app.js"></script>',
      URL,
    );
    assert.deepEqual(
      { markdown, wordCount, hasAppRoot, hasScripts },
      { markdown: '', wordCount: 0, hasAppRoot: true, hasScripts: true },
    );
  });

  it('counts words in scripts without spaces', () => {
    assert.equal(extractPage('<p>これは日本語の文章です</p>', URL).wordCount, 6);
  });
});

describe('the facts of a page', () => {
  it('take the title without its white space', () => {
    assert.equal(extractPage('<title>\n A  title\n</title><p>x', URL).title, 'A title');
    assert.equal(extractPage('<meta property="og:title" content="Better"><title>Site</title>', URL).title, 'Better');
  });

  const permalinks: Array<[html: string, title: string]> = [
    ['<title>Slate ¶</title><p>x', 'Slate'],
    [
      '<title>Slate¶ — Quarry docs</title><h1>Slate<a class="headerlink" href="#slate">¶</a></h1>',
      'Slate — Quarry docs',
    ],
    ['<title>Slate of Wales # | Quarry docs</title><h1>Slate of Wales <a href="#slate">#</a></h1>', 'Slate of Wales'],
    ['<title>Slate of Wales | Quarry docs</title><h1><a href="#slate">#</a>Slate of Wales</h1>', 'Slate of Wales'],
    ['<title>Slate of Wales | Quarry docs</title><h1># Slate of Wales 🔗</h1>', 'Slate of Wales'],
    ['<h1><a class="anchor" href="https://example.com/a#slate">§</a> Slate</h1>', 'Slate'],
    ['<meta property="og:title" content="Slate #"><p>x', 'Slate'],
    ['<title>How to write C#</title><p>x', 'How to write C#'],
    ['<title>The #1 quarry - Slate</title><p>x', 'The #1 quarry - Slate'],
    ['<title>§ 12 of the Act</title><p>x', '§ 12 of the Act'],
  ];
  for (const [html, title] of permalinks) {
    it(`take the title without the mark of a permalink: ${html}`, () =>
      assert.equal(extractPage(html, URL).title, title));
  }

  it("join footnotes by the page's address, its own one and that of its base", () => {
    for (const head of [
      '<base href="/">',
      '<link rel="canonical" href="https://other.example/b">',
      '<base href="https://cdn.example/x/"><link rel="canonical" href="https://other.example/b">',
    ]) {
      const own = head.includes('canonical') ? 'https://other.example/b' : 'https://example.com/a/b';
      const html = `<head>${head}</head><main><p>${prose.repeat(4)}<sup><a href="${own}#fn1">1</a></sup> See <a href="${own}#fn1">the note on Penrhyn</a>.</p><ol><li id="fn1">By Penrhyn.</li></ol></main>`;
      const { markdown } = extractPage(html, 'https://example.com/a/b');
      assert.ok(markdown.includes(`[^1] See [the note on Penrhyn](${own}#fn1).\n\n[^1]: By Penrhyn.`), markdown);
    }
  });

  it('take the title without the name of the site', () => {
    assert.equal(
      extractPage('<title>How tides work | Harbour Times</title><h1>How tides work</h1>', URL).title,
      'How tides work',
    );
    assert.equal(
      extractPage('<meta property="og:site_name" content="Harbour Times"><title>Tides - Harbour Times</title>', URL)
        .title,
      'Tides',
    );
    assert.equal(
      extractPage('<title>Tides - an introduction</title><h1>News</h1>', URL).title,
      'Tides - an introduction',
    );
  });

  it('take the date from the address of the page', () => {
    assert.equal(extractPage('<p>x', 'https://example.com/2024/03/05/tides').publishedDate, '2024-03-05');
  });

  const dated: Array<[where: string, html: string, date: string | undefined]> = [
    [
      'JSON-LD',
      '<script type="application/ld+json">{"@graph":[{"datePublished":"2024-03-05T10:00:00+02:00"}]}</script>',
      '2024-03-05T08:00:00.000Z',
    ],
    ['a meta element', '<meta property="article:published_time" content="2024-03-05">', '2024-03-05'],
    ['the only time element', '<time datetime="2024-03-05T10:00">today</time>', '2024-03-05'],
    [
      'what is named after one beside the heading',
      '<h1>Tides</h1><div class="post-date">Posted on March 5th, 2024</div>',
      '2024-03-05',
    ],
    ['no comment beside the heading', '<h1>Tides</h1><div class="comment-date">March 5, 2024</div>', undefined],
    [
      'none of several time elements',
      '<time datetime="2024-03-05"></time><time datetime="2024-03-06"></time>',
      undefined,
    ],
  ];
  for (const [where, html, date] of dated) {
    it(`take the date from ${where}`, () => assert.equal(extractPage(html, URL).publishedDate, date));
  }
});

describe('a page whose text is not in its elements', () => {
  const sentences = Array.from(
    { length: 12 },
    (_, number) => `In the ${number + 1}th winter the harbour froze and the ships stayed where they were.`,
  );
  const shell = (data: string) =>
    `<html><head><title>Harbour</title></head><body><div id="root">Loading</div>${data}</body></html>`;
  const data: Array<[where: string, html: string]> = [
    [
      'the data that Next starts from',
      `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { post: { body: sentences.map((one) => `<p>${one}</p>`).join('') } } })}</script>`,
    ],
    [
      'the posts that Discourse preloads',
      `<div id="data-preloaded" data-preloaded="${JSON.stringify({
        topic_1: JSON.stringify({ posts: sentences.map((cooked) => ({ cooked: `<p>${cooked}</p>` })) }),
      })
        .replaceAll('&', '&amp;')
        .replaceAll('"', '&quot;')}"></div>`,
    ],
    [
      'an assignment to the window',
      `<script>window.__INITIAL_STATE__ = ${JSON.stringify({ article: { content: sentences.join('\n\n') } })};</script>`,
    ],
    [
      'the body that JSON-LD states',
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', articleBody: sentences.join('\n') })}</script>`,
    ],
    ['noscript', `<noscript>${sentences.map((one) => `<p>${one}</p>`).join('')}</noscript>`],
  ];
  for (const [where, html] of data) {
    it(`is read from ${where}`, () => {
      const { markdown, wordCount } = extractPage(shell(html), URL);
      assert.match(markdown, /In the 1th winter the harbour froze[^]*\n\nIn the 12th winter/);
      assert.ok(wordCount > 100, `${wordCount} words`);
    });
  }

  it('is not searched for data if it has a text of its own', () => {
    const html = `<main><p>${prose.repeat(10)}</p></main><script type="application/ld+json">${JSON.stringify({ articleBody: sentences.join(' ') })}</script>`;
    assert.doesNotMatch(extractPage(html, URL).markdown, /winter the harbour froze/);
  });

  it('is empty if the data is not JSON', () => {
    assert.equal(
      extractPage(shell('<script id="__NEXT_DATA__" type="application/json">{"body": "broken</script>'), URL).markdown,
      'Loading',
    );
  });
});
