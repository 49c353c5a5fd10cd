import type { Config } from './config.ts';
import { report } from '../services/process/lifecycle.ts';

/** Says at the start of a process that time does not pass as usual in it, where that is so. */
export function reportTimeScale({ QUARRY_TIME_SCALE }: Pick<Config, 'QUARRY_TIME_SCALE'>): void {
  if (QUARRY_TIME_SCALE !== 1)
    report(`QUARRY_TIME_SCALE is ${QUARRY_TIME_SCALE}: this is a rehearsal, cadences and retries pass faster`);
}
