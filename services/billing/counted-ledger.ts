import type { Metrics } from '../telemetry/metrics.ts';
import { currentTrail } from '../telemetry/trail.ts';
import type { Charges } from './charges.ts';
import type { Ledger } from './ledger.ts';

/** A ledger that counts its charges once they are committed. */
export function countedLedger(ledger: Ledger, metrics: Pick<Metrics, 'charged'> | undefined): Ledger {
  if (!metrics) return ledger;
  return {
    ...ledger,
    settle: async (businessKey, amount) => {
      const isClosed = await ledger.settle(businessKey, amount);
      if (isClosed && amount > 0) metrics.charged(currentTrail().operation ?? 'none', amount);
      return isClosed;
    },
  };
}

/** Charges without a hold, counted once they are committed. A repeated key is counted again. */
export function countedCharges(charges: Charges, metrics: Pick<Metrics, 'charged'> | undefined): Charges {
  if (!metrics) return charges;
  return {
    ...charges,
    charge: async (charge) => {
      const outcome = await charges.charge(charge);
      if (outcome === 'charged') metrics.charged(currentTrail().operation ?? 'none', charge.amount);
      return outcome;
    },
  };
}
