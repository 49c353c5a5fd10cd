import { z } from 'zod';
import { checkCadence, type Cadence } from '../../../services/core/cadence.ts';

/** For a transformation of text: the cadence, or an issue that says why it is none. */
export function cadenceOf(text: string, context: { addIssue(message: string): void }): Cadence {
  const check = checkCadence(text);
  if (check.status === 'ok') return { text, seconds: check.seconds };
  context.addIssue(check.message);
  return z.NEVER;
}
