import { readFileSync } from 'node:fs';
import { isAlive } from './processes.ts';

const START_TIME_FIELD = 19;

/** A process's mark in a file that it owns. A pid alone may later belong to another program. */
export function ownMark(): string {
  return `${process.pid} ${startTime(process.pid)}`;
}

/** The live process whose mark is in the file, if any. */
export function markHolder(path: string): number | undefined {
  const [pid, startedAt] = contentOf(path)?.split(' ') ?? [];
  const holder = Number(pid);
  // Signalling process 0 would reach the own group.
  if (!Number.isSafeInteger(holder) || holder <= 0) return undefined;
  return isAlive(holder) && startTime(holder) === startedAt ? holder : undefined;
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Start time of a process, in the kernel's own ticks; empty without /proc. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME_FIELD] ?? '';
  } catch {
    return '';
  }
}
