import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * `namespace`: the browser has no network but a loopback of its own, whose one service is our proxy.
 * `proxy-only`: the system offers no namespaces; flags lead all that they can lead through our proxy.
 */
export type Isolation = 'namespace' | 'proxy-only';

/** The forwarder's port within the namespace, where nothing else listens. */
export const PROXY_PORT_INSIDE = 4750;

const TRIAL_MS = 5_000;

/** What this system offers, tried out. */
export async function detectIsolation(): Promise<Isolation> {
  const flags = ['--net', '--pid', '--fork', '--kill-child', ...(process.getuid?.() === 0 ? [] : ['-r'])];
  try {
    await promisify(execFile)('unshare', [...flags, '--', 'ip', 'link', 'set', 'lo', 'up'], { timeout: TRIAL_MS });
    return 'namespace';
  } catch {
    return 'proxy-only';
  }
}
