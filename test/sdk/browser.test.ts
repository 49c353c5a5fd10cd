import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { launchConsoleBrowser } from '../../bench/harness/console-browser.ts';
import type { TestQuarry } from '../support/quarry.ts';
import { assertToured, bundled, startTouredQuarry, tourOptions } from './web-tour-scene.ts';
import type { TourResult } from './web-tour.ts';

const PROGRAM = `import { tour } from './web-tour.ts'; globalThis.tour = tour;`;

describe('the SDK over REST, in Chromium', function () {
  this.timeout(60_000);
  let browser: Browser;
  let quarry: TestQuarry;
  let program: string;
  let allowed: Server;
  let other: Server;
  before(async function () {
    const launched = await launchConsoleBrowser();
    if (!launched) return this.skip();
    browser = launched;
    [allowed, other] = await Promise.all([servePage(), servePage()]);
    [quarry, program] = await Promise.all([
      startTouredQuarry({ QUARRY_ALLOWED_ORIGINS: originOf(allowed) }),
      bundled(PROGRAM, 'iife'),
    ]);
  });
  after(async () => {
    await browser?.close();
    for (const server of [allowed, other]) server?.close();
    await quarry?.stop();
  });

  /** The tour in a page at that address. */
  async function touredAt(address: string): Promise<TourResult> {
    const page = await browser.newPage();
    try {
      await page.goto(address);
      await page.evaluate(program);
      return await page.evaluate<TourResult>(`tour(${JSON.stringify(tourOptions(quarry))})`);
    } finally {
      await page.close();
    }
  }

  it("works in a page of the service's origin", async () => assertToured(await touredAt(`${quarry.url}/healthz`)));

  it('works in a page of an origin that the operator allows', async () =>
    assertToured(await touredAt(originOf(allowed))));

  it('tells a page of any other origin that the service cannot be reached', async () => {
    await assert.rejects(touredAt(originOf(other)), /the connection failed: Failed to fetch/);
  });
});

async function servePage(): Promise<Server> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>An application</title>'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
