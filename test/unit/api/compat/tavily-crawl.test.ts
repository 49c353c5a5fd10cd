import assert from 'node:assert/strict';
import { crawl } from '../../../../api/compat/tavily-crawl.ts';
import type { CallOperation } from '../../../../api/operations/calls/call-in-process.ts';

const TEXT = 'a'.repeat(1024 * 1024);

/** A crawl of many long pages that has ended. @param parts of its list of pages that were read */
function longCrawl(parts: Array<Record<string, string> | undefined>): CallOperation {
  return async (operationId, { query }) => {
    if (operationId === 'listDocuments') return { document: { text: TEXT } };
    if (operationId !== 'listCrawlPages') return { crawl: { id: 'crawl_1', stop_reason: 'done' } };
    parts.push(query);
    const pages = Array.from({ length: 25 }, () => ({ url: 'https://a.example/', document_url: 'https://a.example/' }));
    return { pages, next: String(parts.length) };
  };
}

describe("Tavily's crawl", () => {
  it('gives as many pages as a response can hold', async () => {
    const parts: Array<Record<string, string> | undefined> = [];
    const { results } = await crawl({
      input: { url: 'https://a.example/', limit: 1_000 },
      params: {},
      query: new URLSearchParams(),
      call: longCrawl(parts),
      requestId: 'req_1',
      signal: new AbortController().signal,
    });
    assert.ok(Array.isArray(results));
    assert.deepEqual([results.length, parts.length], [32, 2]);
  });
});
