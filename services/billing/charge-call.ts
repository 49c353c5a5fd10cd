import { setImmediate as nextRound } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { isDiskFull } from '../core/disk.ts';
import { ServiceError } from '../core/errors.ts';
import { staged, type Stages } from '../core/stages.ts';
import type { ChargedFor } from './charged-for.ts';
import type { Charges } from './charges.ts';
import { insufficientCredits } from './insufficient.ts';
import type { Ledger } from './ledger.ts';

export { insufficientCredits };

const REQUEST_HOLD_MS = 15 * 60_000;

interface Charge {
  orgId: string;
  /** Identifies the work over all its attempts. */
  operationId: string;
  /** The highest possible cost of the call. A balance below it is refused before any work. */
  upTo: number;
  chargedFor?: ChargedFor | undefined;
}

/** Work of a fixed price that makes no external request. */
interface PricedWork<Found, T> {
  /** Waits for everything that the result needs. A failure here costs nothing. */
  find(): Promise<Found>;
  /** Computes the result. What it waits for must not fail: it runs beside the charge. */
  shape(found: Found): T | Promise<T>;
  stages?: Stages | undefined;
}

/** Runs billed work: holds credits before it, charges its actual cost, and releases the hold if it fails. */
export interface Meter {
  /**
   * @param work returns its result and its cost, at most `upTo`
   * @throws ServiceError INSUFFICIENT_CREDITS before any work, where the balance or a cap of the key does not cover it
   */
  run<T>(charge: Charge, work: () => Promise<{ result: T; credits: number }>): Promise<T>;
  /**
   * As `run`, for work of the fixed price `upTo` that makes no external request. It needs no hold: the charge starts
   * once `find` has finished and is committed while `shape` runs. It is therefore one commit, and no result is returned
   * without it.
   *
   * @throws ServiceError INSUFFICIENT_CREDITS before any work; after `find` if other calls have spent the balance
   *   meanwhile
   */
  priced<Found, T>(charge: Charge, work: PricedWork<Found, T>): Promise<T>;
  /**
   * As `run`, for work that yields events. `upTo` is charged once the last event is consumed. Nothing is charged if the
   * work fails or the consumer stops early.
   */
  events<T>(charge: Charge, work: AsyncIterable<T>): AsyncGenerator<T>;
}

export interface MeterDeps {
  ledger: Ledger;
  charges: Charges;
  clock: Clock;
}

export function createMeter({ ledger, charges, clock }: MeterDeps): Meter {
  async function hold({ orgId, operationId, upTo, chargedFor }: Charge): Promise<void> {
    const expiresAt = new Date(clock.now().getTime() + REQUEST_HOLD_MS);
    const held = await ledger.hold({ orgId, businessKey: operationId, amount: upTo, expiresAt, chargedFor });
    if (held === 'insufficient') throw insufficientCredits(upTo);
  }

  async function orFree<T>(operationId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await ledger.settle(operationId, 0);
      throw error;
    }
  }

  async function charged(operationId: string, credits: number): Promise<void> {
    await ledger.settle(operationId, credits).catch((error: unknown) => {
      throw failedAfterwards(error);
    });
  }

  return {
    async run(charge, work) {
      const { operationId } = charge;
      await hold(charge);
      const { result, credits } = await orFree(operationId, work);
      await charged(operationId, credits);
      return result;
    },

    async priced({ orgId, operationId, upTo, chargedFor }, { find, shape, stages }) {
      const charge = { orgId, businessKey: operationId, amount: upTo, chargedFor };
      const cover = await staged(stages, 'cover', 'wait', () => charges.cover(charge));
      if (cover !== 'covered') throw insufficientCredits(upTo, cover);
      const found = await find();
      const charging = staged(stages, 'charge', 'wait', () => charges.charge(charge));
      // A failure of the charge is thrown below, unless `shape` fails first.
      charging.catch(() => undefined);
      // The statement leaves the process in the next round of the event loop, so that the commit runs concurrently with
      // `shape`.
      await nextRound();
      const result = await staged(stages, 'shape', 'work', async () => shape(found));
      const outcome = await charging.catch((error: unknown) => {
        throw failedAfterwards(error);
      });
      if (outcome !== 'charged') throw insufficientCredits(upTo, outcome);
      return result;
    },

    async *events(charge, work) {
      await hold(charge);
      let isComplete = false;
      try {
        yield* work;
        isComplete = true;
      } finally {
        if (!isComplete) await ledger.settle(charge.operationId, 0);
      }
      await charged(charge.operationId, charge.upTo);
    },
  };
}

/** The error of a call whose work is complete but whose result could not be stored or sent. */
export function failedAfterwards(cause: unknown): ServiceError {
  const code = isDiskFull(cause) || isUnavailable(cause) ? 'UNAVAILABLE' : 'INTERNAL';
  return new ServiceError(
    code,
    'The call was completed, but its result could not be stored. If you sent an Idempotency-Key, retry with the same key.',
    { cause, isAfterwards: true },
  );
}
