import { MIMEType } from 'whatwg-mimetype';

/** How a body is read: HTML is extracted from, the others are taken as they are. */
export type DocumentKind = 'html' | 'xml' | 'json' | 'text';

export interface MediaType {
  /** Type and subtype in lower case, without parameters. */
  essence: string;
  /** The `charset` parameter as sent. */
  charset?: string;
  /** Nothing where the type is not served. */
  kind?: DocumentKind;
}

const KINDS: Record<string, DocumentKind> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/x-markdown': 'text',
  'application/json': 'json',
  'text/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
};

/** Served by a reader of their own or not at all; the `+xml` and `+json` rule is not theirs. */
const NOT_TEXT = new Set(['application/rss+xml', 'application/atom+xml', 'application/rdf+xml']);

/** What the origin declares, or nothing where it declares nothing that can be read. */
export function declaredMediaType(headers: Headers): MediaType | undefined {
  const parsed = MIMEType.parse(headers.get('content-type') ?? '');
  if (!parsed) return undefined;
  const { essence } = parsed;
  const charset = parsed.parameters.get('charset');
  const kind = kindOf(essence);
  return { essence, ...(charset && { charset }), ...(kind && { kind }) };
}

function kindOf(essence: string): DocumentKind | undefined {
  const known = KINDS[essence];
  if (known) return known;
  if (!essence.startsWith('application/') || NOT_TEXT.has(essence)) return undefined;
  if (essence.endsWith('+json')) return 'json';
  return essence.endsWith('+xml') ? 'xml' : undefined;
}

const SNIFFED_BYTES = 1445;
const HTML_START = /^\s*(<!doctype html|<html|<head|<body|<script|<title|<!--|<h1|<div|<p[ >])/i;

/** What an undeclared body is, by its first bytes. @see https://mimesniff.spec.whatwg.org/ */
export function sniffedMediaType(bytes: Uint8Array): MediaType {
  const start = Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1');
  if (HTML_START.test(start)) return { essence: 'text/html', kind: 'html' };
  if (/^\s*<\?xml/.test(start)) return { essence: 'text/xml', kind: 'xml' };
  // oxlint-disable-next-line no-control-regex -- the control characters that the standard calls binary
  if (/[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(start)) return { essence: 'application/octet-stream' };
  return { essence: 'text/plain', kind: 'text' };
}
