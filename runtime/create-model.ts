import type { Clock } from '../services/core/clock.ts';
import type { Config } from './config.ts';
import { createModel } from '../services/model/model.ts';
import type { Model } from '../services/model/port.ts';
import { observedModel } from '../services/model/observed-model.ts';
import type { Observer } from '../services/telemetry/observer.ts';

/** The model that the operator has configured; undefined if there is none. */
export function modelOf(
  config: Pick<Config, 'QUARRY_MODEL' | 'OPENAI_BASE_URL' | 'OPENAI_API_KEY'>,
  clock: Clock,
  observer: Observer | undefined,
): Model | undefined {
  const { QUARRY_MODEL: model, OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = config;
  return model === undefined ? undefined : observedModel(createModel({ baseUrl, apiKey, model, clock }), observer);
}
