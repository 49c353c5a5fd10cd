import { termsOf } from '../text/terms.ts';
import { LINK_TARGET } from '../text/markdown/markdown-links.ts';

/** The fields of a passage that are searched, in the order of the column. */
export const FIELDS = ['body', 'path', 'own', 'title', 'about'] as const;
export type SearchField = (typeof FIELDS)[number];

/** The terms of each field, repetitions kept. */
export type FieldTerms = Readonly<Record<SearchField, readonly string[]>>;

/** What is searched of a passage, as text. */
export interface SearchedText {
  /** Markdown of the blocks. */
  body: string;
  /** All headings and terms above it. */
  path: readonly string[];
  title: string | undefined;
  url: string;
  /** Source and date. */
  about: string;
}

// Stands between the fields in the column; no term of a text equals it.
export const BETWEEN = '|';
// The engine's own score, which only selects, sees one field: so a title counts there as it does in the ranking.
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

/** The words of an address's last part, which often names a page better than its title does. */
function nameInUrl(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  const [last = ''] = path.split('/').filter(Boolean).slice(-1);
  return decoded(last)
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[-_.+~]/g, ' ');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The column: the terms of all fields, parted by spaces. */
export function writeFields(fields: FieldTerms): string {
  return FIELDS.map((field) => fields[field].join(' ')).join(` ${BETWEEN} `);
}

/** Every term of a column, repetitions kept. Well formed, as PostgreSQL and the index keep them: a cut may halve a pair. */
export function termsOfColumn(column: string): string[] {
  return column
    .toWellFormed()
    .split(' ')
    .filter((term) => term !== '' && term !== BETWEEN);
}
