import { basename, extname } from 'node:path';
import type { DocumentKind, MediaType } from '../extract/media-type.ts';
import { LANGUAGES } from './formats/code.ts';

/** Formats that are converted in a thread. */
export type FileFormat = 'word' | 'workbook' | 'slides' | 'open document' | 'csv' | 'email' | 'notebook';

export type ArchiveFormat = 'zip' | 'tar' | 'mailbox';

/** How a file is read. */
export type FileKind =
  /** As a downloaded page of this type. */
  | { type: 'page'; mediaType: MediaType }
  | { type: 'format'; format: FileFormat }
  | { type: 'code'; language: string }
  | { type: 'archive'; format: ArchiveFormat };

const MEBIBYTE = 1024 * 1024;

const page = (essence: string, kind: DocumentKind): FileKind => ({ type: 'page', mediaType: { essence, kind } });
const format = (name: FileFormat): FileKind => ({ type: 'format', format: name });
const archive = (name: ArchiveFormat): FileKind => ({ type: 'archive', format: name });

const KINDS: Readonly<Record<string, FileKind>> = {
  '.html': page('text/html', 'html'),
  '.htm': page('text/html', 'html'),
  '.xhtml': page('text/html', 'html'),
  '.md': page('text/markdown', 'text'),
  '.markdown': page('text/markdown', 'text'),
  '.txt': page('text/plain', 'text'),
  '.rst': page('text/plain', 'text'),
  '.json': page('application/json', 'json'),
  '.xml': page('application/xml', 'xml'),
  '.pdf': page('application/pdf', 'pdf'),
  '.docx': format('word'),
  '.xlsx': format('workbook'),
  '.pptx': format('slides'),
  '.odt': format('open document'),
  '.csv': format('csv'),
  '.tsv': format('csv'),
  '.eml': format('email'),
  '.ipynb': format('notebook'),
  '.zip': archive('zip'),
  '.tar': archive('tar'),
  '.tgz': archive('tar'),
  '.tar.gz': archive('tar'),
  '.mbox': archive('mailbox'),
};

/** The kind by the ending of the name; undefined for an ending that is not known. */
export function fileKindOf(path: string): FileKind | undefined {
  const name = basename(path).toLowerCase();
  const ending = name.endsWith('.tar.gz') ? '.tar.gz' : extname(name);
  const language = LANGUAGES[ending];
  return KINDS[ending] ?? (language === undefined ? undefined : { type: 'code', language });
}

const JSON_LINES = new Set(['.jsonl', '.ndjson']);

/** Whether each line of such a file is a document. */
export const isJsonLines = (path: string) => JSON_LINES.has(extname(path).toLowerCase());

const MAX_LARGE_BYTES = 64 * MEBIBYTE;
const MAX_TEXT_BYTES = 10 * MEBIBYTE;
const TEXT_FORMATS: ReadonlySet<FileFormat> = new Set(['csv', 'notebook']);

/** As for pages that are downloaded: text is smaller than what has pictures or is packed. */
export function mostBytesOf(kind: FileKind | undefined): number {
  if (kind?.type === 'archive') return MAX_LARGE_BYTES;
  if (kind?.type === 'format') return TEXT_FORMATS.has(kind.format) ? MAX_TEXT_BYTES : MAX_LARGE_BYTES;
  return kind?.type === 'page' && kind.mediaType.kind === 'pdf' ? MAX_LARGE_BYTES : MAX_TEXT_BYTES;
}

export const MAX_FILE_BYTES = MAX_LARGE_BYTES;

export const READABLE_ENDINGS = [...Object.keys(KINDS), ...JSON_LINES, ...Object.keys(LANGUAGES)].join(', ');
