/**
 * Names whose address is public for some lookups and private afterwards, and the ways in which a browser asks for them.
 * Each name has addresses of its own, so that an arrival tells which name led to it.
 */
export interface Flip {
  /** `namespace: fetch() over http, private after 2 lookups` */
  title: string;
  hostname: string;
  publicAddress: string;
  privateAddress: string;
  /** Lookups that give the public address. */
  after: number;
  /** What the browser opens, in order. */
  urls: string[];
  /** Served where the way needs a page that does the asking; at `/flip?<hostname>` of the origin. */
  page: string;
}

const ISOLATIONS = ['namespace', 'proxy-only'] as const;
const LOOKUPS = [1, 2, 3];
const SCHEMES = ['http', 'https'] as const;
/** A request is one lookup, or two where the connection is not pinned: enough to pass the flip either way. */
const TIMES = [1, 2, 3, 4];
/** A page with text is settled sooner. */
const TEXT = `<p>${'The quarry was worked for many years by many people who lived nearby. '.repeat(8)}`;

interface Way {
  urls(target: string, origin: string, hostname: string): string[];
  script?(target: string): string;
}

const ofPage = (_target: string, origin: string, hostname: string) => [`${origin}/flip?${hostname}`];

const WAYS: Record<string, Way> = {
  'a navigation': { urls: (target) => TIMES.map((n) => `${target}/${n}`) },
  'a redirect': { urls: (target, origin) => TIMES.map((n) => `${origin}/to?${encodeURIComponent(`${target}/${n}`)}`) },
  'a subresource': {
    urls: ofPage,
    script: (target) =>
      `const load = (n) => new Promise((done) => { const one = document.createElement('script'); one.onload = one.onerror = done; one.src = '${target}/' + n; document.body.append(one); })`,
  },
  'fetch()': {
    urls: ofPage,
    script: (target) => `const load = (n) => fetch('${target}/' + n, { mode: 'no-cors', cache: 'no-store' })`,
  },
  'a WebSocket': {
    urls: ofPage,
    script: (target) =>
      `const load = (n) => new Promise((done) => { const one = new WebSocket('${target.replace('http', 'ws')}/' + n); one.onopen = one.onclose = one.onerror = done; })`,
  },
};

const inTurn = (load: string) =>
  `<script type="module">${load}; for (const n of ${JSON.stringify(TIMES)}) await load(n).catch(() => {});</script>`;

/** All names, for browsers that open pages of `origin`. */
export function flips(origin: string): Flip[] {
  return ISOLATIONS.flatMap((isolation, ofIsolation) =>
    LOOKUPS.flatMap((after) =>
      SCHEMES.flatMap((scheme, ofScheme) =>
        Object.entries(WAYS).map(([name, way], ofWay) => {
          const hostname = `flip-${ofIsolation}-${after}-${ofScheme}-${ofWay}.example`;
          const last = 100 * ofIsolation + 30 * after + 10 * ofScheme + ofWay;
          const target = `${scheme}://${hostname}`;
          return {
            title: `${isolation}: ${name} over ${scheme}, private after ${after} lookups`,
            hostname,
            publicAddress: `93.184.217.${last}`,
            privateAddress: `10.9.9.${last}`,
            after,
            urls: way.urls(target, origin, hostname),
            page: `<!doctype html><title>x</title><body>${TEXT}${way.script ? inTurn(way.script(target)) : ''}`,
          };
        }),
      ),
    ),
  );
}
