import type { Isolation } from '../../services/fetch/browser/isolation.ts';

const LINES: Record<Isolation, string> = {
  namespace: 'the browser runs in a network namespace without a route; our proxy is all that it reaches',
  'network-namespace':
    'the browser runs in a network namespace without a route, but it sees the files that the service sees: a page that took it over could read the keys in the data folder. ' +
    'To hide them, install setpriv and mount (util-linux), and allow mount namespaces (in a container: --cap-add SYS_ADMIN)',
  'proxy-only':
    'the browser runs without a network namespace of its own here: only its proxy settings keep pages from private addresses, and a fault of the browser could let a page past them. ' +
    'For a namespace, install unshare (util-linux) and ip (iproute2), and allow user namespaces or start as root',
};

/** How the browser is isolated from the network; for weak isolation, the consequence and the remedy. */
export function isolationLine(isolation: Isolation): string {
  return LINES[isolation];
}
