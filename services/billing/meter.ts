import type { Clock } from '../core/clock.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { isDiskFull } from '../core/disk.ts';
import { ServiceError } from '../core/errors.ts';
import type { Ledger } from './ledger.ts';

const REQUEST_HOLD_MS = 15 * 60_000;

interface Charge {
  orgId: string;
  /** Identifies the work over all its attempts. */
  operationId: string;
  /** The highest possible cost of the call. A balance below it is refused before any work. */
  upTo: number;
}

/** Runs billed work: holds credits before it, charges its actual cost, and releases the hold if it fails. */
export interface Meter {
  /**
   * @param work returns its result and its cost, at most `upTo`
   * @throws ServiceError INSUFFICIENT_CREDITS before any work
   */
  run<T>(charge: Charge, work: () => Promise<{ result: T; credits: number }>): Promise<T>;
  /**
   * As `run`, for work that yields events. `upTo` is charged once the last event is consumed. Nothing is charged if the
   * work fails or the consumer stops early.
   */
  events<T>(charge: Charge, work: AsyncIterable<T>): AsyncGenerator<T>;
}

export function createMeter(ledger: Ledger, clock: Clock): Meter {
  async function hold({ orgId, operationId, upTo }: Charge): Promise<void> {
    const expiresAt = new Date(clock.now().getTime() + REQUEST_HOLD_MS);
    const held = await ledger.hold({ orgId, businessKey: operationId, amount: upTo, expiresAt });
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
    'The call was completed, but its result could not be kept. With an Idempotency-Key, ask again with the same one.',
    { cause, isAfterwards: true },
  );
}

export function insufficientCredits(needed: number): ServiceError {
  return new ServiceError(
    'INSUFFICIENT_CREDITS',
    `This call needs ${needed} credit${needed === 1 ? '' : 's'} and the balance does not cover that.`,
  );
}
