import { setTimeout as sleep } from 'node:timers/promises';

import { addressOf } from '../frontier/address.ts';
import { isAdmitted } from '../frontier/admit.ts';
import { releaseLease, leaseNext, waitingHosts, type LeasedAddress, type OfCrawl } from '../frontier/frontier.ts';
import type { RunningCrawl } from '../storage/transitions.ts';
import { readAddress, type AddressReading } from './read-address.ts';
import { settlePages, type SettleDeps } from './settle-pages.ts';
import { PAGE_WITHIN_MS, type PoliteReader } from './turn.ts';

const PORTION_MS = 20_000;
const HOSTS_AT_ONCE = 16;
const BATCH_PAGES = 24;
const BATCH_MS = 400;
// A crawl that waits longer waits in its workflow, where it takes no slot of a worker.
const LONGEST_WAIT_MS = 3_000;
// An address and what it redirects to.
const LEASE_MS = 2 * PAGE_WITHIN_MS + 15_000;
const SHORTEST_SLEEP_MS = 10;

export interface PortionDeps extends SettleDeps {
  reader: PoliteReader;
  /** As `reader`, without a browser. */
  plainReader: PoliteReader;
}

export interface PortionTask {
  orgId: string;
  crawlId: string;
  crawl: RunningCrawl;
  /** Pages that may be stored. */
  credits: number;
  /** New pages that may be stored; pages that have a document already need no room. */
  room: number;
}

interface HostTime {
  host: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * Reads waiting addresses for some 20 seconds: one request at a time to each of several hosts, and stores the pages in
 * batches. What it has not finished waits for the next portion.
 *
 * @returns when the first of the hosts may be asked again, in milliseconds since the epoch; 0: at once
 */
export async function readPortion(deps: PortionDeps, task: PortionTask, signal: AbortSignal): Promise<number> {
  const portion = createPortion(deps, task, signal);
  return portion.run();
}

function createPortion(deps: PortionDeps, task: PortionTask, signal: AbortSignal) {
  const { clock, database } = deps;
  const reader = task.crawl.request.render === 'never' ? deps.plainReader : deps.reader;
  const queue: HostTime[] = [];
  const hosts = new Set<string>();
  const done: AddressReading[] = [];
  const endsAt = clock.now().getTime() + PORTION_MS;
  let { credits, room } = task;
  let working = 0;
  let isRunning = true;
  // Pages that are being stored.
  let settling = 0;
  const of = (): OfCrawl => ({ ...task, now: clock.now() });

  function addHosts(names: readonly string[]): void {
    for (const host of names) {
      if (hosts.has(host)) continue;
      hosts.add(host);
      queue.push({ host, at: 0 });
    }
  }

  const isOver = () => !isRunning || signal.aborted || clock.now().getTime() >= endsAt;
  /** Pages that are being read or wait to be stored may each need a credit. */
  const unsettled = () => working + done.length + settling;
  const mayRead = () => !isOver() && credits - unsettled() > 0;

  async function readOne(entry: HostTime): Promise<void> {
    working += 1;
    let isHeld = true;
    try {
      const isFull = room - unsettled() < 0;
      const until = new Date(clock.now().getTime() + LEASE_MS);
      const address = await leaseNext(database, of(), { host: entry.host, until, onlyHeld: isFull });
      if (!address) return void hosts.delete(entry.host);
      const next = await readLeased(address);
      working -= 1;
      isHeld = false;
      queue.push({ host: entry.host, at: next });
    } finally {
      if (isHeld) working -= 1;
    }
  }

  /** Returns when the host may be asked again. */
  async function readLeased(address: LeasedAddress): Promise<number> {
    if (address.is_trap) {
      done.push({ status: 'skipped', address, reason: 'Many pages of this form were copies or without content.' });
      return 0;
    }
    try {
      const result = await readAddress(reader, { crawlId: task.crawlId, mayRead: mayReadAt(address) }, address, signal);
      if (result.status === 'done') {
        done.push(result.value);
        return result.freeAt.getTime();
      }
      await releaseLease(database, of(), address);
      return result.askAt.getTime();
    } catch (error) {
      await releaseLease(database, of(), address).catch(() => undefined);
      throw error;
    }
  }

  const mayReadAt =
    ({ depth, key }: LeasedAddress) =>
    (url: string) => {
      const target = addressOf(url);
      return target !== undefined && (target.key === key || isAdmitted(task.crawl.request, target, depth));
    };

  async function settle(): Promise<void> {
    const readings = done.splice(0, BATCH_PAGES);
    if (readings.length === 0) return;
    settling = readings.length;
    const settled = await settlePages(deps, task, { crawl: task.crawl, readings }).catch((error: unknown) => {
      // What is read from now on would be read again.
      isRunning = false;
      throw error;
    });
    isRunning &&= settled.isRunning;
    credits -= settled.stored;
    room = settled.isLimited ? 0 : room - settled.added;
    settling = 0;
    addHosts(settled.hosts);
  }

  /** The host whose time has come; else the milliseconds until the next one's. */
  function nextHost(): HostTime | number {
    let first: HostTime | undefined;
    for (const entry of queue) if (!first || entry.at < first.at) first = entry;
    if (!first) return LONGEST_WAIT_MS;
    const waitMs = first.at - clock.now().getTime();
    if (waitMs > 0) return waitMs;
    queue.splice(queue.indexOf(first), 1);
    return first;
  }

  async function readAll(): Promise<void> {
    while (mayRead()) {
      const next = nextHost();
      if (typeof next !== 'number') {
        await readOne(next);
        continue;
      }
      const isIdle = unsettled() === 0;
      if (isIdle && (queue.length === 0 || next > LONGEST_WAIT_MS)) return;
      await pause(Math.min(next, BATCH_MS));
    }
  }

  const pause = (ms: number) =>
    sleep(Math.max(ms, SHORTEST_SLEEP_MS), undefined, { signal }).catch(() => signal.throwIfAborted());

  async function settleWhile(isReading: () => boolean): Promise<void> {
    while (isReading() || done.length > 0) {
      if (done.length < BATCH_PAGES && isReading()) await pause(BATCH_MS);
      await settle();
      if (!isRunning) return;
    }
  }

  return {
    async run(): Promise<number> {
      addHosts(await waitingHosts(database, task.crawlId));
      let reading = true;
      const readers = allSettled(Array.from({ length: HOSTS_AT_ONCE }, readAll)).finally(() => (reading = false));
      await allSettled([readers, settleWhile(() => reading)]);
      return queue.length === 0 ? 0 : Math.min(...queue.map(({ at }) => at));
    },
  };
}

/** Waits for all of them before it throws the first failure, so that no work overlaps a retry. */
async function allSettled(works: Array<Promise<void>>): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
