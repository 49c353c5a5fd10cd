import assert from 'node:assert/strict';
import { canonicalUrl, siteName } from '../../../services/url/canonical-url.ts';

describe('the canonical URL', () => {
  const same: Array<[one: string, other: string]> = [
    ['http://example.com/a', 'https://example.com/a'],
    ['https://www.example.com/a', 'https://example.com/a'],
    ['https://EXAMPLE.com/a', 'https://example.com/a'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/a/', 'https://example.com/a'],
    ['https://example.com/a#part', 'https://example.com/a'],
    ['https://example.com/a?utm_source=x&UTM_Medium=y', 'https://example.com/a'],
    ['https://example.com/a?fbclid=1&id=2&gclid=3', 'https://example.com/a?id=2'],
    ['https://example.com:443/a', 'http://example.com:80/a'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://example.com/a?', 'https://example.com/a'],
  ];
  for (const [one, other] of same) {
    it(`of ${one} is that of ${other}`, () => assert.equal(canonicalUrl(one), canonicalUrl(other)));
  }

  const different: Array<[one: string, other: string]> = [
    ['https://example.com/a', 'https://example.com/b'],
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/a?id=1', 'https://example.com/a?id=2'],
    ['https://example.com/', 'https://news.example.com/'],
    ['https://example.com:8443/', 'https://example.com/'],
    ['https://www.com/', 'https://com/'],
  ];
  for (const [one, other] of different) {
    it(`of ${one} is not that of ${other}`, () => assert.notEqual(canonicalUrl(one), canonicalUrl(other)));
  }

  it('names a site by its host', () => assert.equal(siteName('https://www.example.com/x'), 'example.com'));
});
