/**
 * Runs inside the empty network namespace: brings loopback up, forwards 127.0.0.1:4750 to the egress proxy's unix
 * socket, hides folders from the browser, and runs Chromium without privileges. Only Chromium inherits Playwright's
 * pipe (fd 3 and 4): a second holder would keep it open after one side has closed it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { PROXY_PORT_INSIDE } from './isolation.ts';

export interface Launch {
  socketPath: string;
  /** The command and its first arguments; Chromium's follow. */
  command: string[];
  /** The browser's view of the file system; undefined: the same as ours. */
  files: Files | undefined;
}

export interface Files {
  /** An empty folder of the system that every user may enter; the browser's folders are mounted there. */
  place: string;
  /** Source paths and their names under the mount point. The browser's own folder and its profile are added. */
  bound: Record<string, string>;
  /** Folders that are empty for the browser. */
  hidden: string[];
  /** Owner of the browser's own folders; undefined: unchanged. */
  owner: number | undefined;
}

const PROFILE = '--user-data-dir=';

const { LAUNCHER_PLAN: plan = '{}' } = process.env;
const { socketPath, command, files } = JSON.parse(plan) as Launch;

function must(program: string, ...parameters: string[]): void {
  const { status, stderr } = spawnSync(program, parameters, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')} failed: ${stderr ?? 'it is not installed'}`);
}

/** The same arguments, with the profile's new path. */
function mounted({ place, bound, hidden, owner }: Files, given: readonly string[]): string[] {
  const profile = given.find((argument) => argument.startsWith(PROFILE))?.slice(PROFILE.length) ?? '';
  if (owner !== undefined) must('chown', `${owner}:${owner}`, profile, bound.own ?? '');
  must('mount', '-t', 'tmpfs', '-o', 'size=16k,mode=755', 'none', place);
  for (const [name, folder] of Object.entries({ ...bound, profile })) {
    mkdirSync(join(place, name));
    must('mount', '--bind', folder, join(place, name));
  }
  for (const folder of hidden)
    if (existsSync(folder)) must('mount', '-t', 'tmpfs', '-o', 'size=16k,mode=555', 'none', folder);
  return given.map((argument) => (argument.startsWith(PROFILE) ? PROFILE + join(place, 'profile') : argument));
}

must('ip', 'link', 'set', 'lo', 'up');
const parameters = files ? mounted(files, process.argv.slice(2)) : process.argv.slice(2);

const forwarder = createServer((inside) => {
  const outside = connect(socketPath);
  inside.pipe(outside).pipe(inside);
  inside.on('error', () => outside.destroy());
  outside.on('error', () => inside.destroy());
});

forwarder.listen(PROXY_PORT_INSIDE, '127.0.0.1', () => {
  const { LAUNCHER_PLAN: _plan, ...env } = process.env;
  const [program = '', ...first] = command;
  const browser = spawn(program, [...first, ...parameters], {
    stdio: ['ignore', 'inherit', 'inherit', 3, 4],
    cwd: '/',
    env,
  });
  closeSync(3);
  closeSync(4);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => browser.kill(signal));
  browser.once('error', () => process.exit(127));
  browser.once('exit', (code) => process.exit(code ?? 1));
});
