import type { EFFORTS } from '../../../entities/research/agent-run.ts';

export type Effort = (typeof EFFORTS)[number];

export interface Caps {
  /** Maximum number of searches and page reads together, which is also the hold on the balance. */
  steps: number;
  wallClockMs: number;
  /** Tokens of a language model after which it no longer leads the run; the report is still written. */
  tokens: number;
}

const MINUTE_MS = 60_000;

/** @see docs/rules.md#agent-runs */
export const CAPS: Record<Effort, Caps> = {
  low: { steps: 10, wallClockMs: 3 * MINUTE_MS, tokens: 100_000 },
  medium: { steps: 40, wallClockMs: 10 * MINUTE_MS, tokens: 400_000 },
  high: { steps: 100, wallClockMs: 20 * MINUTE_MS, tokens: 1_000_000 },
  max: { steps: 200, wallClockMs: 30 * MINUTE_MS, tokens: 2_000_000 },
};

/** Depth of the research, within the caps. */
export interface Depth {
  /** Rounds of follow-ups and reads. */
  rounds: number;
  /** Follow-up searches per round. */
  followUps: number;
  /** Sources read in the first round for one question. Each further question adds two. */
  reads: number;
}

// A run of one question reads no more than the rest of its cap, so reaching a cap means more work than usual.
export const DEPTHS: Record<Effort, Depth> = {
  low: { rounds: 1, followUps: 2, reads: 6 },
  medium: { rounds: 2, followUps: 6, reads: 10 },
  high: { rounds: 3, followUps: 10, reads: 16 },
  max: { rounds: 4, followUps: 16, reads: 24 },
};
