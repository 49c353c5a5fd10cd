import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { milliseconds, quantile, timings, withService } from '../harness/service.ts';

const CALLS = 100;
const WARM_UP = 10;
const PAGE = `<!doctype html><title>Slate</title><main><article><h1>Slate</h1>${'<p>The Penrhyn slate quarry in Wales was opened in 1770 and was once the largest in the world.</p>'.repeat(60)}</article></main>`;

/** A fetch of a loopback page through the whole service, compared with the bare download of the same page. */
export async function benchFetch(): Promise<string[]> {
  const site = createServer(
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
  );
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  try {
    return await withService(async (service) => {
      const fetchPage = (n: number) => service.post('/v1/fetch', { urls: [`${url}?${n}`] });
      await timings(WARM_UP, fetchPage);
      const bare = await timings(CALLS, () => fetch(url).then((response) => response.text()));
      const taken = await timings(CALLS, fetchPage);
      const above = quantile(taken, 0.5) - quantile(bare, 0.5);
      return [
        `fetch of a loopback page: p50 ${milliseconds(above)} above the bare download of ${milliseconds(quantile(bare, 0.5))} (target 60 ms); p95 ${milliseconds(quantile(taken, 0.95))}`,
      ];
    });
  } finally {
    site.close();
  }
}
