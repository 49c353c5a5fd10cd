import { z } from 'zod';
import { isStorable } from '../../../services/database/storable.ts';
import { checkCadence, type Cadence } from '../../../services/core/cadence.ts';
import { selectorFault } from '../../../services/extract/content/chosen-elements.ts';

/** A whole number as text, short enough to be exact as a number, for query strings. */
export const WHOLE_NUMBER = /^-?\d{1,15}$/;

export const wholeNumber = z.string().regex(WHOLE_NUMBER, 'must be a whole number').transform(Number);

/** A Zod transformation: returns the cadence, or reports why the text is not one. */
export function cadenceOf(text: string, context: { addIssue(message: string): void }): Cadence {
  const check = checkCadence(text);
  if (check.status === 'ok') return { text, seconds: check.seconds };
  context.addIssue(check.message);
  return z.NEVER;
}

/** A text that PostgreSQL can store and compare. */
export const Storable = z.string().refine(isStorable, 'holds a character that cannot be stored');

const DEFAULT_LIST = 100;
const MAX_LIST = 1_000;

/** The length of a page of a list. @param items what the list has, for the description */
export const pageLimit = (items: string) =>
  wholeNumber
    .pipe(z.int().min(1, 'must be at least 1'))
    .optional()
    .transform((limit) => Math.min(limit ?? DEFAULT_LIST, MAX_LIST))
    .describe(
      `Maximum number of ${items} on the page. Default ${DEFAULT_LIST}. Values above ${MAX_LIST} are treated as ${MAX_LIST}.`,
    );

export const MAX_SELECTOR_BYTES = 512;

/** A CSS selector. */
export const Selector = z
  .string()
  .refine((selector) => selector.trim() !== '', 'is blank')
  .refine((selector) => Buffer.byteLength(selector) <= MAX_SELECTOR_BYTES, `is longer than ${MAX_SELECTOR_BYTES} bytes`)
  .superRefine((selector, context) => {
    const message = selectorFault(selector);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .meta({ minLength: 1, maxLength: MAX_SELECTOR_BYTES });
