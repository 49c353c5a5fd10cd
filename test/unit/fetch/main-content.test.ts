import assert from 'node:assert/strict';
import { extractPage } from '../../../services/extract/extract-page.ts';

const sentence = 'The harbour was built in the winter of the great storm, when nobody else would work outside.';
const text = `<p>${sentence}</p>`.repeat(8);
const markdownOf = (body: string, url = 'https://example.com/a') =>
  extractPage(`<html><body>${body}</body></html>`, url).markdown;
const article = (below: string) => markdownOf(`<article>${text}${below}</article>`);

describe('the main content', () => {
  it('includes the lead above it, outside its box', () => {
    const lead = 'A town on the coast looks back on two hundred and fifty years of work with stone.';
    const markdown = markdownOf(
      `<div><header><h1>Slate</h1><p class="lead">${lead}</p></header><div class="body">${text}</div></div>`,
    );
    assert.match(markdown, /A town on the coast[^]*The harbour was built/);
  });

  it('includes the content of boxes named sidebar or footer', () => {
    assert.match(
      markdownOf(`<div class="layout-sidebar"><div class="page-footer">${text}</div></div>`),
      /^The harbour/,
    );
  });

  it('is found by a second extraction if names mislead', () => {
    const columns = ['share-one', 'promo-two', 'related-three']
      .map((name) => `<div class="${name}"><p>${sentence} ${name}</p><p>${sentence}</p></div>`)
      .join('');
    assert.match(markdownOf(columns), /share-one[^]*promo-two[^]*related-three/);
  });

  it('includes each post of a forum', () => {
    const posts = Array.from(
      { length: 5 },
      (_, n) =>
        `<article class="post comment"><div class="userinfo">Member since 2001</div><p>Post number ${n}: ${sentence}</p></article>`,
    ).join('');
    const markdown = markdownOf(`<div>${posts}</div>`, 'https://forum.example.com/threads/1');
    for (const n of [0, 1, 2, 3, 4]) assert.match(markdown, new RegExp(`Post number ${n}`));
    assert.doesNotMatch(markdown, /Member since/);
  });

  it('includes each card of a list', () => {
    const cards = Array.from(
      { length: 12 },
      (_, n) => `<li><a href="/${n}"><h3>Harbour ${n}</h3></a><span>${n} ships</span></li>`,
    ).join('');
    const markdown = markdownOf(`<main><h1>Harbours</h1><ul>${cards}</ul></main>`);
    for (const n of [0, 11])
      assert.match(
        markdown,
        new RegExp(`### \\[Harbour ${n}\\]\\(https://example\\.com/${n}\\)\\n\\s*\\n\\s*${n} ships`),
      );
  });
});

describe('boilerplate around a text', () => {
  const after: Array<[what: string, html: string]> = [
    [
      'related links below it',
      '<h3>Related articles</h3><ul><li><a href="/1">UNWANTED one</a></li><li><a href="/2">UNWANTED two</a></li></ul>',
    ],
    ['the same in German', '<div><h3>Das könnte Sie auch interessieren</h3><a href="/1">UNWANTED Beitrag</a></div>'],
    ['the same in French', '<section><h2>À lire aussi</h2><a href="/1">UNWANTED article</a></section>'],
    ['the same in Japanese', '<div><h2>関連記事</h2><a href="/1">UNWANTED</a></div>'],
    ['what readers wrote below it', `<div id="comments"><p>UNWANTED ${sentence}</p></div>`],
    ['a way to leave a comment', '<h3>Leave a reply</h3><p>UNWANTED: your address is not shown.</p>'],
    ['the author', '<div class="author-box"><p>UNWANTED writes about stone.</p></div>'],
    ['a newsletter', '<div class="newsletter-signup"><p>UNWANTED mail every week.</p></div>'],
    ['ways to share it', '<div><span>Share on Facebook</span></div><ul class="social-links"><li>UNWANTED</li></ul>'],
    ['the credit of a picture', '<p>Foto: UNWANTED/dpa</p>'],
    ['a link between paragraphs to another text', '<p>Lesen Sie auch: <a href="/1">UNWANTED</a></p>'],
  ];
  for (const [what, html] of after) {
    it(`is ${what}`, () => {
      const markdown = article(html);
      assert.match(markdown, /outside\.$/);
      assert.doesNotMatch(markdown, /UNWANTED|Facebook/);
    });
  }

  it('is its date and author on lines of their own, but not within sentences', () => {
    const markdown = markdownOf(
      `<article><p>By Jane Miller</p><p>Published: March 5, 2024</p><p>5 min read</p>${text}<p>On March 5, 2024 the last ship left.</p></article>`,
    );
    assert.match(markdown, /^The harbour[^]*On March 5, 2024 the last ship left\.$/);
  });

  it('never includes a data table', () => {
    const table = '<table><tr><th>Day</th><th>Tide</th></tr><tr><td>March 5, 2024</td><td>3 m</td></tr></table>';
    assert.match(article(table), /\| March 5, 2024 \| 3 m \|$/);
  });
});

describe('hostile pages', () => {
  it('with an endless table are read up to its limit', () => {
    assert.match(
      markdownOf(`<table>${'<tr><td>a</td><td>b</td><td>c</td></tr>'.repeat(45_000)}</table>`),
      /^\| a \| b \| c \|\n/,
    );
  });

  // Lines like these made patterns of the same purpose try an exponential number of readings.
  const lines = ['on on on on ', 'share x ', 'Updated: on ', 'a, ', '12.12.2012 '].map((part) => part.repeat(20));

  it('with lines for exponential patterns are read', () => {
    assert.match(article(lines.map((line) => `<p>${line}!q</p>`).join('')), /^The harbour/);
  });

  it('keep the article of one sentence, however many comments follow', () => {
    const comments = Array.from(
      { length: 12 },
      (_, number) =>
        `<li class="comment" id="comment-${number}"><div class="comment-content"><p>Comment number ${number} says more than the post itself does, and goes on for a while. And then it says it all once more.</p></div></li>`,
    );
    const page = `<body class="single"><article class="post hentry"><h1 class="entry-title">We have moved</h1><div class="entry-content"><p>Our office moved to Leipzig on Monday.</p></div></article><div id="comments" class="comments-area"><ol class="comment-list">${comments.join('')}</ol></div></body>`;
    assert.equal(
      extractPage(page, 'https://blog.example/').markdown,
      '# We have moved\n\nOur office moved to Leipzig on Monday.',
    );
  });
});
