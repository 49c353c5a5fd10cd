import type { Config } from './config.ts';
import { report } from '../services/process/lifecycle.ts';

/** Reports at a process's start that time is scaled, if so. */
export function reportTimeScale({ QUARRY_TIME_SCALE }: Pick<Config, 'QUARRY_TIME_SCALE'>): void {
  if (QUARRY_TIME_SCALE !== 1)
    report(`QUARRY_TIME_SCALE is ${QUARRY_TIME_SCALE}: cadences and retry delays are divided by it`);
}
