/**
 * Runs inside a network namespace in which every address is local: asks the product for what it must and must not reach,
 * and prints what arrived. Its standard output is one line of JSON, `CanaryReport`.
 */
import { getServers } from 'node:dns';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEgress, type Egress } from '../../../services/egress/egress.ts';
import { createGate } from '../../../services/egress/gate.ts';
import { createBrowser, type Browser } from '../../../services/fetch/browser/browser.ts';
import type { Isolation } from '../../../services/fetch/browser/isolation.ts';
import { ORIGIN, PUBLIC_IPV4, PUBLIC_IPV6 } from './addresses.ts';
import { BROWSER_KINDS, browserPage, controlPage } from './browser-pages.ts';
import { startDnsServer } from './dns-server.ts';
import { flips, type Flip } from './flips.ts';
import { startCanary, type Arrival } from './listener.ts';
import { REFUSED_NAMES, REFUSED_URLS } from './urls.ts';

export interface Asked {
  /** `answered`, or the code of the refusal; of the browser: `rendered` or the like. */
  outcome: string;
  /** Who came meanwhile, the origin of redirects and pages left out where it is expected. */
  arrivals: Arrival[];
}

export type CanaryReport = Record<string, Asked>;

const WITHIN_MS = 12_000;
/** As many as the browser takes; who came is taken down for all of them together. */
const AT_ONCE = 4;
const FLIPS = flips(`http://${ORIGIN}`);
const FLIP_PAGES = new Map(FLIPS.map(({ hostname, page }) => [hostname, page]));
/** For what a page sets going after it was read. */
const STRAGGLERS_MS = 300;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? '/';
  const [, target] = /^\/to\?(.*)$/s.exec(url) ?? [];
  const [, flip] = /^\/flip\?(.*)$/.exec(url) ?? [];
  const [, way, kind] = /^\/(kind|control)\?(.*)$/.exec(url) ?? [];
  if (target !== undefined) {
    response.writeHead(302, { location: Buffer.from(decodeURIComponent(target)).toString('latin1') }).end();
  } else if (kind !== undefined) {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end((way === 'control' ? controlPage : browserPage)(decodeURIComponent(kind)));
  } else if (flip !== undefined) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(FLIP_PAGES.get(flip) ?? '');
  } else {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>here');
  }
}

await startDnsServer([...new Set(getServers().filter((server) => !server.includes('%')))]);
const arrivals = await startCanary(answer);
const report: CanaryReport = {};

/** Asks and takes down who came, one question at a time: an arrival belongs to the question that was asked. */
async function ask(name: string, question: (signal: AbortSignal) => Promise<string>): Promise<void> {
  arrivals.length = 0;
  const outcome = await question(AbortSignal.timeout(WITHIN_MS)).catch((error: unknown) => `threw ${String(error)}`);
  report[name] = { outcome, arrivals: [...arrivals] };
}

const requestWith =
  (egress: Egress, url: string) =>
  async (signal: AbortSignal): Promise<string> => {
    const answered = await egress.request(url, { signal });
    if (answered.status === 'refused') return answered.code;
    answered.body.destroy();
    return 'answered';
  };

async function askEgress(egress: Egress): Promise<void> {
  const redirectTo = (url: string) => `http://${ORIGIN}/to?${encodeURIComponent(url)}`;
  for (const url of REFUSED_URLS) {
    await ask(`direct ${url}`, requestWith(egress, url));
    // A header's line cannot hold a line's end.
    if (!url.includes('\n')) await ask(`redirect ${url}`, requestWith(egress, redirectTo(url)));
  }
  for (const name of Object.keys(REFUSED_NAMES)) {
    await ask(`name ${name}`, requestWith(egress, `http://${name}/`));
    await ask(`redirected name ${name}`, requestWith(egress, redirectTo(`http://${name}/`)));
  }
  for (const after of [1, 2, 3, 4, 5, 6]) {
    for (let time = 1; time <= 8; time += 1)
      await ask(`rebind ${after} ${time}`, requestWith(egress, `http://rebind-${after}.example/`));
  }
  for (const name of [
    'pub.example',
    'servfail-public.example',
    'only6.example',
    'truncated-public.example',
    'alias-public.example',
  ])
    await ask(`public ${name}`, requestWith(egress, `http://${name}/`));
  for (const address of PUBLIC_IPV4) {
    await ask(`public ${address}`, requestWith(egress, `http://${address}/`));
    await ask(`public name ${address}`, requestWith(egress, `http://v4-${address.replaceAll('.', '-')}.example/`));
  }
  for (const address of PUBLIC_IPV6) {
    await ask(`public ${address}`, requestWith(egress, `http://[${address}]/`));
    await ask(`public name ${address}`, requestWith(egress, `http://v6-${address.replaceAll(':', '-')}.example/`));
  }
}

async function askBrowser(executablePath: string, args: string[], isolation: Isolation): Promise<void> {
  const libraryFolder = process.env.CANARY_LIBRARIES;
  const browser = createBrowser({
    gate: createGate(),
    executablePath,
    args,
    isolation,
    userAgent: 'Quarry-Test',
    ...(libraryFolder && { libraryFolder }),
  });
  await browser.render(`http://${ORIGIN}/`, AbortSignal.timeout(60_000));
  // What a page asks for is the same in both; once is enough to show that it does ask.
  for (const way of isolation === 'namespace' ? ['kind', 'control'] : ['kind']) {
    const kinds = Object.keys(BROWSER_KINDS);
    for (let first = 0; first < kinds.length; first += AT_ONCE) {
      const some = kinds.slice(first, first + AT_ONCE);
      arrivals.length = 0;
      const render = (kind: string) =>
        browser.render(`http://${ORIGIN}/${way}?${encodeURIComponent(kind)}`, AbortSignal.timeout(WITHIN_MS));
      const outcomes = await Promise.all(
        some.map((kind) =>
          render(kind).then(
            ({ status }) => status,
            () => 'timeout',
          ),
        ),
      );
      await sleep(STRAGGLERS_MS);
      for (const [n, kind] of some.entries())
        report[`${isolation} ${way}: ${kind}`] = { outcome: outcomes[n] ?? '', arrivals: [...arrivals] };
    }
  }
  await askFlips(
    browser,
    FLIPS.filter(({ title }) => title.startsWith(isolation)),
  );
  await browser.close();
}

/** Side by side: the addresses tell which name an arrival belongs to. */
async function askFlips(browser: Browser, some: readonly Flip[]): Promise<void> {
  arrivals.length = 0;
  const waiting = [...some];
  const render = async ({ urls }: Flip): Promise<void> => {
    for (const url of urls) await browser.render(url, AbortSignal.timeout(WITHIN_MS)).catch(() => undefined);
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let flip = waiting.shift(); flip; flip = waiting.shift()) await render(flip);
    }),
  );
  await sleep(STRAGGLERS_MS);
  for (const { title, publicAddress, privateAddress } of some) {
    report[title] = {
      outcome: '',
      arrivals: arrivals.filter(({ address }) => address === publicAddress || address === privateAddress),
    };
  }
}

const egress = createEgress(createGate());
await askEgress(egress);
await egress.close();
const { CANARY_CHROMIUM: chromium, CANARY_ARGUMENTS: parameters = '[]' } = process.env;
if (chromium) {
  for (const isolation of ['namespace', 'proxy-only'] as const)
    await askBrowser(chromium, JSON.parse(parameters) as string[], isolation);
}
process.stdout.write(JSON.stringify(report), () => process.exit());
