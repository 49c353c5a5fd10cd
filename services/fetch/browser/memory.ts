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
  const first = descendantsOf(process.pid).filter((pid) => read(pid, 'cmdline').includes(mark));
  const all = new Set(first.flatMap((pid) => [pid, ...descendantsOf(pid)]));
  return [...all].reduce((bytes, pid) => bytes + Number(read(pid, 'statm').split(' ')[1] ?? 0) * PAGE_BYTES, 0);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
