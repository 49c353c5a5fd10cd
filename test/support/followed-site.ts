import { createHash } from 'node:crypto';
import { startSite, type RouteHandler, type Routes, type Site } from './site.ts';

const prose = 'The harbour was built in the winter of the great storm, when nobody else would work outside. '.repeat(6);

/** A site whose content a test changes while a source follows it. All responses have an ETag. */
export interface FollowedSite {
  site: Site;
  /** Sets a page: much prose with a few unique words. `undefined` removes it: 404. */
  page(path: string, words: string | undefined): void;
  /** Sets any other response: a status, or a body with its type. */
  answer(path: string, answer: { status: number } | { type: string; body: string | Buffer }): void;
  /** Sets a sitemap of paths, with lastmod where given. */
  sitemap(path: string, pages: Record<string, string | undefined>): void;
  /** Sets an RSS feed of paths, each with its pubDate. */
  feed(path: string, pages: Record<string, string>): void;
  /** Number of requests for a path, and of 304 responses. */
  asked(path: string): { times: number; unchanged: number };
}

/** @param address any of 127.0.0.0/8: each address is a separate host */
export async function startFollowedSite(address = '127.0.0.1'): Promise<FollowedSite> {
  const routes: Routes = {};
  const unchanged = new Map<string, number>();
  const site = await startSite(routes, address);

  function versioned(path: string, type: string, body: string | Buffer): RouteHandler {
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
    return (request, response) => {
      response.setHeader('etag', etag);
      if (request.headers['if-none-match'] !== etag)
        return void response.writeHead(200, { 'content-type': type }).end(body);
      unchanged.set(path, (unchanged.get(path) ?? 0) + 1);
      response.writeHead(304).end();
    };
  }

  return {
    site,
    page(path, words) {
      if (words === undefined) delete routes[path];
      else
        routes[path] = versioned(
          path,
          'text/html',
          `<!doctype html><title>${words}</title><main><h1>${words}</h1><p>${words}. ${prose}</p></main>`,
        );
    },
    answer(path, answer) {
      routes[path] =
        'status' in answer
          ? (_request, response) => void response.writeHead(answer.status).end()
          : versioned(path, answer.type, answer.body);
    },
    sitemap(path, pages) {
      const urls = Object.entries(pages).map(
        ([page, lastmod]) =>
          `<url><loc>${site.origin}${page}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`,
      );
      routes[path] = versioned(
        path,
        'application/xml',
        `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
      );
    },
    feed(path, pages) {
      const items = Object.entries(pages).map(
        ([page, date]) => `<item><title>One</title><link>${page}</link><pubDate>${date}</pubDate></item>`,
      );
      routes[path] = versioned(
        path,
        'application/rss+xml',
        `<rss version="2.0"><channel><title>News</title><link>${site.origin}</link>${items.join('')}</channel></rss>`,
      );
    },
    asked: (path) => ({
      times: site.requests.filter((request) => request.path === path).length,
      unchanged: unchanged.get(path) ?? 0,
    }),
  };
}
