import { z } from 'zod';

/** A document's date in a response. */
export const PublishedDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/)
  .describe('YYYY-MM-DD when only the day is known, else a date-time in UTC.');
