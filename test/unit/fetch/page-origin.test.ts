import assert from 'node:assert/strict';
import { extractPage } from '../../../services/extract/extract-page.ts';

const URL_OF_PAGE = 'https://example.com/tides?utm_source=x';
const read = (head: string, body = '', attributes = '') =>
  extractPage(
    `<!doctype html><html ${attributes}><head>${head}</head><body>${body}<article><p>The sea rises twice a day, and twice a day it falls again.</p></article></body></html>`,
    URL_OF_PAGE,
  );

describe('the declared origin of a page', () => {
  const authors: Array<[what: string, head: string, body: string, author: string | undefined]> = [
    [
      'JSON-LD with a person',
      '<script type="application/ld+json">{"@type":"Article","author":{"@type":"Person","name":"Ada Br\\u00e9nn"}}</script>',
      '',
      'Ada Brénn',
    ],
    [
      'JSON-LD with a list',
      '<script type="application/ld+json">{"author":[{"name":"Ada Brenn"},{"name":"B. Kelmar"}]}</script>',
      '',
      'Ada Brenn',
    ],
    ['broken JSON-LD', '<script type="application/ld+json">{"author":"Ada Brenn",,}</script>', '', 'Ada Brenn'],
    ['metadata', '<meta name="author" content=" By Ada  Brenn ">', '', 'Ada Brenn'],
    ['a marked link', '', '<a rel="author" href="/ada">Ada Brenn</a>', 'Ada Brenn'],
    [
      'the address of a profile',
      '<meta property="article:author" content="https://www.facebook.com/ada">',
      '',
      undefined,
    ],
    ['nothing', '', '', undefined],
  ];
  for (const [what, head, body, author] of authors) {
    it(`has its author from ${what}`, () => assert.equal(read(head, body).author, author));
  }

  const languages: Array<[what: string, head: string, attributes: string, language: string | undefined]> = [
    ['its root', '', 'lang="DE-at"', 'de-AT'],
    ['the locale of its card', '<meta property="og:locale" content="pt_BR">', '', 'pt-BR'],
    ['the header that it repeats', '<meta http-equiv="Content-Language" content="fr">', '', 'fr'],
    ['a tag that is none', '', 'lang="not a tag"', undefined],
  ];
  for (const [what, head, attributes, language] of languages) {
    it(`has its language from ${what}`, () => assert.equal(read(head, '', attributes).language, language));
  }

  const addresses: Array<[what: string, head: string, address: string | undefined]> = [
    ['a relative link', '<link rel="canonical" href="/tides">', 'https://example.com/tides'],
    [
      'the address of its card',
      '<meta property="og:url" content="https://example.com/tides">',
      'https://example.com/tides',
    ],
    ['a link that is no address of the web', '<link rel="canonical" href="javascript:alert(1)">', undefined],
  ];
  for (const [what, head, address] of addresses) {
    it(`has its own address from ${what}`, () => assert.equal(read(head).canonicalUrl, address));
  }
});
