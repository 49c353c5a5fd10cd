import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * `namespace`: the browser has no network but a loopback of its own, whose one service is our proxy; it sees neither our
 * processes nor the folders that are hidden from it, and where the service runs as root, it runs as the user `nobody`.
 * `network-namespace`: the system lets it have the network alone.
 * `proxy-only`: the system offers no namespaces; flags lead all that they can lead through our proxy.
 */
export type Isolation = 'namespace' | 'network-namespace' | 'proxy-only';

/** The forwarder's port within the namespace, where nothing else listens. */
export const PROXY_PORT_INSIDE = 4750;

/** User and group without rights of their own, for a service that runs as root. */
export const NOBODY = 65_534;

/** Where the browser's folders are mounted: every Linux has it, empty and open to every user. */
export const PLACE = '/mnt';

const TRIAL_MS = 5_000;

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Of `unshare`. The process namespace brings its own /proc where mounts are allowed. */
export function unshareFlags(isolation: Isolation): string[] {
  const files = isolation === 'namespace' ? ['--mount', '--mount-proc'] : [];
  return [...(isRoot() ? [] : ['-r']), '--net', '--pid', '--fork', '--kill-child', ...files];
}

/** Of `setpriv`: what is executed has no rights, and gets none. */
export function withoutRights(): string[] {
  const asNobody = isRoot() ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  return ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', ...asNobody, '--'];
}

/** What this system offers, tried out. */
export async function detectIsolation(): Promise<Isolation> {
  const loopback = 'ip link set lo up';
  if (
    await succeeds(
      'namespace',
      `${loopback} && mount -t tmpfs none ${PLACE} && setpriv ${withoutRights().join(' ')} true`,
    )
  )
    return 'namespace';
  return (await succeeds('network-namespace', loopback)) ? 'network-namespace' : 'proxy-only';
}

async function succeeds(isolation: Isolation, command: string): Promise<boolean> {
  return promisify(execFile)('unshare', [...unshareFlags(isolation), '--', 'sh', '-c', command], {
    timeout: TRIAL_MS,
  }).then(
    () => true,
    () => false,
  );
}
