import { startSite, type RouteHandler, type Site } from './site.ts';

/** A site with pages that link to each other, and may be changed while it is served. */
export interface CrawledSite {
  site: Site;
  /** Serves a page under a path: a title, links, and text of its own. */
  page(path: string, title: string, links?: readonly string[], text?: string): void;
  serve(path: string, handler: RouteHandler | string): void;
  /** What serves the page of a path now. */
  handler(path: string): RouteHandler;
  remove(path: string): void;
  /** How often a path was requested. */
  requestsOf(path: string): number;
  close(): Promise<void>;
}

const WORDS = [
  'auk',
  'petrel',
  'skua',
  'tern',
  'gannet',
  'shag',
  'fulmar',
  'puffin',
  'murre',
  'gull',
  'noddy',
  'booby',
];

/** Sentences that differ from title to title. */
function prose(title: string, sentences = 12): string {
  let seed = title.split('').reduce((sum, character) => (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0, 7);
  const next = () => WORDS[(seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % WORDS.length] ?? '';
  return Array.from(
    { length: sentences },
    () => `<p>${title} and the ${next()} of the ${next()} ${next()} saw a ${next()} near the ${next()} ${next()}.</p>`,
  ).join('');
}

export async function startCrawledSite(address: string): Promise<CrawledSite> {
  const routes: Record<string, RouteHandler | string> = {};
  const site = await startSite(routes, address);
  return {
    site,
    page(path, title, links = [], text = prose(title)) {
      const nav = links.map((link) => `<li><a href="${link}">to ${link}</a></li>`).join('');
      const html = `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><ul>${nav}</ul></nav><main><h1>${title}</h1>${text}</main></body></html>`;
      routes[path] = (request, response) => {
        const etag = `"${Buffer.from(html).toString('base64url').slice(-40)}-${html.length}"`;
        if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag }).end(html);
      };
    },
    serve: (path, handler) => void (routes[path] = handler),
    handler(path) {
      const route = routes[path];
      if (typeof route !== 'function') throw new Error(`${path} has no handler`);
      return route;
    },
    remove: (path) => void delete routes[path],
    requestsOf: (path) => site.requests.filter((request) => request.path === path).length,
    close: () => site.close(),
  };
}
