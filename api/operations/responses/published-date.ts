import { z } from 'zod';

/** A document's date in a response. */
export const PublishedDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/)
  .describe('Publication date: YYYY-MM-DD if only the day is known, otherwise a date-time in UTC.');
