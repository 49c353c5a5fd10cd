import { PATH_SIGN } from '../../blocks/block.ts';
import type { NumberedSource } from '../evidence/read-evidence.ts';
import type { PageNote } from './stored-notes.ts';

/**
 * The sources of a report in the form for its writer: the quotes of the notes, below their headings. Sources without
 * notes are omitted.
 *
 * @param numbered all sources of the run, with the ids of the report
 */
export function notedSources(
  numbered: ReadonlyArray<Pick<NumberedSource, 'id' | 'url' | 'title'>>,
  notes: readonly PageNote[],
): NumberedSource[] {
  const byUrl = Map.groupBy(notes, ({ url }) => url);
  return numbered.flatMap(({ id, url, title }): NumberedSource[] => {
    const own = byUrl.get(url) ?? [];
    if (own.length === 0) return [];
    const quotes = [...new Map(own.map(({ quote }) => [quote.text, quote])).values()];
    return [
      {
        id,
        url,
        title,
        name: title || url,
        passages: quotes.map(({ text }) => text),
        parts: quotes.map(({ place, text }) => ({
          markdown: text,
          path: place === '' ? [] : place.split(PATH_SIGN),
          score: 1,
        })),
      },
    ];
  });
}
