import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../services/process/free-port.ts';
import { eventually } from './eventually.ts';

const run = promisify(execFile);
const HOST = '127.0.0.1';
const PACKAGE = 'prometheus';
const READY_WITHIN_MS = 30_000;

/** The programs of Debian's package, in a folder of their own; nothing is installed. */
export interface PrometheusPrograms {
  prometheus: string;
  promtool: string;
}

/** @returns the reason why apt does not give the package, or its programs */
export async function obtainPrometheus(folder: string): Promise<PrometheusPrograms | string> {
  try {
    await run('apt-get', ['download', PACKAGE], { cwd: folder });
    const deb = (await readdir(folder)).find((name) => name.startsWith(`${PACKAGE}_`) && name.endsWith('.deb'));
    if (deb === undefined) return 'apt gave no package';
    await run('dpkg-deb', ['-x', deb, 'programs'], { cwd: folder });
  } catch (error) {
    return `apt does not give the package ${PACKAGE}: ${(error as Error).message.split('\n')[0]}`;
  }
  const programs = join(folder, 'programs', 'usr', 'bin');
  return { prometheus: join(programs, 'prometheus'), promtool: join(programs, 'promtool') };
}

export interface RunningPrometheus {
  /** The values of an instant query, by their labels. @throws Error if Prometheus does not answer */
  query(expression: string): Promise<Array<{ metric: Record<string, string>; value: number }>>;
  stop(): Promise<void>;
}

/** A Prometheus that scrapes one target every second, with the alert rules of this repository. */
export async function startPrometheus(
  { prometheus }: PrometheusPrograms,
  { folder, target, rules }: { folder: string; target: string; rules: string },
): Promise<RunningPrometheus> {
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'prometheus.yml');
  await writeFile(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'quarry', static_configs: [{ targets: [target] }] }],
    }),
  );
  const address = `${HOST}:${await freePort(HOST)}`;
  const parameters = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
  ];
  const child = spawn(prometheus, parameters, { stdio: 'ignore' });
  const ask = async (path: string) => fetch(`http://${address}${path}`).catch(() => undefined);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await eventually(
      READY_WITHIN_MS,
      () => ask('/-/ready'),
      (response) => response?.ok === true,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    stop,
    query: async (expression) => {
      const response = await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`);
      if (!response?.ok) throw new Error(`Prometheus answers ${response?.status}`);
      const { data } = (await response.json()) as {
        data: { result: Array<{ metric: Record<string, string>; value: [number, string] }> };
      };
      return data.result.map(({ metric, value: [, value] }) => ({ metric, value: Number(value) }));
    },
  };
}
