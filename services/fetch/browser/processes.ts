import { readFileSync } from 'node:fs';
import { descendantsOf } from '../../process/process-tree.ts';

const PAGE_BYTES = 4_096;

// A busy page has some 25 threads; one that starts hundreds of workers leaves no processor time to other pages.
const MOST_THREADS = 100;
/** Indexes into the fields of `stat` after the program's name. */
const THREADS_FIELD = 17;

/** The system's view of a running browser; empty without /proc. */
export interface BrowserProcesses {
  /** Resident memory of all its processes, in bytes; shared memory counts for each. */
  memory(): number;
  /** Kills the processes of pages with far more threads than a page needs; only that page crashes. */
  killThreadBombs(): void;
}

/**
 * Reads command lines only once, before pages are busy: they lie in memory whose lock a busy page holds for seconds.
 *
 * @param mark a string in the command line of the browser's first processes
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
    // The process has ended meanwhile.
  }
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
