import { ServiceError } from '../core/errors.ts';
import type { Model } from './port.ts';

/** The model, for work that must have ended by then: what it has not written in that time it has failed to write. */
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
