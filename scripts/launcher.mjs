// Plain JavaScript for Node 20: it runs before anything is installed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 250;
const PACKAGE_MANAGER = /\b(?:npm|npx|pnpm|yarn)\b/;

/**
 * Calls back once when the package manager that runs this process as its script has ended, or the shell between them. A
 * signal that ends one of these does not reach this process: npm does not forward SIGHUP, and a shell forwards no
 * signal.
 *
 * A process that was not started directly by a package manager (but by `node`, `nohup`, a supervisor, or as PID 1) is
 * not watched: the end of its parent has no meaning there.
 */
export function watchPackageManager(onEnd) {
  const chain = launchers();
  if (chain.length === 0) return;
  const timer = setInterval(() => {
    if (chain.every(({ pid, parent }) => parentOf(pid) === parent)) return;
    clearInterval(timer);
    onEnd();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** The processes whose parent must not change: this one, and the shell that the package manager started for it. */
function launchers() {
  const script = process.env.npm_lifecycle_script;
  const parent = process.ppid;
  const described = script === undefined ? undefined : describe(parent);
  if (!described) return [];
  const own = { pid: process.pid, parent };
  // Some shells replace themselves with the program that they run.
  if (!described.command.includes(script)) return PACKAGE_MANAGER.test(described.command) ? [own] : [];
  const manager = describe(described.parent);
  return manager && PACKAGE_MANAGER.test(manager.command) ? [own, { pid: parent, parent: described.parent }] : [];
}

/** A process that has ended and was not waited for has already lost its children, so the changed parent reveals it. */
function parentOf(pid) {
  if (pid === process.pid) return process.ppid;
  return existsSync('/proc/self') ? parentInProc(pid) : describe(pid)?.parent;
}

function describe(pid) {
  try {
    if (existsSync('/proc/self'))
      return { parent: parentInProc(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') };
    const [, parent, command] =
      /^\s*(\d+)\s+(.*)/.exec(execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })) ??
      [];
    return { parent: Number(parent), command: command ?? '' };
  } catch {
    return undefined;
  }
}

function parentInProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // `pid (command) state parent …`; a command may contain any character.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
