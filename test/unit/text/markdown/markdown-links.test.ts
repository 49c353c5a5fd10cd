import assert from 'node:assert/strict';
import { cleansePassage } from '../../../../services/page-text/cleanse-passage.ts';
import { linksIn } from '../../../../services/text/markdown/markdown-links.ts';
import { plainText } from '../../../../services/text/markdown/plain-text.ts';

describe('links of a Markdown text', () => {
  const links: Array<[string, string, string]> = [
    [
      '[Mercury](https://example.com/wiki/Mercury_\\(element\\))',
      'Mercury',
      'https://example.com/wiki/Mercury_(element)',
    ],
    ['[Mercury](https://example.com/wiki/Mercury_(element))', 'Mercury', 'https://example.com/wiki/Mercury_(element)'],
    ['[the page](<https://example.com/a b>)', 'the page', 'https://example.com/a b'],
    ['[the page](https://example.com/a "its title")', 'the page', 'https://example.com/a'],
    ['[a \\[b\\]](https://example.com/a\\_b)', 'a \\[b\\]', 'https://example.com/a_b'],
  ];
  for (const [markdown, text, url] of links) {
    it(`are read and removed whole: ${markdown}`, () => {
      assert.deepEqual(linksIn(`See ${markdown}.`), [{ text, url }]);
      const words = text.replaceAll('\\', '');
      assert.equal(
        plainText(`See ${markdown}, and ![a picture]${markdown.slice(markdown.lastIndexOf('](') + 1)}.`).includes(
          'https',
        ),
        false,
      );
      assert.equal(plainText(`See ${markdown}.`), `See ${words}.`);
      if (!text.includes('[')) assert.equal(cleansePassage(`See ${markdown}.`), `See ${words}.`);
    });
  }

  it('exclude images and escaped links', () => {
    assert.deepEqual(linksIn('![alt](https://example.com/a.png) \\[no](https://example.com/b)'), []);
  });

  it('are found in linear time', () => {
    for (const piece of ['[a](', '[a](((', '[', '](', '[a](x[', '[a](\\', '[a](<', '[a](b "']) {
      const text = piece.repeat(20_000);
      linksIn(text);
      plainText(text);
    }
  });
});
