import { extname } from 'node:path';
import type { MediaType } from '../extract/media-type.ts';

const MEBIBYTE = 1024 * 1024;

const HTML: MediaType = { essence: 'text/html', kind: 'html' };
const TEXT: MediaType = { essence: 'text/plain', kind: 'text' };
const MARKDOWN: MediaType = { essence: 'text/markdown', kind: 'text' };

const MEDIA_TYPES: Record<string, MediaType> = {
  '.html': HTML,
  '.htm': HTML,
  '.xhtml': HTML,
  '.md': MARKDOWN,
  '.markdown': MARKDOWN,
  '.txt': TEXT,
  '.json': { essence: 'application/json', kind: 'json' },
  '.pdf': { essence: 'application/pdf', kind: 'pdf' },
};

const JSON_LINES = new Set(['.jsonl', '.ndjson']);

const endingOf = (path: string) => extname(path).toLowerCase();

/** The media type by file extension; undefined if a file with this extension is not a single document. */
export const mediaTypeOf = (path: string): MediaType | undefined => MEDIA_TYPES[endingOf(path)];

/** Whether each line of such a file is a document. */
export const isJsonLines = (path: string) => JSON_LINES.has(endingOf(path));

export const isReadable = (path: string) => mediaTypeOf(path) !== undefined || isJsonLines(path);

/** As for pages that are downloaded. */
export const mostBytesOf = ({ kind }: MediaType) => (kind === 'pdf' ? 64 * MEBIBYTE : 10 * MEBIBYTE);

export const READABLE_ENDINGS = [...Object.keys(MEDIA_TYPES), ...JSON_LINES].join(', ');
