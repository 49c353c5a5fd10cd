import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Kills all descendants of a process with SIGKILL. Synchronous: it may be the last action of a process.
 *
 * @param ancestor default: this process
 */
export function killDescendants(ancestor = process.pid): void {
  for (const pid of descendantsOf(ancestor)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended by itself.
    }
  }
}

/** All current descendants of a process, at any depth. */
export function descendantsOf(ancestor: number): number[] {
  return below(ancestor, parents());
}

function below(ancestor: number, parents: ReadonlyMap<number, number>): number[] {
  const children = [...parents].filter(([, parent]) => parent === ancestor).map(([pid]) => pid);
  return children.flatMap((child) => [child, ...below(child, parents)]);
}

/** The parent of every process of the system. */
function parents(): Map<number, number> {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return new Map(pids.flatMap(parentOf));
  } catch {
    return parentsByPs();
  }
}

function parentOf(pid: string): Array<[number, number]> {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // `pid (command) state parent …`; a command may contain any character.
    return [[Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
  } catch {
    return [];
  }
}

/** For systems without /proc. */
function parentsByPs(): Map<number, number> {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return new Map(lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]));
}
