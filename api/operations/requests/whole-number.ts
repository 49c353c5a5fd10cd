import { z } from 'zod';

/** A whole number as text, short enough to be exact as a number, for query strings. */
export const WHOLE_NUMBER = /^-?\d{1,15}$/;

export const wholeNumber = z.string().regex(WHOLE_NUMBER, 'must be a whole number').transform(Number);
