import type { Clock } from '../services/core/clock.ts';
import type { Config } from './config.ts';
import { createModel } from '../services/model/model.ts';
import type { Model } from '../services/model/port.ts';

/** The model that the operator has chosen; undefined where none is. */
export function modelOf(
  config: Pick<Config, 'QUARRY_MODEL' | 'OPENAI_BASE_URL' | 'OPENAI_API_KEY'>,
  clock: Clock,
): Model | undefined {
  const { QUARRY_MODEL: model, OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = config;
  return model === undefined ? undefined : createModel({ baseUrl, apiKey, model, clock });
}
