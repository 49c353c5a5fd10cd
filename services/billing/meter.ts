import type { Clock } from '../clock.ts';
import { ServiceError } from '../errors.ts';
import type { Ledger } from './ledger.ts';

const REQUEST_HOLD_MS = 15 * 60_000;

export interface Charge {
  orgId: string;
  /** Names the work over all its tries. */
  operationId: string;
  /** The most that the call can cost; refused up front unless the balance covers it. */
  upTo: number;
}

/** Runs billed work: credits are held before it, charged for what it did, and given back when it fails. */
export interface Meter {
  /**
   * @param work  returns its result and what it cost, at most `upTo`
   * @throws ServiceError INSUFFICIENT_CREDITS before any work
   */
  run<T>(charge: Charge, work: () => Promise<{ result: T; credits: number }>): Promise<T>;
  /**
   * The same for work whose result comes in events: `upTo` is charged once the last one was taken, nothing when the work
   * fails or whoever takes them leaves before.
   */
  events<T>(charge: Charge, work: AsyncIterable<T>): AsyncGenerator<T>;
}

export function createMeter(ledger: Ledger, clock: Clock): Meter {
  async function hold({ orgId, operationId, upTo }: Charge): Promise<void> {
    const expiresAt = new Date(clock.now().getTime() + REQUEST_HOLD_MS);
    const held = await ledger.hold({ orgId, businessKey: operationId, amount: upTo, expiresAt });
    if (held === 'insufficient') throw insufficientCredits(upTo);
  }

  return {
    async run(charge, work) {
      const { operationId } = charge;
      await hold(charge);
      try {
        const { result, credits } = await work();
        await ledger.settle(operationId, credits);
        return result;
      } catch (error) {
        await ledger.settle(operationId, 0);
        throw error;
      }
    },

    async *events(charge, work) {
      await hold(charge);
      let isComplete = false;
      try {
        yield* work;
        isComplete = true;
      } finally {
        await ledger.settle(charge.operationId, isComplete ? charge.upTo : 0);
      }
    },
  };
}

export function insufficientCredits(needed: number): ServiceError {
  return new ServiceError('INSUFFICIENT_CREDITS', `This call needs ${needed} credit${needed === 1 ? '' : 's'} and the balance does not cover that.`);
}
