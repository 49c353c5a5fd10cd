import type { ProviderDocument } from '../port/provider.ts';
import { parseFixedDate } from '../../query/dates.ts';

/** A provider's date: `YYYY-MM-DD` is a day, an ISO 8601 date-time a moment; any other text is not a date. */
export function parsePublished(text: string | null | undefined): Pick<ProviderDocument, 'published'> {
  const date = text ? parseFixedDate(text.trim().replace(' ', 'T')) : undefined;
  if (!date) return {};
  return date.type === 'day'
    ? { published: { at: new Date(date.startMs), precision: 'day' } }
    : { published: { at: new Date(date.ms), precision: 'time' } };
}
