import assert from 'node:assert/strict';
import { extractPage } from '../../../services/extract/extract-page.ts';

const prose = 'The harbour was built in the winter of the great storm, when nobody else would work outside. ';
const markdownOf = (body: string) =>
  extractPage(`<main><p>${prose.repeat(4)}</p>${body}</main>`, 'https://example.com/a/').markdown.replace(
    /^The harbour[^\n]*\n\n/,
    '',
  );

const cases: Array<[name: string, body: string, markdown: string]> = [
  ['code without a language', '<pre>a = 1\n\n  b</pre>', '```\na = 1\n\n  b\n```'],
  [
    'code whose language its wrapper tells',
    '<div class="highlight-source-js"><pre>let a</pre></div>',
    '```js\nlet a\n```',
  ],
  [
    'code without the numbers of its lines',
    '<pre><code class="language-py"><span class="lineno">1</span>import x\n<span class="lineno">2</span>x()</code></pre>',
    '```py\nimport x\nx()\n```',
  ],
  [
    'code that stands in a table beside its numbers',
    '<table><tr><td><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>',
    '```\na\nb\n```',
  ],
  ['code whose lines are elements', '<pre><code><div>a</div><div>b</div>c<br>d</code></pre>', '```\na\nb\nc\nd\n```'],
  [
    'code coloured by names that would be boilerplate elsewhere',
    '<pre><code><span class="comment"># note</span> <span class="tag">x</span></code></pre>',
    '```\n# note x\n```',
  ],
  [
    'formulas of MathML by their TeX',
    '<p>So <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math> grows.</p>',
    'So $x^2$ grows.',
  ],
  [
    'formulas of MathML without it',
    '<p>So <math><mfrac><mn>1</mn><msup><mi>x</mi><mn>2</mn></msup></mfrac></math> falls.</p>',
    'So $\\frac{1}{x^{2}}$ falls.',
  ],
  [
    'formulas of KaTeX once',
    '<p>So <span class="katex"><span class="katex-mathml"><math><semantics><mi>y</mi><annotation encoding="application/x-tex">y_i</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">yi</span></span> falls.</p>',
    'So $y_i$ falls.',
  ],
  [
    'formulas of MathJax in a line of their own',
    '<p>So</p><script type="math/tex; mode=display">a_b = c</script>',
    'So\n\n$$\na_b = c\n$$',
  ],
  [
    'formulas that are images',
    '<p>So <img class="latex" src="/latex.php?x" alt="\\alpha_1"> falls.</p>',
    'So $\\alpha_1$ falls.',
  ],
  [
    'images that load late',
    '<p><img src="data:image/gif;base64,R0" data-src="/late.jpg" alt="late"></p>',
    '![late](https://example.com/late.jpg)',
  ],
  [
    'the largest of several sizes',
    '<p><img srcset="/s.jpg 320w, /l.jpg 1280w" alt="large"></p>',
    '![large](https://example.com/l.jpg)',
  ],
  [
    'the image for readers without scripts',
    '<p><img src="/placeholder.gif" alt=""><noscript><img src="/real.jpg" alt="real"></noscript></p>',
    '![real](https://example.com/real.jpg)',
  ],
  [
    'no images within the page or of one pixel',
    '<p>Text<img src="data:image/png;base64,R0" alt="d"><img src="/count.gif" width="1" height="1"></p>',
    'Text',
  ],
  [
    'footnotes below the text',
    '<p>Built in 1770.<sup><a href="#fn1" id="r1">1</a></sup></p><ol><li id="fn1">By Penrhyn. <a href="#r1">↩</a></li></ol>',
    'Built in 1770.[^1]\n\n[^1]: By Penrhyn.',
  ],
  [
    'links of a table of contents as links',
    '<p>See <a href="#one">1</a>.</p><h2 id="one">One</h2>',
    'See [1](https://example.com/a/#one).\n\n## One',
  ],
  [
    'notes that are set apart as quotations',
    '<div class="admonition warning"><p class="admonition-title">Mind the tide</p><p>It rises.</p></div>',
    '> [!warning] Mind the tide\n> \n> It rises.',
  ],
  [
    'cells that span rows again in each of them',
    '<table><tr><th>City</th><th>Tide</th></tr><tr><td rowspan="2">Emden</td><td>3 m</td></tr><tr><td>4 m</td></tr></table>',
    '| City | Tide |\n| --- | --- |\n| Emden | 3 m |\n| Emden | 4 m |',
  ],
  [
    'cells that span columns once',
    '<table><tr><th colspan="2">Tides</th></tr><tr><td>Emden</td><td>3 m</td></tr></table>',
    '| Tides |  |\n| --- | --- |\n| Emden | 3 m |',
  ],
  [
    'the caption of a table above it',
    '<table><caption>Tides</caption><tr><td>Emden</td><td>3 m</td></tr><tr><td>Brest</td><td>7 m</td></tr></table>',
    'Tides\n\n| Emden | 3 m |\n| --- | --- |\n| Brest | 7 m |',
  ],
  [
    'a card that is one link by its heading',
    '<div><a href="/x"><div><h3>Slate</h3></div></a><p>Opened in 1770, and the largest of its time.</p></div><p>After.</p>',
    '### [Slate](https://example.com/x)\n\nOpened in 1770, and the largest of its time.\n\nAfter.',
  ],
  [
    'headings without the link to themselves',
    '<h2>Slate <a class="anchor" href="#slate">#</a></h2><p>Text.</p>',
    '## Slate\n\nText.',
  ],
  [
    'raised and lowered text with its meaning',
    '<p>It holds 2<sup>31</sup> m<sup>3</sup> of H<sub>2</sub>O, the 1<sup>st</sup> of 10<sup>-3</sup>, in <code>2<sup>8</sup></code>.</p><pre>2<sup>8</sup></pre>',
    'It holds 2^31 m³ of H2O, the 1st of 10^-3, in `2^8`.\n\n```\n2^8\n```',
  ],
  [
    'no marks of notes that stand elsewhere',
    '<p>Built in 1770<sup class="reference"><a href="https://example.com/wiki/Slate#cite_note-1">[1]</a></sup><sup class="reference">: 207 </sup> by Penrhyn.</p>',
    'Built in 1770 by Penrhyn.',
  ],
  [
    'code within lines as it was written',
    '<p>Use <code>SELECT * FROM <em>t</em></code>, <tt>run(<i>args</i>, *, _x_)</tt> and <code>Bearer &lt;key&gt;</code>.</p>',
    'Use `SELECT * FROM t`, `run(args, *, _x_)` and `Bearer <key>`.',
  ],
  ['code that holds backticks', '<p>Write <code>`a`</code> or <code>``</code>.</p>', 'Write `` `a` `` or ` `` `.'],
  ['code side by side as one', '<p><code>subprocess.</code><code>run</code> runs.</p>', '`subprocess.run` runs.'],
  [
    'signs of text that are no markup',
    '<p>Send &lt;key&gt; and R&amp;amp;D to snake_case, 2 * 3 or COUNT(*).</p>',
    'Send \\<key> and R\\&amp;D to snake_case, 2 * 3 or COUNT(\\*).',
  ],
  ['paragraphs that breaks part', '<p>One.<br><br>Two<br>lines.</p>', 'One.\n\nTwo  \nlines.'],
  [
    'terms above what they mean',
    '<dl><dt>Slate</dt><dd>A stone.</dd><dt><code>--all</code></dt><dd>Everything.</dd></dl>',
    '-   **Slate**\n\n    A stone.\n\n-   `--all`\n\n    Everything.',
  ],
  [
    'terms that elsewhere would be notes of a site',
    '<dl><dt>Share</dt><dd>A part.</dd><dt>Follow us</dt><dd>An order.</dd></dl>',
    '-   **Share**\n\n    A part.\n\n-   **Follow us**\n\n    An order.',
  ],
  [
    'signatures as code',
    '<dl class="py function"><dt class="sig sig-object py"><span class="sig-name descname">run</span><span class="sig-paren">(</span><em class="sig-param">args</em>, <em class="sig-param">*</em><span class="sig-paren">)</span><a class="headerlink" href="#run">¶</a></dt><dd><p>It runs.</p></dd></dl>',
    '-   `run(args, *)`\n\n    It runs.',
  ],
  [
    'code whose language MediaWiki tells',
    '<div class="mw-highlight mw-highlight-lang-python mw-content-ltr"><pre>x = 1</pre></div>',
    '```python\nx = 1\n```',
  ],
  [
    'code whose language Sphinx tells',
    '<div class="highlight-python3 notranslate"><div class="highlight"><pre>x = 1</pre></div></div>',
    '```python\nx = 1\n```',
  ],
  [
    'the sections of links that the text has',
    '<h2>See also</h2><ul><li><a href="/a">Schist</a></li><li><a href="/b">Shale</a></li></ul><p>See <a href="/c">Quarrying of slate</a> and <a href="/d">Roofing slates</a>.</p>',
    '## See also\n\n-   [Schist](https://example.com/a)\n-   [Shale](https://example.com/b)\n\nSee [Quarrying of slate](https://example.com/c) and [Roofing slates](https://example.com/d).',
  ],
  [
    'footnotes without the marks that lead back',
    '<p>Old.<sup id="r0"><a href="#n2">[2]</a></sup> Big.<sup id="r1"><a href="#n2">[2]</a></sup></p><ol><li id="n2">↑ <sup><a href="#r0">2.0</a></sup> <sup><a href="#r1">2.1</a></sup> <span>Smith, 2001.</span></li></ol>',
    'Old.[^1] Big.[^1]\n\n[^1]: Smith, 2001.',
  ],
  [
    'footnotes that no link joins to their marks',
    '<p>Built in 1770.<sup>1</sup> It is large.</p><p><sup>1</sup> By Penrhyn.</p>',
    'Built in 1770.[^1] It is large.\n\n[^1]: By Penrhyn.',
  ],
  [
    'footnotes whose links name the page by its absolute address',
    '<p>Built in 1770.<sup><a href="https://example.com/a/#fn1" id="r1">1</a></sup></p><ol><li id="fn1">By Penrhyn. <a href="https://example.com/a/#r1">↩</a></li></ol>',
    'Built in 1770.[^1]\n\n[^1]: By Penrhyn.',
  ],
  [
    'footnotes whose links name the page by its path',
    '<p>Built in 1770.<sup><a href="/a#fn1" id="r1">1</a></sup></p><ol><li id="fn1">By Penrhyn. <a href="/a?utm_source=x#r1">↩</a></li></ol>',
    'Built in 1770.[^1]\n\n[^1]: By Penrhyn.',
  ],
  [
    'no footnotes of links to another page',
    '<p>Built in 1770<a class="footnote" href="https://example.com/b#fn1">1</a> there.</p><ol><li id="fn1">By Penrhyn.</li></ol>',
    'Built in 1770[1](https://example.com/b#fn1) there.',
  ],
  [
    'headings without a link to their own absolute address',
    '<h2><a href="https://example.com/a/#slate">Slate</a></h2><p>Text.</p>',
    '## Slate\n\nText.',
  ],
  ...['¶', '#', '§', '🔗', '\u200b'].map((sign): [string, string, string] => [
    `headings without their permalink ${JSON.stringify(sign)}`,
    `<h2 id="slate">Slate<a class="headerlink" href="#slate" title="Link to this heading">${sign}</a></h2><h3><a href="https://example.com/a/#welsh">${sign}</a> Welsh slate</h3><p>Text.</p>`,
    '## Slate\n\n### Welsh slate\n\nText.',
  ]),
  [
    'headings without a mark that is no link yet',
    '<h2>Slate <span class="anchor" aria-hidden="true">¶</span></h2><p>Text.</p>',
    '## Slate\n\nText.',
  ],
  [
    'signs that are words of a heading',
    '<h2>How to write C#</h2><p>Text.</p><h3>§ 12 of the Act</h3><p>Text.</p><h3><code>#</code></h3><p>Text.</p>',
    '## How to write C#\n\nText.\n\n### § 12 of the Act\n\nText.\n\n### `#`\n\nText.',
  ],
  [
    'headings without the sign of an icon font',
    '<h2>Slate <a class="headerlink" href="#slate">\uf0c1</a></h2><p>Text.</p>',
    '## Slate\n\nText.',
  ],
  [
    'definitions within definitions, and terms that share one',
    '<dl><dt>-a</dt><dt>--all</dt><dd><p>How:</p><dl><dt>on</dt><dd>All.</dd></dl></dd></dl>',
    '-   **-a**\n\n    **--all**\n\n    How:\n\n    -   **on**\n\n        All.',
  ],
  ['lists within lists', '<ul><li>one<ol><li>two</li></ol></li></ul>', '-   one\n    1.  two'],
];

describe('Markdown', () => {
  for (const [name, body, markdown] of cases) {
    it(`has ${name}`, () => assert.equal(markdownOf(body), markdown));
  }

  it('holds at most 2,000 rows of a table', () => {
    const rows = '<tr><td>Emden</td><td>3 m</td></tr>'.repeat(2_500);
    assert.equal(markdownOf(`<table>${rows}</table>`).match(/^\| Emden/gm)?.length, 2_000);
  });
});
