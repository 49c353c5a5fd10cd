import { MIMEType } from 'whatwg-mimetype';

/** How a body is read: HTML, feeds and PDFs are extracted, the others are kept as they are. */
export type DocumentKind = 'html' | 'feed' | 'pdf' | 'xml' | 'json' | 'text';

export interface MediaType {
  /** Type and subtype in lower case, without parameters. */
  essence: string;
  /** The `charset` parameter as sent. */
  charset?: string;
  /** Undefined if the type is not supported. */
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
  'application/rss+xml': 'feed',
  'application/atom+xml': 'feed',
  'application/rdf+xml': 'feed',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
};

/** Sent by servers that do not know the type: the same as no declaration. */
const UNSAID = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/unknown',
  'application/x-unknown',
  'unknown/unknown',
  '*/*',
]);

/** The type that the origin declares; undefined without a declaration that identifies the body. */
export function declaredMediaType(headers: Headers): MediaType | undefined {
  const parsed = MIMEType.parse(headers.get('content-type') ?? '');
  if (!parsed || UNSAID.has(parsed.essence)) return undefined;
  const { essence } = parsed;
  const charset = parsed.parameters.get('charset');
  const kind = kindOf(essence);
  return { essence, ...(charset && { charset }), ...(kind && { kind }) };
}

function kindOf(essence: string): DocumentKind | undefined {
  const known = KINDS[essence];
  if (known) return known;
  if (!essence.startsWith('application/')) return undefined;
  if (essence.endsWith('+json')) return 'json';
  return essence.endsWith('+xml') ? 'xml' : undefined;
}

const SNIFFED_BYTES = 1445;
const BEFORE_START = /^(?:\xef\xbb\xbf)?\s*/;
// Markup that may precede the root element, one piece at a time: a repeated group of these tries every way to pair the
// ends of comments.
const BEFORE_ROOT = /(?:<\?[^>]*\?>|<!--[\s\S]*?-->|<!doctype[^>]*>)\s*/iy;
const HTML_START = /^(?:\xef\xbb\xbf)?\s*(<!doctype html|<html|<head|<body|<script|<title|<!--|<h1|<div|<p[ >])/i;
const HTML_ROOT = /^<html[\s>]/i;
const FEED_ROOT = /^<(?:rss|feed|rdf:RDF)[\s>]/i;
const XML_START = /^(?:\xef\xbb\xbf)?\s*<\?xml/;
// oxlint-disable-next-line no-control-regex -- the control characters that the standard calls binary
const BINARY = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
const UTF_16_MARK = /^(\xfe\xff|\xff\xfe)/;
const PDF_START = /^(?:\xef\xbb\xbf)?\s*%PDF-/;

const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1');

/** From the root element on. */
function rootOf(start: string): string {
  const before = start.match(BEFORE_START)?.[0].length ?? 0;
  for (let at = before; ; at = BEFORE_ROOT.lastIndex) {
    BEFORE_ROOT.lastIndex = at;
    if (!BEFORE_ROOT.test(start)) return start.slice(at);
  }
}

/** The type of an undeclared body, by its first bytes. @see https://mimesniff.spec.whatwg.org/ */
function sniffedMediaType(bytes: Uint8Array): MediaType {
  const start = startOf(bytes);
  if (PDF_START.test(start)) return { essence: 'application/pdf', kind: 'pdf' };
  if (FEED_ROOT.test(rootOf(start))) return { essence: 'text/xml', kind: 'feed' };
  if (HTML_START.test(start) || HTML_ROOT.test(rootOf(start))) return { essence: 'text/html', kind: 'html' };
  if (XML_START.test(start)) return { essence: 'text/xml', kind: 'xml' };
  if (BINARY.test(start) && !UTF_16_MARK.test(start)) return { essence: 'application/octet-stream' };
  return { essence: 'text/plain', kind: 'text' };
}

/**
 * The declared type, corrected if the first bytes leave no doubt: a PDF is a PDF under any header, XML may be a feed or
 * a page, and a declared text may be binary. A page sent as plain text stays text, as in browsers.
 */
export function settledMediaType(declared: MediaType | undefined, bytes: Uint8Array): MediaType {
  if (!declared) return sniffedMediaType(bytes);
  const { kind } = declared;
  const start = startOf(bytes);
  if (PDF_START.test(start)) return { essence: 'application/pdf', kind: 'pdf' };
  // An error page may carry the type of the file that it replaces.
  if (kind === 'pdf') return HTML_START.test(start) ? { ...declared, essence: 'text/html', kind: 'html' } : declared;
  if ((kind === 'xml' || kind === 'html') && FEED_ROOT.test(rootOf(start))) return { ...declared, kind: 'feed' };
  if ((kind === 'xml' || kind === 'feed') && HTML_ROOT.test(rootOf(start))) return { ...declared, kind: 'html' };
  if (
    kind === 'text' &&
    BINARY.test(start) &&
    !UTF_16_MARK.test(start) &&
    !declared.charset?.toLowerCase().startsWith('utf-16')
  ) {
    return { essence: 'application/octet-stream' };
  }
  return declared;
}
