import assert from 'node:assert/strict';
import { createPerHost } from '../../../../services/fetch/per-host.ts';
import type { PageResult } from '../../../../services/fetch/read-page.ts';
import { previewPages } from '../../../../services/monitors/preview-pages.ts';

const now = () => new Date('2026-11-25T09:30:00.000Z');

/** A host whose page at `/` is there, and whose other pages never come. */
async function readPage(url: string, signal: AbortSignal): Promise<PageResult> {
  if (!url.endsWith('/'))
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const markdown = 'Petrels are back.';
  return { status: 'ok', finalUrl: url, httpStatus: 200, contentType: 'text/html', fetchedAt: now(), markdown };
}

const deps = { readPage, robotsOf: async () => undefined, hostTurns: createPerHost(1), clock: { now } };
const pages = ['/', '/a', '/b', '/c', '/d', '/e'].map((path) => ({
  given: { url: `https://birds.example${path}` },
  identity: path,
}));

describe('a preview of pages', () => {
  it('ends with those that were read in its time', async () => {
    const previewed = await previewPages(
      { ...deps, withinMs: 300 },
      { orgId: 'org_a', pages },
      new AbortController().signal,
    );
    assert.deepEqual(
      previewed.map(({ status, errorCode, content }) => [status, errorCode, content]),
      [['ok', null, 'Petrels are back.'], ...pages.slice(1).map(() => ['failed', 'timeout', ''])],
    );
  });

  it('ends when its caller has gone', async () => {
    const caller = new AbortController();
    const previewed = previewPages(deps, { orgId: 'org_a', pages }, caller.signal);
    caller.abort(new Error('gone'));
    await assert.rejects(previewed, /gone/);
  });
});
