import { parsePublicationDate } from '../../dates/publication-date.ts';
import type { ProviderDocument } from '../port/provider.ts';

/** A provider's date: `YYYY-MM-DD` is a day, an ISO 8601 date-time a moment; any other text is not a date. */
export function parsePublished(text: string | null | undefined): Pick<ProviderDocument, 'published'> {
  const published = text ? parsePublicationDate(text.trim().replace(' ', 'T')) : undefined;
  return published ? { published } : {};
}
