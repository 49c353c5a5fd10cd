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

async function serve(pages: readonly string[], address: string): Promise<Server> {
  const links = pages.map((_, nth) => `<li><a href="/page-${nth}">Page ${nth}</a></li>`).join('');
  const first = `<!doctype html><title>Contents</title><main><h1>Contents</h1><ul>${links}</ul></main>`;
  const server = createServer((request, response) => {
    const nth = /^\/page-(\d+)$/.exec(request.url ?? '')?.[1];
    const html = request.url === '/' ? first : pages[Number(nth)];
    if (nth === undefined && html === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  server.listen(0, address);
  await once(server, 'listening');
  return server;
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
