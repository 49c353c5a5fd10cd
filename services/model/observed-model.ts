import type { Observer } from '../telemetry/observer.ts';
import type { Model } from './port.ts';

/** The model with its calls measured and traced; what it is told and what it writes is in neither. */
export function observedModel(model: Model, observer: Observer | undefined): Model {
  if (!observer) return model;
  return {
    write: (call, signal) =>
      observer.observeEach({ part: 'model', name: call.json ? 'json' : 'text', kind: 'client' }, () =>
        model.write(call, signal),
      ),
  };
}
