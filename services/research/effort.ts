import type { EFFORTS } from '../../entities/agent-run.ts';

export type Effort = (typeof EFFORTS)[number];

export interface Caps {
  /** Searches and page reads together; also what is held of the balance. */
  steps: number;
  wallClockMs: number;
}

const MINUTE_MS = 60_000;

/** @see decisions.md 7 */
export const CAPS: Record<Effort, Caps> = {
  low: { steps: 10, wallClockMs: 3 * MINUTE_MS },
  medium: { steps: 40, wallClockMs: 10 * MINUTE_MS },
  high: { steps: 100, wallClockMs: 20 * MINUTE_MS },
  max: { steps: 200, wallClockMs: 30 * MINUTE_MS },
};
