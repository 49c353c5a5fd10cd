import { call } from './quarry.ts';

export interface Load {
  /** Ends once the calls in flight have ended. */
  stop(): Promise<void>;
}

interface LoadOptions {
  url: string;
  key: string;
  /** Of a site with `/page`, `/app` and `/slow`. */
  origin: string;
  random(): number;
}

const CALLERS_EACH = 3;
const DOCUMENTS_A_CALL = 40;

/** Calls of all kinds, side by side, again and again: writes and searches of the index, fetches, the browser, runs, monitors. */
export function startLoad({ url, key, origin, random }: LoadOptions): Load {
  const stopping = new AbortController();
  const post = (path: string, body: object) => call(url + path, 'POST', body, { 'x-api-key': key });
  const name = () => Math.floor(random() * 1e9).toString(36);
  const kinds: Array<() => Promise<unknown>> = [
    () =>
      post('/v1/documents', {
        documents: Array.from({ length: DOCUMENTS_A_CALL }, () => ({
          url: `https://a.example/${name()}`,
          title: name(),
          text: `Granite ${name()} is a hard stone. `.repeat(100),
        })),
      }),
    () => post('/v1/search', { query: `granite ${name()}` }),
    () => post('/v1/answer', { query: 'How hard is granite?' }),
    () => post('/v1/fetch', { urls: [`${origin}/page?${name()}`, `${origin}/app?${name()}`] }),
    () => post('/v1/fetch', { urls: [`${origin}/slow?${name()}`] }),
    () => post('/v1/agent/runs', { query: `How hard is granite? Read ${origin}/page?${name()}` }),
    () => post('/v1/monitors', { cadence: '1d', search_requests: [{ query: `granite ${name()}` }] }),
  ];
  const callers = kinds.flatMap((kind) =>
    Array.from({ length: CALLERS_EACH }, async () => {
      // A call that the stop cuts off fails, and so do all after it.
      while (!stopping.signal.aborted) await kind().catch(() => stopping.abort());
    }),
  );
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(callers);
    },
  };
}
