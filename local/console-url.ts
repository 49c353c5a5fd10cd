/** Addresses on which a server listens, and to which no browser connects. */
const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** Where a browser on this machine finds the console. */
export function consoleUrl(host: string, port: number): string {
  if (EVERY_ADDRESS.has(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
