import { readFileSync } from 'node:fs';
import { descendantsOf } from '../../descendants.ts';

const PAGE_BYTES = 4_096;

/**
 * Resident memory of a browser and all its processes, in bytes; what they share is counted for each. 0 where there is no
 * /proc to tell.
 *
 * @param mark stands in the command line of the browser's first process
 */
export function browserMemory(mark: string): number {
  return processesOf(mark).reduce((bytes, pid) => bytes + Number(read(pid, 'statm').split(' ')[1] ?? 0) * PAGE_BYTES, 0);
}

// A page at work has some 25 threads; one that starts hundreds of workers leaves no time to any other page.
const MOST_THREADS = 100;
/** Of the fields of `stat` behind the program's name. */
const THREADS_FIELD = 17;

/**
 * Kills the processes of a browser's pages that have far more threads than a page needs; the page crashes, and no other.
 * Reads nothing of them but `stat`: their command lines lie in memory whose lock a busy page holds for seconds.
 *
 * @param mark as above; looked for once
 */
export function threadBombKiller(mark: string): () => void {
  let own: number[] | undefined;
  return () => {
    own ??= descendantsOf(process.pid).filter((pid) => read(pid, 'cmdline').includes(mark));
    const pages = new Set(own.flatMap((pid) => descendantsOf(pid)).filter((pid) => !own?.includes(pid)));
    for (const pid of pages) if (threadsOf(pid) > MOST_THREADS) kill(pid);
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

function processesOf(mark: string): number[] {
  const first = descendantsOf(process.pid).filter((pid) => read(pid, 'cmdline').includes(mark));
  return [...new Set(first.flatMap((pid) => [pid, ...descendantsOf(pid)]))];
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
