import assert from 'node:assert/strict';
import { citedUnits } from '../../../../services/answer/text/compose.ts';
import { citableUrl, escapeCell, escapeMarkdown, markdownLink } from '../../../../services/text/markdown/markdown.ts';

// An escaped character ends nothing, so it is stepped over.
const LINK = /\\.|\]\(([^)]*)\)/g;
const linksIn = (markdown: string) =>
  Array.from(markdown.matchAll(LINK), ([, url]) => url).filter((url) => url !== undefined);

describe('text in Markdown', () => {
  const escaped: Array<[text: string, markdown: string]> = [
    ['plain words, 5.5 % (in all) - fine!', 'plain words, 5.5 % (in all) - fine!'],
    ['[x](https://evil.example)', String.raw`\[x\](https\://evil.example)`],
    ['<script>alert(1)</script>', String.raw`\<script\>alert(1)\</script\>`],
    ['**bold** and `code`', String.raw`\*\*bold\*\* and \`code\``],
    ['_emphasis_ but snake_case', String.raw`\_emphasis\_ but snake_case`],
    ['see www.evil.example or mail a@evil.example', String.raw`see www\.evil.example or mail a\@evil.example`],
    ['# no heading', String.raw`\# no heading`],
    ['- no item', String.raw`\- no item`],
    ['1. no item', String.raw`1\. no item`],
    ['&lt;b&gt; & more', '&amp;lt;b&amp;gt; & more'],
    ['a | b', 'a | b'],
    ['| a | b', String.raw`\| a \| b`],
    ['a | b\n--- | ---', 'a \\| b\n--- \\| ---'],
    [String.raw`a \] b`, String.raw`a \\\] b`],
  ];
  for (const [text, markdown] of escaped) {
    it(`is ${JSON.stringify(text)} without its markup`, () => assert.equal(escapeMarkdown(text), markdown));
  }
});

describe('text in a table cell', () => {
  for (const [text, cell] of [
    ['a | b', String.raw`a \| b`],
    ['| a', String.raw`\| a`],
    [String.raw`a\|b`, String.raw`a\\\|b`],
    ['a `c|d` | e', String.raw`a \`c\|d\` \| e`.replaceAll('\\`', '`')],
  ] as const)
    it(`has no bar that ends it: ${text}`, () => assert.equal(escapeCell(text), cell));
});

describe('a link to a source', () => {
  const hostileNames = [
    'a](https://evil.example) [b',
    '](javascript:alert(1))',
    'line\nbreak',
    '<img src=x>',
    '`',
    '\\',
    '![x](https://evil.example/p.png)',
    '',
  ];
  for (const name of hostileNames) {
    it(`has only the source as its target with the name ${JSON.stringify(name)}`, () => {
      assert.deepEqual(linksIn(markdownLink(name, 'https://good.example/')), ['https://good.example/']);
    });
  }

  const hostileUrls = [
    'https://good.example/a) [x](javascript:alert(1)',
    'https://good.example/a b',
    'https://good.example/"onclick="x',
    'https://good.example/<b>',
    'https://good.example/a\\)b',
  ];
  for (const url of hostileUrls) {
    it(`is one link to ${url}`, () => assert.deepEqual(linksIn(markdownLink('Good', url)), [citableUrl(url)]));
    it(`has the target of ${url}`, () => assert.equal(new URL(citableUrl(url)).hostname, new URL(url).hostname));
  }

  it('keeps an ordinary address', () => {
    const url = 'https://example.com/a-b_c/d.html?x=1&y=%20z#part';
    assert.equal(citableUrl(url), url);
  });
  it('names the host if the source has no name', () => {
    assert.equal(markdownLink('  ', 'https://good.example/'), '[good.example](https://good.example/)');
  });
});

describe('a composed answer', () => {
  const source = { url: 'https://a.example/x', name: 'A Site', title: '', passages: [] };
  const cited = (text: string) =>
    citedUnits([{ unit: { kind: 'sentence', text, block: 0, place: 0 }, source }]).join('');
  it('cites each sentence before its full stop', () => {
    assert.equal(cited('Herons eat fish.'), 'Herons eat fish ([A Site](https://a.example/x)).');
    assert.equal(cited('Do they? Yes!'), 'Do they? Yes! ([A Site](https://a.example/x))');
  });
});
