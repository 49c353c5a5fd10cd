import { readFileSync } from 'node:fs';
import { descendantsOf } from '../../process/process-tree.ts';

const PAGE_BYTES = 4_096;

// A page at work has some 25 threads; one that starts hundreds of workers leaves no time to any other page.
const MOST_THREADS = 100;
/** Of the fields of `stat` behind the program's name. */
const THREADS_FIELD = 17;

/** A running browser as the system sees it; nothing is seen where there is no /proc. */
export interface BrowserProcesses {
  /** Resident memory of all its processes, in bytes; what they share is counted for each. */
  memory(): number;
  /** Kills the processes of pages that have far more threads than a page needs; the page crashes, and no other. */
  killThreadBombs(): void;
}

/**
 * Reads command lines once only, before pages are busy: they lie in memory whose lock a busy page holds for seconds.
 *
 * @param mark stands in the command line of the browser's first processes
 */
export function browserProcesses(mark: string): BrowserProcesses {
  let found: number[] | undefined;
  const first = () => (found ??= descendantsOf(process.pid).filter((pid) => read(pid, 'cmdline').includes(mark)));
  const all = () => [...new Set(first().flatMap((pid) => [pid, ...descendantsOf(pid)]))];
  return {
    memory: () => all().reduce((bytes, pid) => bytes + Number(read(pid, 'statm').split(' ')[1] ?? 0) * PAGE_BYTES, 0),
    killThreadBombs() {
      for (const pid of all()) if (!first().includes(pid) && threadsOf(pid) > MOST_THREADS) kill(pid);
    },
  };
}

function threadsOf(pid: number): number {
  return Number(read(pid, 'stat').split(') ').at(-1)?.split(' ')[THREADS_FIELD] ?? 0);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
