import { ServiceError } from '../core/errors.ts';
import type { Model } from './port.ts';

/** The model with a deadline: a call that is still running then fails. */
export function modelFor(model: Model, withinMs: number): Model {
  const late = AbortSignal.timeout(withinMs);
  return {
    async *write(call, signal) {
      try {
        return yield* model.write(call, AbortSignal.any([signal, late]));
      } catch (error) {
        signal.throwIfAborted();
        if (!late.aborted) throw error;
        throw new ServiceError('UNAVAILABLE', 'The language model did not answer in time.', { cause: error });
      }
    },
  };
}
