import { z } from 'zod';
import { checkCadence, type Cadence } from '../../../services/core/cadence.ts';

/** A Zod transformation: returns the cadence, or reports why the text is not one. */
export function cadenceOf(text: string, context: { addIssue(message: string): void }): Cadence {
  const check = checkCadence(text);
  if (check.status === 'ok') return { text, seconds: check.seconds };
  context.addIssue(check.message);
  return z.NEVER;
}
