import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cacheFolder } from '../../local/obtain/cache-folder.ts';
import { freePort } from '../../services/process/free-port.ts';
import { privilegesFor } from '../../local/postgres/postgres-programs.ts';
import { spawnQuietly, type QuietProcess } from '../../local/process/processes.ts';

const execFileAsync = promisify(execFile);

const VERSION = '2.19.1';
const ARCHIVE = `opensearch-${VERSION}.zip`;
const ARCHIVE_SHA256 = 'af7152d8b7f6f1cee09d47276b32b70479fe6dd8cdbb61213f84eb7f8098b261';
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
const DOWNLOAD_WITHIN_MS = 240_000;
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;
const POLL_MS = 100;
const HOST = '127.0.0.1';

/** Folder of OpenSearch: in the user's cache, else obtained once from Maven, pinned and checked by hash. */
export async function findOpenSearch(): Promise<string> {
  const home = join(cacheFolder(), `opensearch-${VERSION}`);
  if (existsSync(home)) return home;
  const folder = await mkdtemp(join(tmpdir(), 'quarry-opensearch-'));
  try {
    const artifact = `org.opensearch.distribution.integ-test-zip:opensearch:${VERSION}:zip`;
    await execFileAsync('mvn', ['-q', '-B', COPY, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], {
      timeout: DOWNLOAD_WITHIN_MS,
    });
    const sha256 = createHash('sha256')
      .update(await readFile(join(folder, ARCHIVE)))
      .digest('hex');
    if (sha256 !== ARCHIVE_SHA256) throw new Error(`${ARCHIVE} has another hash (${sha256}) than the one pinned`);
    await execFileAsync('jar', ['xf', ARCHIVE], { cwd: folder });
    await keep(join(folder, basename(home)), home);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return home;
}

/** Moves the folder into place in one step, so that two clones may do this at once. */
async function keep(unpacked: string, home: string): Promise<void> {
  const unfinished = `${home}.${process.pid}`;
  await mkdir(cacheFolder(), { recursive: true });
  await cp(unpacked, unfinished, { recursive: true });
  await rename(unfinished, home).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY') throw error;
  });
  await rm(unfinished, { recursive: true, force: true });
}

export interface TestOpenSearch {
  url: string;
  stop(): Promise<void>;
}

/** One node on loopback with all of its files in a folder that goes when it stops. */
export async function startOpenSearch(home: string): Promise<TestOpenSearch> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-opensearch-'));
  const conf = join(folder, 'conf');
  const port = await freePort(HOST);
  await mkdir(conf);
  await mkdir(join(folder, 'tmp'));
  await cp(join(home, 'config', 'log4j2.properties'), join(conf, 'log4j2.properties'));
  await writeFile(join(conf, 'opensearch.yml'), settings(folder, port));
  // OpenSearch refuses to run as root, as PostgreSQL does.
  const launcher = await privilegesFor(folder, folder, join(home, 'lib'));
  const server = spawnQuietly(launcher.command('java', javaParameters(home, folder, conf)), launcher.identity);
  const stop = async () => {
    await server.stop('SIGTERM', STOP_WITHIN_MS);
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://${HOST}:${port}`;
  try {
    await answered(url, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

function settings(folder: string, port: number): string {
  const entries = {
    'cluster.name': 'quarry-test',
    'discovery.type': 'single-node',
    'network.host': HOST,
    'http.port': port,
    'transport.port': 0,
    'path.data': join(folder, 'data'),
    'path.logs': join(folder, 'logs'),
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  return Object.entries(entries)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

function javaParameters(home: string, folder: string, conf: string): string[] {
  return [
    '-Xms512m',
    '-Xmx512m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-Djava.security.manager=allow',
    `-Djava.io.tmpdir=${join(folder, 'tmp')}`,
    '-Dlog4j2.disable.jmx=true',
    '-Dlog4j.shutdownHookEnabled=false',
    '-Djava.util.concurrent.ForkJoinPool.common.threadFactory=org.opensearch.secure_sm.SecuredForkJoinWorkerThreadFactory',
    `-Dopensearch.path.home=${home}`,
    `-Dopensearch.path.conf=${conf}`,
    '-Dopensearch.distribution.type=zip',
    '-Dopensearch.bundled_jdk=false',
    '-cp',
    join(home, 'lib', '*'),
    'org.opensearch.bootstrap.OpenSearch',
  ];
}

async function answered(url: string, server: QuietProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (
    !(await fetch(url).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    const hasEnded = server.process.exitCode !== null || server.process.pid === undefined;
    if (hasEnded || Date.now() > deadline)
      throw new Error(`OpenSearch did not get ready. It said: ${server.output().trim()}`);
    await sleep(POLL_MS);
  }
}
