import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';

export interface HostileOrigins {
  /** By the name of the kind. */
  urls: Map<string, string>;
  close(): Promise<unknown>;
}

/** All hostile origins, in a thread of their own: what they spend is not the service's. This process trusts their certificate. */
export async function startHostileOrigins(): Promise<HostileOrigins> {
  const certificate = await readFile(new URL('../certificate/loopback.pem', import.meta.url));
  setDefaultCACertificates([...getCACertificates(), certificate.toString()]);
  const thread = new Worker(new URL('thread.ts', import.meta.url));
  const [urls] = (await once(thread, 'message')) as [Array<[string, string]>];
  return { urls: new Map(urls), close: () => thread.terminate() };
}
