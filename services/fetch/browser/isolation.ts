import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * `namespace`: the browser's only network is a loopback of its own, whose only service is our proxy. It sees neither
 * our processes nor the hidden folders. If the service runs as root, the browser runs as the user `nobody`.
 * `network-namespace`: the system allows only the network's isolation.
 * `proxy-only`: the system offers no namespaces; flags send as much traffic as they can through our proxy.
 */
export type Isolation = 'namespace' | 'network-namespace' | 'proxy-only';

/** The forwarder's port within the namespace, where nothing else listens. */
export const PROXY_PORT_INSIDE = 4750;

/** An unprivileged user and group, for a service that runs as root. */
export const NOBODY_ID = 65_534;

/** Mount point of the browser's folders: on every Linux it exists, is empty and is open to every user. */
export const MOUNT_POINT = '/mnt';

const TRIAL_MS = 5_000;

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Flags of `unshare`. The process namespace brings its own /proc if mounts are allowed. */
export function unshareFlags(isolation: Isolation): string[] {
  const files = isolation === 'namespace' ? ['--mount', '--mount-proc'] : [];
  return [...(isRoot() ? [] : ['-r']), '--net', '--pid', '--fork', '--kill-child', ...files];
}

/** Flags of `setpriv`: the executed program has no privileges and gains none. */
export function setprivFlags(): string[] {
  const asNobody = isRoot() ? [`--reuid=${NOBODY_ID}`, `--regid=${NOBODY_ID}`, '--clear-groups'] : [];
  return ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', ...asNobody, '--'];
}

/** Tries out which isolation this system offers. */
export async function detectIsolation(): Promise<Isolation> {
  const loopback = 'ip link set lo up';
  if (
    await succeeds(
      'namespace',
      `${loopback} && mount -t tmpfs none ${MOUNT_POINT} && setpriv ${setprivFlags().join(' ')} true`,
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
