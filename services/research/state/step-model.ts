import type { RunWarning } from '../../../entities/research/agent-run.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Model } from '../../model/port.ts';

/** A model whose calls are added up, for one step of a run. */
export interface StepModel extends Model {
  /** Tokens so far, both directions, and a warning if a call failed. */
  used(): { tokens: number; warnings: RunWarning[] };
}

const UNAVAILABLE: RunWarning = {
  type: 'model_unavailable',
  message: 'The language model did not answer every call. These parts of the run were made without it.',
};

export function stepModel(model: Model): StepModel {
  let tokens = 0;
  let hasFailed = false;
  return {
    async *write(call, signal) {
      try {
        const usage = yield* model.write(call, signal);
        tokens += (usage?.promptTokens ?? 0) + (usage?.completionTokens ?? 0);
        return usage;
      } catch (error) {
        hasFailed ||= error instanceof ServiceError && !signal.aborted;
        throw error;
      }
    },
    used: () => ({ tokens, warnings: hasFailed ? [UNAVAILABLE] : [] }),
  };
}
