import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser as Chromium, LaunchOptions } from 'playwright-core';
import { startBrowserProxy } from '../../egress/browser-proxy/browser-proxy.ts';
import type { ConnectionGate } from '../../egress/gate.ts';
import { PROXY_PORT_INSIDE, unshareFlags, type Isolation } from './isolation.ts';
import { planLaunch } from './launch-plan.ts';
import { browserProcesses, type BrowserProcesses } from './processes.ts';

export interface LaunchChromium {
  gate: ConnectionGate;
  executablePath: string;
  /** Flags that this executable needs, beside ours. */
  args: readonly string[];
  isolation: Isolation;
  /** Paths of libraries that the executable needs beside the system's. */
  libraryFolder?: string;
  /** Folders hidden from the browser, if the system allows mounts of its own. */
  hidden?: readonly string[];
}

export interface Launched extends BrowserProcesses {
  chromium: Chromium;
  /** Ends the browser and its proxy and removes the socket's folder. Safe to call twice. */
  close(): Promise<void>;
}

/** Everything except HTTP through the proxy is off, with or without a namespace. */
const FLAGS = [
  '--proxy-bypass-list=<-loopback>',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  // The proxy resolves names.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--no-pings',
  '--disable-gpu',
];

const LAUNCH_MS = 30_000;
const CLOSE_MS = 5_000;

/** Starts Chromium with our proxy as its only way out. */
export async function launchChromium(launch: LaunchChromium): Promise<Launched> {
  const { gate, executablePath, args, isolation, libraryFolder, hidden = [] } = launch;
  // Loaded on first use, in the process that renders: 0.3 s and 80 MB.
  const { chromium: playwright } = await import('playwright-core');
  const folder = await mkdtemp(join(tmpdir(), 'quarry-browser-'));
  const socketPath = join(folder, 'egress.sock');
  const proxy = await startBrowserProxy(gate, isolation === 'proxy-only' ? { port: 0 } : { socketPath });
  const closeProxy = async () => {
    await proxy.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  // A flag that Chromium ignores; it identifies the browser among the system's processes.
  const mark = `--quarry-browser=${folder}`;
  const plan = await planLaunch({ isolation, executablePath, libraryFolder, hidden, folder, socketPath }).catch(
    async (error: unknown) => {
      await closeProxy();
      throw error;
    },
  );
  const options: LaunchOptions = {
    executablePath:
      isolation === 'proxy-only'
        ? executablePath
        : fileURLToPath(new URL('chromium-without-a-route.sh', import.meta.url)),
    proxy: { server: `http://127.0.0.1:${proxy.port ?? PROXY_PORT_INSIDE}` },
    args: [...FLAGS, mark, ...args],
    // The namespace's mapped root, and containers, cannot use Chromium's own sandbox.
    chromiumSandbox: false,
    env: {
      ...harmlessEnvironment(),
      ...(plan.libraryFolder && { LD_LIBRARY_PATH: plan.libraryFolder }),
      // Files that a killed browser leaves behind are deleted with this folder; the service's own home must stay clean.
      TMPDIR: plan.ownFolder,
      HOME: plan.ownFolder,
      LAUNCHER_NODE: process.execPath,
      LAUNCHER_UNSHARE: unshareFlags(isolation).join(' '),
      LAUNCHER_PLAN: JSON.stringify(plan.launch),
    },
    timeout: LAUNCH_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  try {
    const chromium = await playwright.launch(options);
    return {
      chromium,
      ...browserProcesses(mark),
      close: async () => {
        // A second call kills it.
        const killing = setTimeout(() => void chromium.close().catch(() => {}), CLOSE_MS);
        await chromium.close().finally(() => clearTimeout(killing));
        await closeProxy();
      },
    };
  } catch (error) {
    await closeProxy();
    throw error;
  }
}

/** Variables that a program needs to start; the browser must not see our configuration and its keys. */
function harmlessEnvironment(): Record<string, string> {
  const names = ['PATH', 'LANG', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
