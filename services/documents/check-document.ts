import { createHash } from 'node:crypto';
import type { DocumentMetadata } from '../../entities/documents/document.ts';
import { storable } from '../database/storable.ts';
import { canonicalUrl, siteName } from '../url/canonical-url.ts';
import { parsePublicationDate, type DatePrecision } from '../dates/publication-date.ts';
import { isScope, SCOPES } from '../query/scopes.ts';
import { collectionFault, metadataFault, storedMetadata } from './check-metadata.ts';
import {
  MAX_SOURCE_BYTES,
  MAX_TEXT_BYTES,
  MAX_TITLE_BYTES,
  MAX_URL_BYTES,
  type DocumentInput,
} from './document-input.ts';

/** A valid document. Empty fields are undefined. */
export interface CheckedDocument {
  url: string;
  canonicalUrl: string;
  title: string | undefined;
  text: string;
  publishedAt: Date | undefined;
  publishedPrecision: DatePrecision | undefined;
  source: string;
  scope: string | undefined;
  collection: string | undefined;
  metadata: DocumentMetadata | undefined;
  /** SHA-256 in hex of all fields that a search can show or filter by. */
  contentHash: string;
}

export type DocumentCheck = { status: 'ok'; document: CheckedDocument } | { status: 'error'; message: string };

/** Validates a document by docs/rules.md#documents. The URL is not fetched. */
export function checkDocument(given: DocumentInput): DocumentCheck {
  const message = faultOf(given);
  return message === undefined ? { status: 'ok', document: accepted(given) } : { status: 'error', message };
}

function faultOf(given: DocumentInput): string | undefined {
  return (
    urlFault(given.url) ??
    lengthFault('title', given.title, MAX_TITLE_BYTES) ??
    lengthFault('source', given.source, MAX_SOURCE_BYTES) ??
    textFault(given.text) ??
    dateFault(given.publishedDate) ??
    scopeFault(given.scope) ??
    collectionFault(given.collection) ??
    metadataFault(given.metadata)
  );
}

function accepted(given: DocumentInput): CheckedDocument {
  const published = given.publishedDate === undefined ? undefined : parsePublicationDate(given.publishedDate);
  const members = {
    title: blankToUndefined(given.title),
    text: storable(given.text),
    publishedAt: published?.at,
    publishedPrecision: published?.precision,
    source: blankToUndefined(given.source) ?? siteName(given.url),
    scope: blankToUndefined(given.scope),
    collection: given.collection,
    metadata: storedMetadata(given.metadata),
  };
  return { url: given.url, canonicalUrl: canonicalUrl(given.url), ...members, contentHash: hashOf(members) };
}

function urlFault(url: string): string | undefined {
  if (url !== url.trim() || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    return 'url is not an absolute http or https URL';
  if (Buffer.byteLength(url) > MAX_URL_BYTES) return `url is longer than ${MAX_URL_BYTES} bytes`;
  if (storable(url) !== url) return 'url holds characters that cannot be stored';
  const { username, password } = new URL(url);
  return username === '' && password === '' ? undefined : 'url holds a user name or password';
}

function textFault(text: string): string | undefined {
  if (text.trim() === '') return 'text is blank';
  return lengthFault('text', text, MAX_TEXT_BYTES);
}

function dateFault(date: string | undefined): string | undefined {
  if (date === undefined || parsePublicationDate(date)) return undefined;
  return 'published_date is neither YYYY-MM-DD nor an ISO 8601 date-time';
}

function scopeFault(scope: string | undefined): string | undefined {
  const name = blankToUndefined(scope);
  return name === undefined || isScope(name) ? undefined : `scope is not one of ${SCOPES.join(', ')}`;
}

function lengthFault(member: string, text: string | undefined, maxBytes: number): string | undefined {
  return Buffer.byteLength(text ?? '') > maxBytes ? `${member} is longer than ${maxBytes} bytes` : undefined;
}

function blankToUndefined(text: string | undefined): string | undefined {
  const trimmed = storable(text ?? '').trim();
  return trimmed === '' ? undefined : trimmed;
}

const ADDED: ReadonlySet<string> = new Set(['collection', 'metadata'] satisfies Array<keyof CheckedDocument>);

function hashOf(members: Omit<CheckedDocument, 'url' | 'canonicalUrl' | 'contentHash'>): string {
  return (
    createHash('sha256')
      // Without what is absent since it came later, so that documents that were indexed before keep their hash.
      .update(
        JSON.stringify(Object.entries(members).filter(([name, value]) => value !== undefined || !ADDED.has(name))),
      )
      .digest('hex')
  );
}
