import assert from 'node:assert/strict';
import { urlsNamed, withoutUrls } from '../../../../services/research/questions/named-urls.ts';

describe('URLs in a query', () => {
  const named: Array<[string, string[]]> = [
    ['Is it at https://example.com/wiki/Mercury_(planet)?', ['https://example.com/wiki/Mercury_(planet)']],
    ['It is (see https://example.com/a).', ['https://example.com/a']],
    ['It is (see https://example.com/wiki/Mercury_(planet)).', ['https://example.com/wiki/Mercury_(planet)']],
    ['[here](https://example.com/a(b)c)', ['https://example.com/a(b)c']],
    ['see https://example.com/x[1], or https://example.com/y]', ['https://example.com/x[1]', 'https://example.com/y']],
    [
      "https://example.com/it's-here and 'https://example.com/b'",
      ["https://example.com/it's-here", 'https://example.com/b'],
    ],
    [
      '“https://example.com/page” and ‘https://example.com/other’',
      ['https://example.com/page', 'https://example.com/other'],
    ],
    ['読む https://example.com/a。次は「https://example.com/b」', ['https://example.com/a', 'https://example.com/b']],
    ['https://example.com/a|b and | https://example.com/c|', ['https://example.com/a|b', 'https://example.com/c']],
    ['HTTPS://Example.com/É?q=1&r=%20#top!', ['HTTPS://Example.com/É?q=1&r=%20#top']],
    ['https://example.com/a, https://example.com/a; https://example.com/a', ['https://example.com/a']],
    ['ftp://example.com and example.com', []],
  ];
  for (const [query, urls] of named) {
    it(`are found in: ${query}`, () => assert.deepEqual(urlsNamed(query), urls));
  }

  it('are found in linear time', () => {
    assert.deepEqual(urlsNamed(`https://a.example/${')'.repeat(300_000)}`), ['https://a.example/']);
    assert.deepEqual(
      urlsNamed(`https://a.example/${'(]'.repeat(100_000)}${')'.repeat(300_000)}`).map((url) => url.length),
      [18 + 200_000 + 100_000],
    );
  });

  it('are removed from the sentence', () => {
    assert.equal(
      withoutUrls('How deep is it according to https://example.com/wiki/Mercury_(planet)?'),
      'How deep is it according to  ',
    );
  });
});
