import { z } from 'zod';

/** A whole number as text, short enough to be exact as a number: how a query string holds one. */
export const WHOLE_NUMBER = /^-?\d{1,15}$/;

export const wholeNumber = z.string().regex(WHOLE_NUMBER, 'must be a whole number').transform(Number);
