import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { obtainPages } from '../data/manuals.ts';

/** Sites on loopback, each with an address of its own, whose first pages link to all others. */
export interface DocHosts {
  /** Of their first pages. */
  urls: string[];
  /** Of all sites, without the first pages. */
  pages: number;
  close(): Promise<void>;
}

/** Serves the pages of three manuals, as Debian packages have them, in equal parts by so many hosts. */
export async function serveManuals(hosts: number): Promise<DocHosts> {
  const folder = await obtainPages();
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.html?$/.test(name)).toSorted();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const perHost = Math.floor(texts.length / hosts);
  return serveAll(
    Array.from({ length: hosts }, (_, host) =>
      texts.slice(host * perHost, (host + 1) * perHost).map((html) => html.replaceAll(/\shref=/gi, ' data-href=')),
    ),
  );
}

/** Serves sites with these pages. */
export async function serveAll(sites: ReadonlyArray<readonly string[]>): Promise<DocHosts> {
  const servers = await Promise.all(
    sites.map((pages, site) => serve(pages, `127.1.${Math.floor(site / 200)}.${(site % 200) + 1}`)),
  );
  return {
    urls: servers.map(
      (server) => `http://${(server.address() as AddressInfo).address}:${(server.address() as AddressInfo).port}/`,
    ),
    pages: sites.reduce((sum, pages) => sum + pages.length, 0),
    close: async () => void (await Promise.all(servers.map(closed))),
  };
}

// A page names at most so many links.
const LINKS_OF_A_PAGE = 500;

async function serve(pages: readonly string[], address: string): Promise<Server> {
  const lists = listsOf(pages);
  const server = createServer((request, response) => {
    const html = lists.get(request.url ?? '') ?? pages[Number(/^\/page-(\d+)$/.exec(request.url ?? '')?.[1])];
    if (html === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  server.listen(0, address);
  await once(server, 'listening');
  return server;
}

/** The first page by its path, and those between it and the pages where these are many. */
function listsOf(pages: readonly string[]): Map<string, string> {
  const paths = pages.map((_, nth) => `/page-${nth}`);
  if (paths.length <= LINKS_OF_A_PAGE) return new Map([['/', listOf('Contents', paths)]]);
  const sections = Array.from({ length: Math.ceil(paths.length / LINKS_OF_A_PAGE) }, (_, nth) => nth);
  const lists = sections.map((nth): [string, string] => {
    const own = paths.slice(nth * LINKS_OF_A_PAGE, (nth + 1) * LINKS_OF_A_PAGE);
    return [`/section-${nth}`, listOf(`Section ${nth}`, own)];
  });
  return new Map([
    [
      '/',
      listOf(
        'Contents',
        lists.map(([path]) => path),
      ),
    ],
    ...lists,
  ]);
}

const listOf = (title: string, paths: readonly string[]) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><ul>${paths.map((path) => `<li><a href="${path}">${path}</a></li>`).join('')}</ul></main>`;

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
