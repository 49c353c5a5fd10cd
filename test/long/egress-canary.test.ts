import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findChromium } from '../../local/chromium/chromium.ts';
import { ORIGIN, PUBLIC_IPV4, PUBLIC_IPV6 } from '../support/canary/addresses.ts';
import { BROWSER_KINDS, controlAddress } from '../support/canary/browser-pages.ts';
import { flips } from '../support/canary/flips.ts';
import type { Asked, CanaryReport } from '../support/canary/inside.ts';
import { REFUSED_NAMES, REFUSED_URLS } from '../support/canary/urls.ts';

const ALL_LOCAL = 'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo';
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;
const WITHIN_MS = 400_000;
const UNSHARE = ['--net', ...(process.getuid?.() === 0 ? [] : ['-r']), '--', 'sh', '-c'];

/** The others are turned off or left out: images, fonts, media, service workers, WebRTC, WebTransport, hints. */
const ASKED_THROUGH_THE_PROXY = [
  'a script',
  'a style sheet',
  'fetch',
  'XMLHttpRequest',
  'a WebSocket',
  'an EventSource',
  'a beacon',
  'a ping',
  'prefetch',
  'a frame',
  'a frame of data',
  'an object and an embed',
  'a worker',
  'a shared worker',
  'import()',
  'a form in a frame',
  'a form',
  'a window',
  'a refresh',
  'a change of location',
  'a redirect of what the page loads',
  'a redirect of the page',
];

/**
 * The product in a network where every address answers: a canary listens on all of them, and what it heard is what is
 * believed, not what the product says of itself.
 */
describe('traffic at a canary on every address', function () {
  this.timeout(WITHIN_MS);
  let report: CanaryReport;
  let hasBrowser = false;

  before(async function () {
    if (spawnSync('unshare', [...UNSHARE, ALL_LOCAL]).status !== 0) {
      console.log('        skipped: network namespaces with routes of their own are not permitted here');
      return this.skip();
    }
    const chromium = await findChromium(process.env.QUARRY_CHROMIUM);
    hasBrowser = chromium !== undefined;
    const inside = fileURLToPath(new URL('../support/canary/inside.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(
      'unshare',
      [...UNSHARE, `${ALL_LOCAL} && exec "$0" "$1"`, process.execPath, inside],
      {
        maxBuffer: MOST_OUTPUT_BYTES,
        timeout: WITHIN_MS,
        env: {
          ...process.env,
          ...(chromium && {
            CANARY_CHROMIUM: chromium.executablePath,
            CANARY_ARGUMENTS: JSON.stringify(chromium.args),
            CANARY_LIBRARIES: chromium.libraryFolder ?? '',
          }),
        },
      },
    );
    report = JSON.parse(stdout) as CanaryReport;
  });

  const asked = (name: string): Asked => report[name] ?? assert.fail(`"${name}" was not asked`);
  /** Who came to an address other than the tests' own origin. */
  const foreignConnections = (name: string) =>
    asked(name).arrivals.filter(({ address, port }) => address !== ORIGIN || (port !== 80 && port !== 443));

  describe('does not occur', () => {
    for (const url of REFUSED_URLS) {
      it(`for ${JSON.stringify(url)}, direct or as a redirect target`, () => {
        assert.deepEqual(foreignConnections(`direct ${url}`), []);
        if (url.includes('\n')) return;
        assert.deepEqual(foreignConnections(`redirect ${url}`), []);
        assert.ok(asked(`redirect ${url}`).arrivals.length > 0, 'the redirect itself was never asked for');
      });
    }
    for (const [name, what] of Object.entries(REFUSED_NAMES)) {
      it(`for a name with ${what}`, () => {
        assert.deepEqual(asked(`name ${name}`), { outcome: 'url_not_accessible', arrivals: [] });
        assert.deepEqual(foreignConnections(`redirected name ${name}`), []);
      });
    }
  });

  for (const after of [1, 2, 3, 4, 5, 6]) {
    it(`occurs at the public address of a name that turns private after ${after} lookups, and at no other`, () => {
      const times = Array.from({ length: 8 }, (_, n) => asked(`rebind ${after} ${n + 1}`));
      assert.deepEqual(
        times.map(({ outcome }) => outcome),
        times.map((_, n) => (n < after ? 'answered' : 'url_not_accessible')),
      );
      assert.deepEqual(
        times.flatMap(({ arrivals }) => arrivals),
        Array.from({ length: after }, () => ({ address: ORIGIN, port: 80 })),
      );
    });
  }

  describe('occurs at', () => {
    for (const address of [...PUBLIC_IPV4, ...PUBLIC_IPV6]) {
      it(`${address}, by number and by name`, () => {
        const came = { outcome: 'answered', arrivals: [{ address, port: 80 }] };
        assert.deepEqual(asked(`public ${address}`), came);
        assert.deepEqual(asked(`public name ${address}`), came);
      });
    }
    for (const name of [
      'pub.example',
      'servfail-public.example',
      'only6.example',
      'truncated-public.example',
      'alias-public.example',
    ]) {
      it(`the public address of ${name}`, () =>
        assert.deepEqual([asked(`public ${name}`).outcome, asked(`public ${name}`).arrivals.length], ['answered', 1]));
    }
  });

  describe('occurs from a browser at a public address that is requested by', () => {
    for (const kind of ASKED_THROUGH_THE_PROXY) {
      it(kind, function () {
        if (!hasBrowser) return this.skip();
        const came = asked(`namespace control: ${kind}`).arrivals.filter(
          ({ address }) => address === controlAddress(kind),
        );
        assert.ok(came.length > 0, 'nothing came, so that nothing comes to private addresses shows nothing');
      });
    }
  });

  for (const isolation of ['namespace', 'proxy-only']) {
    describe(`does not occur from a browser (${isolation}) that is requested for`, () => {
      for (const kind of Object.keys(BROWSER_KINDS)) {
        it(kind, function () {
          if (!hasBrowser) return this.skip();
          assert.deepEqual(foreignConnections(`${isolation} kind: ${kind}`), []);
          assert.ok(asked(`${isolation} kind: ${kind}`).arrivals.length > 0, 'the page itself was never asked for');
        });
      }
    });
  }

  describe('occurs only at the public address of a name, in a browser', () => {
    for (const { title, publicAddress, privateAddress } of flips(`http://${ORIGIN}`)) {
      it(title, function () {
        if (!hasBrowser) return this.skip();
        const came = (to: string) => asked(title).arrivals.filter(({ address }) => address === to).length;
        assert.equal(came(privateAddress), 0, 'connections to the private address');
        assert.ok(came(publicAddress) > 0, 'the name was never asked for');
      });
    }
  });
});
