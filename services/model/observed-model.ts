import type { Observer } from '../telemetry/observer.ts';
import type { Model } from './port.ts';

/** A model whose calls are measured and traced, without its prompts and its output. */
export function observedModel(model: Model, observer: Observer | undefined): Model {
  if (!observer) return model;
  return {
    write: (call, signal) =>
      observer.observeEach({ part: 'model', name: call.json ? 'json' : 'text', kind: 'client' }, () =>
        model.write(call, signal),
      ),
  };
}
