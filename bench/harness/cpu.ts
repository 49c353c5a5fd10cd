import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const TICKS_A_SECOND = 100;
// Fields of /proc/<pid>/stat, counted after the command's name: user and system time, of the process and of its ended
// children.
const PARENT_FIELD = 1;
const TIME_FIELDS = [11, 12, 13, 14];

/** CPU seconds that a process and all its descendants have used so far, by program. Linux only: it reads /proc. */
export function cpuSecondsByPart(ancestor: number): Map<string, number> {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readStat);
  const seconds = new Map<string, number>();
  for (const one of below(ancestor, processes)) seconds.set(one.part, (seconds.get(one.part) ?? 0) + one.seconds);
  return seconds;
}

/** CPU seconds per second between two readings, as `service 12 %, …` of one core. */
export function cpuShares(before: Map<string, number>, after: Map<string, number>, elapsedMs: number): string {
  return [...after]
    .map(([part, seconds]) => `${part} ${((seconds - (before.get(part) ?? 0)) / (elapsedMs / 100_000)).toFixed(0)} %`)
    .join(', ');
}

const LOOK_MS = 5_000;
const LOOKS_AT_REST = 3;
const SHARE_AT_REST = 0.15;

/** Waits until a process and all its descendants have used less than a seventh of a core for 15 seconds. */
export async function atRest(ancestor: number): Promise<void> {
  for (let quiet = 0, before = cpuSeconds(ancestor); quiet < LOOKS_AT_REST;) {
    await sleep(LOOK_MS);
    const after = cpuSeconds(ancestor);
    quiet = (after - before) / (LOOK_MS / 1_000) < SHARE_AT_REST ? quiet + 1 : 0;
    before = after;
  }
}

const cpuSeconds = (ancestor: number) =>
  [...cpuSecondsByPart(ancestor).values()].reduce((sum, seconds) => sum + seconds, 0);

interface Stat {
  pid: number;
  parent: number;
  part: string;
  seconds: number;
}

function readStat(name: string): Stat[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const seconds = TIME_FIELDS.reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS_A_SECOND;
    return [{ pid: Number(name), parent: Number(fields[PARENT_FIELD]), part: partOf(command), seconds }];
  } catch {
    // The process has ended.
    return [];
  }
}

function partOf(command: string): string {
  if (command.startsWith('postgres')) return 'PostgreSQL';
  return command.startsWith('temporal') ? 'Temporal' : 'API and workers';
}

function below(ancestor: number, processes: readonly Stat[]): Stat[] {
  return processes
    .filter(({ pid }) => pid === ancestor)
    .concat(processes.filter(({ parent }) => parent === ancestor).flatMap(({ pid }) => below(pid, processes)));
}
