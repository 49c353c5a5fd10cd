/** Addresses on which a server can listen but to which no browser connects. */
const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** Address of the console for a browser on this machine. */
export function consoleUrl(host: string, port: number): string {
  if (EVERY_ADDRESS.has(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
