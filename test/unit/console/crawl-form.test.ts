import assert from 'node:assert/strict';
import { crawlRequest, EMPTY_CRAWL } from '../../../console/crawls/crawl-form.ts';

describe('the form of a crawl in the console', () => {
  it('sends what was typed, a line for each address and path', () => {
    const form = { ...EMPTY_CRAWL, urls: ' https://a.example.com/ \n\nhttps://b.example.com/', include: '/docs/**' };
    assert.deepEqual(crawlRequest({ ...form, maxPages: '50', collection: ' handbook ', refresh: '1d' }), {
      urls: ['https://a.example.com/', 'https://b.example.com/'],
      max_pages: 50,
      max_depth: 10,
      include: ['/docs/**'],
      collection: 'handbook',
      refresh: '1d',
    });
  });

  it('leaves out what is empty', () => {
    const urls = 'https://a.example.com/';
    assert.deepEqual(crawlRequest({ ...EMPTY_CRAWL, urls, maxPages: '', maxDepth: ' ' }), { urls: [urls] });
  });
});
