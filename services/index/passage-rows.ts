import { dayOf } from '../dates/days.ts';
import { lastMomentMs } from '../dates/publication-date.ts';
import { EVERYONE } from '../../entities/documents/everyone.ts';
import { domainsOf } from '../url/domains.ts';
import { GUIDE_SCOPE } from '../query/scopes.ts';
import { pathLine } from '../blocks/block.ts';
import { hasContentsOnly, passagesOf, passageText, type Passage } from '../blocks/passages.ts';
import { fieldsOf, writeFields } from './fields.ts';
import type { IndexedDocument, PassageQuery } from './port.ts';
import type { IndexedTerms } from './term-changes.ts';

/**
 * Increment this with every change of the rows or of the full-text settings: an index of another version is rebuilt.
 */
export const SCHEMA_VERSION = 7;

/** One passage, as each index stores it. */
export interface PassageRow extends Record<string, unknown> {
  id: string;
  document_id: string;
  /** Owner and scope in one word, because one lookup in one bitmap index answers both (audienceOf). */
  audience: string;
  /**
   * The host and all its parent domains: a domain filter is then one lookup in a list. For the guide only the host, so
   * that only its own name finds it.
   */
  domains: string[];
  /** Collection and metadata. @see labelsOf */
  labels: string[];
  published_from_ms: bigint | null;
  published_to_ms: bigint | null;
  content_hash: string;
  ordinal: number;
  passage_count: number;
  /** Title, source and date as words, a line break, then the passage from `passage_start` on. */
  words: string;
  /**
   * The searched terms by field, so that both indexes find by the same analysis (fieldsOf). Stop words are separate:
   * they would count in a passage's length, and are searched only if a query has no other word.
   */
  terms: string;
  stop_words: string;
  passage_start: number;
  path: string;
  is_contents: boolean;
  /** Whether it is the document's first passage. */
  first: boolean;
}

/** The rows of one document, one for each passage. */
export function passageRows(document: IndexedDocument): PassageRow[] {
  const passages = passagesOf(document.text);
  const about = [document.source, dateAsWords(document.publishedAt)].filter(Boolean).join('\n');
  const preface = `${[document.title, about].filter(Boolean).join('\n')}\n`;
  const publishedFromMs = document.publishedAt?.getTime();
  return passages.map((passage, ordinal) => ({
    id: `${document.documentId}#${ordinal}`,
    document_id: document.documentId,
    audience: audienceOf(document.orgId, document.scope),
    domains: document.scope === GUIDE_SCOPE ? domainsOf(document.url).slice(0, 1) : domainsOf(document.url),
    labels: [...document.labels],
    published_from_ms: int64(publishedFromMs),
    published_to_ms: int64(lastMoment(document)),
    content_hash: document.contentHash,
    ordinal,
    passage_count: passages.length,
    words: preface + passageText(passage),
    passage_start: preface.length,
    path: pathLine(passage.path),
    is_contents: hasContentsOnly(passage),
    ...searchable(document, passage, about),
    first: ordinal === 0,
  }));
}

function searchable({ title, url }: IndexedDocument, { body, path }: Passage, about: string) {
  const { fields, stopWords } = fieldsOf({ body, path: path.map(({ text }) => text), title, url, about });
  return { terms: writeFields(fields), stop_words: stopWords.join(' ') };
}

/**
 * The owners and scopes whose passages a query may find: the caller's and everyone's, in its scope or in all; the guide
 * if domains are named.
 */
export function audiencesOf({
  orgId,
  scope,
  includeDomains,
}: Pick<PassageQuery, 'orgId' | 'scope' | 'includeDomains'>): string[] {
  const audiences = [EVERYONE, orgId].flatMap((owner) => [audienceOf(owner, undefined), audienceOf(owner, scope)]);
  return includeDomains.length > 0 ? [...audiences, audienceOf(EVERYONE, GUIDE_SCOPE)] : audiences;
}

/** Owner and scope of a passage: `org_1/news`, or `org_1/` in every scope. */
function audienceOf(orgId: string, scope: string | undefined): string {
  return `${orgId}/${scope ?? ''}`;
}

/** The owner of an audience: an organization, or EVERYONE. Ids contain no slash. */
export function ownerOf(audience: string): string {
  return audience.slice(0, audience.lastIndexOf('/'));
}

/** The rows' terms, for the statistics. */
export function termsOfRows(rows: ReadonlyArray<Pick<PassageRow, 'audience' | 'terms'>>): IndexedTerms[] {
  return rows.map(({ audience, terms }) => ({ ownerId: ownerOf(audience), terms }));
}

/** `21 November 2026 2026-11-21`, so that a query can name a date in words. UTC. */
export function dateAsWords(date: Date | undefined): string {
  if (!date) return '';
  const month = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()} ${dayOf(date)}`;
}

// A day without a time may be any moment of that day: it matches every range that overlaps the day.
function lastMoment({ publishedAt, publishedPrecision }: IndexedDocument): number | undefined {
  return publishedAt && lastMomentMs({ at: publishedAt, precision: publishedPrecision });
}

function int64(milliseconds: number | undefined): bigint | null {
  return milliseconds === undefined ? null : BigInt(milliseconds);
}
