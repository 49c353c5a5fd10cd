import { answer, html, page, prose, type Hostile } from './hostile.ts';

const MIB = 1024 * 1024;
const READ = ['ok', 'extraction_failed', 'url_not_accessible'];
const plain = { 'content-type': 'text/plain' };
const json = { 'content-type': 'application/json' };
const xml = { 'content-type': 'application/xml' };
const feed = { 'content-type': 'application/rss+xml' };
const of = (charset: string) => ({ 'content-type': `text/html; charset=${charset}` });
const fill = (text: string, bytes = 9 * MIB) => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
const nested = (name: string, depth: number) => `${`<${name}>`.repeat(depth)}${prose}${`</${name}>`.repeat(depth)}`;
const LAUGHS = Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('');
const laughs = (root: string, text: string) =>
  `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha">${LAUGHS}]><${root}>${text}</${root}>`;

// Markup that is large, deep or written to make parsers slow.
const kinds: Hostile[] = [
  { name: '20,000 nested elements', gives: READ, serve: page(() => nested('div', 20_000)) },
  { name: '20,000 nested tables', gives: READ, serve: page(() => nested('table><tr><td', 20_000)) },
  { name: '5,000 nested lists', gives: READ, serve: page(() => nested('ul><li', 5_000)) },
  { name: '5,000 nested quotations', gives: READ, serve: page(() => nested('blockquote', 5_000)) },
  { name: '100,000 nested marks of emphasis', gives: READ, serve: page(() => nested('b><i', 100_000)) },
  {
    name: '200,000 links',
    gives: READ,
    serve: page(() => Array.from({ length: 200_000 }, (_, n) => `<a href="/${n}">link ${n}</a>`).join(' ')),
  },
  { name: 'a million paragraphs', gives: READ, serve: page(() => '<p>a'.repeat(1_000_000)) },
  {
    name: 'a table of 100,000 rows',
    gives: READ,
    serve: page(() => `<table>${'<tr><td>a<td>b<td>c</tr>'.repeat(100_000)}</table>`),
  },
  {
    name: 'a table of 100,000 columns',
    gives: READ,
    serve: page(() => `<table><tr>${'<td>a'.repeat(100_000)}</table>${prose}`),
  },
  {
    name: 'cells that span 65,534 rows and 1,000 columns',
    gives: READ,
    serve: page(
      () => `${prose}<table>${'<tr><td rowspan=65534 colspan=1000>a<td rowspan=65534>b'.repeat(500)}</table>`,
    ),
  },
  { name: 'an attribute of 9 MiB', gives: READ, serve: page(() => `<p title="${fill('x')}">${prose}`) },
  {
    name: 'a million attributes of one element',
    gives: READ,
    serve: page(() => `<p ${Array.from({ length: 600_000 }, (_, n) => `a${n}=b`).join(' ')}>${prose}`),
  },
  {
    name: 'a class name of a million words',
    gives: READ,
    serve: page(() => `<div class="${'nav share '.repeat(200_000)}">${prose}</div>`),
  },
  { name: 'a title of 5 MiB', gives: READ, serve: page(() => `<title>${fill('log in to ', 5 * MIB)}</title>${prose}`) },
  { name: '9 MiB of "<"', gives: READ, serve: page(() => fill('<')) },
  { name: '9 MiB of "<a "', gives: READ, serve: page(() => fill('<a ')) },
  { name: '9 MiB of "&"', gives: READ, serve: page(() => fill('&')) },
  { name: '9 MiB of entities', gives: READ, serve: page(() => `<p>${fill('&amp;&#60;&notit;')}`) },
  { name: 'comments before the root', gives: READ, serve: page(() => `${'<!---->'.repeat(200)}${prose}`) },
  { name: '9 MiB of comments that never end', gives: READ, serve: page(() => `${prose}${fill('<!--')}`) },
  { name: '9 MiB of CDATA marks', gives: READ, serve: page(() => `${prose}${fill('<![CDATA[')}`) },
  { name: '9 MiB of spaces in a paragraph', gives: READ, serve: page(() => `${prose}<p>a${fill(' ')}b`) },
  { name: '9 MiB of line breaks', gives: READ, serve: page(() => `${prose}${fill('<br>\n')}`) },
  { name: 'one word of 9 MiB', gives: READ, serve: page(() => `<p>${fill('x')}`) },
  { name: '9 MiB of preformatted backticks', gives: READ, serve: page(() => `<pre>${fill('`')}</pre>`) },
  { name: '9 MiB of Markdown marks', gives: READ, serve: page(() => `<p>${fill('*_[]()#-')}`) },
  { name: '9 MiB of hyphens and dates', gives: READ, serve: page(() => `${prose}<p>${fill('- 2024-01-01 by ')}`) },
  {
    name: 'a number of 100,000 items',
    gives: READ,
    serve: page(() => `<ol>${'<li>item of the list'.repeat(100_000)}</ol>`),
  },
  {
    name: '100,000 footnotes',
    gives: READ,
    serve: page(() =>
      Array.from({ length: 50_000 }, (_, n) => `<a href="#fn${n}"><sup>${n}</sup></a><li id="fn${n}">note</li>`).join(
        '',
      ),
    ),
  },
  {
    name: '50,000 formulas',
    gives: READ,
    serve: page(() => prose + '<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>'.repeat(50_000)),
  },
  {
    name: 'a formula 10,000 deep',
    gives: READ,
    serve: page(() => `${prose}<math>${'<msqrt><mrow>'.repeat(10_000)}<mi>x</mi></math>`),
  },
  { name: 'images of data', gives: READ, serve: page(() => `${prose}<img src="data:image/png;base64,${fill('A')}">`) },
  { name: 'a base that is no URL', gives: READ, serve: page(() => `<base href="http://[">${prose}<a href="x">y</a>`) },
  {
    name: 'embedded data 100,000 deep',
    gives: READ,
    serve: page(
      () => `<script type="application/ld+json">${'['.repeat(100_000)}${']'.repeat(100_000)}</script>${prose}`,
    ),
  },
  {
    name: 'embedded data of 8 MiB',
    gives: READ,
    serve: page(
      () =>
        `<script id="__NEXT_DATA__" type="application/json">{"a":[${'{"b":"some words of text"},'.repeat(300_000)}0]}</script>`,
    ),
  },
  {
    name: '1,000 refreshes',
    gives: READ,
    serve: page(() => `${'<meta http-equiv="refresh" content="0;url=/">'.repeat(1_000)}${prose}`),
  },
  {
    name: '9 MiB of zero bytes',
    gives: [...READ, 'unsupported_content_type'],
    serve: page(() => Buffer.alloc(9 * MIB)),
  },
  { name: 'text: 9 MiB of short words', gives: ['ok'], serve: page(() => fill('a '), plain) },
  {
    name: 'text: 9 MiB of spaces around a word',
    gives: ['ok'],
    serve: page(() => `${fill(' ', 4 * MIB)}a${fill(' ', 4 * MIB)}b`, plain),
  },
  {
    name: 'text: half surrogates and zeros',
    gives: ['ok', 'unsupported_content_type'],
    serve: page(() => Buffer.from(`words \ud800 and more\n${'\u0000x'.repeat(1000)}`, 'utf16le'), {
      'content-type': 'text/plain; charset=utf-16le',
    }),
  },
  {
    name: 'text: random bytes',
    gives: ['ok', 'unsupported_content_type'],
    serve: page(() => Buffer.from(Array.from({ length: MIB }, (_, n) => (n * 2_654_435_761) >>> 24)), plain),
  },
  { name: 'JSON 100,000 deep', gives: ['ok'], serve: page(() => '['.repeat(100_000) + ']'.repeat(100_000), json) },
  { name: 'JSON: 9 MiB of opening brackets', gives: ['ok'], serve: page(() => fill('['), json) },
  { name: 'JSON: 9 MiB of backticks', gives: ['ok'], serve: page(() => fill('`'), json) },
  { name: 'XML with a billion laughs', gives: ['ok'], serve: page(() => laughs('x', '&a30;'), xml) },
  {
    name: 'a feed with a billion laughs',
    gives: ['ok', 'extraction_failed'],
    serve: page(
      () =>
        laughs(
          'rss',
          '<channel><title>&a30;</title><item><title>x</title><description>&a30;</description></item></channel>',
        ),
      feed,
    ),
  },
  {
    name: 'a feed that names a file',
    gives: ['ok', 'extraction_failed'],
    serve: page(
      () =>
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><rss><channel><title>T</title><item><title>x</title><description>&f;</description></item></channel></rss>',
      feed,
    ),
  },
  {
    name: 'a feed of 100,000 entries',
    gives: ['ok'],
    serve: page(
      () =>
        `<rss><channel>${'<item><title>t</title><link>https://a.example/</link><description>&lt;p&gt;x</description></item>'.repeat(90_000)}</channel></rss>`,
      feed,
    ),
  },
  {
    name: 'a feed 100,000 deep',
    gives: ['ok', 'extraction_failed'],
    serve: page(() => `<rss><channel>${'<item>'.repeat(100_000)}`, feed),
  },
  {
    name: 'a feed whose one entry has 8 MiB',
    gives: ['ok', 'extraction_failed'],
    serve: page(
      () => `<rss><channel><item><description>${fill('&lt;div&gt;', 8 * MIB)}</description></item></channel></rss>`,
      feed,
    ),
  },
  { name: 'UTF-16 that is ASCII', gives: READ, serve: page(() => prose, of('utf-16')) },
  {
    name: 'a character set that decodes to nothing',
    gives: ['extraction_failed', 'ok'],
    serve: page(() => prose, of('iso-2022-kr')),
  },
  { name: 'a character set that nobody knows', gives: ['ok'], serve: page(() => prose, of('klingon')) },
  { name: 'UTF-8 that is none', gives: READ, serve: page(() => Buffer.alloc(2 * MIB, 0xf5), of('utf-8')) },
  { name: '9 MiB of GB18030', gives: READ, serve: page(() => Buffer.alloc(9 * MIB, 0xb0), of('gb18030')) },
  { name: '9 MiB of ISO-2022-JP escapes', gives: READ, serve: page(() => fill('\u001b$B\u001b(B'), of('iso-2022-jp')) },
  { name: '9 MiB of broken Shift_JIS', gives: READ, serve: page(() => Buffer.alloc(9 * MIB, 0x81), of('shift_jis')) },
  {
    name: 'a picture that is sent as a page',
    gives: READ,
    serve: (socket) =>
      answer(socket, html, Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100_000, 7)])),
  },
];

/** The extractor gives a page 5 s of its own before it gives the page up. */
export const documents: Hostile[] = kinds.map((kind) => ({ budgetMs: 9_000, ...kind }));
