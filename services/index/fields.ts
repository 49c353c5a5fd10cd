import { termsOf } from '../text/terms.ts';
import { LINK_TARGET } from '../text/markdown/markdown-links.ts';
import { decoded } from '../url/decoded.ts';

/** The searched fields of a passage, in the order of the column. */
export const FIELDS = ['body', 'path', 'own', 'title', 'about'] as const;
export type SearchField = (typeof FIELDS)[number];

/** The terms of each field. Repetitions are kept. */
export type FieldTerms = Readonly<Record<SearchField, readonly string[]>>;

/** The searched texts of a passage. */
export interface SearchedText {
  /** Markdown of the blocks. */
  body: string;
  /** All headings and terms above the passage. */
  path: readonly string[];
  title: string | undefined;
  url: string;
  /** Source and date. */
  about: string;
}

// Separates the fields in the column. No term of a text equals it.
export const FIELD_SEPARATOR = '|';
// The engine's own score only selects, and sees a single field. The title is therefore repeated in the column, with the
// weight that it has in the ranking.
const TITLE_TIMES = 2;

const TARGET = new RegExp(String.raw`(?<=\])${LINK_TARGET}`, 'g');

/** The terms of a passage by field, and its stop words. */
export function fieldsOf({ body, path, title, url, about }: SearchedText): { fields: FieldTerms; stopWords: string[] } {
  const read = termsOf(body.replaceAll(TARGET, ''));
  const above = termsOf(path.join(' . '));
  const preface = termsOf(`${title ?? ''}\n${nameInUrl(url)}`);
  const rest = termsOf(about);
  return {
    fields: {
      body: read.terms,
      path: above.terms,
      own: termsOf(path.at(-1) ?? '').terms,
      title: Array.from({ length: TITLE_TIMES }, () => preface.terms).flat(),
      about: rest.terms,
    },
    stopWords: [...preface.stopWords, ...rest.stopWords, ...above.stopWords, ...read.stopWords],
  };
}

/** The words of an address's last path segment, which often names a page better than its title. */
function nameInUrl(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  const [last = ''] = path.split('/').filter(Boolean).slice(-1);
  return decoded(last)
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[-_.+~]/g, ' ');
}

/** The column: the terms of all fields, separated by spaces. */
export function writeFields(fields: FieldTerms): string {
  return FIELDS.map((field) => fields[field].join(' ')).join(` ${FIELD_SEPARATOR} `);
}

/**
 * Every term of a column, repetitions included. Lone surrogates are replaced, as in PostgreSQL and in the index: a cut
 * can split a surrogate pair.
 */
export function termsOfColumn(column: string): string[] {
  return column
    .toWellFormed()
    .split(' ')
    .filter((term) => term !== '' && term !== FIELD_SEPARATOR);
}
