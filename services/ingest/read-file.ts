import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Extractor } from '../extract/extractor.ts';
import { settledMediaType } from '../extract/media-type.ts';
import { contentOf } from '../fetch/read-page.ts';
import { cutToLimit } from '../extract/text-as-markdown.ts';
import { documentOfPage, type Labels } from '../documents/document-of-page.ts';
import { mediaTypeOf, mostBytesOf, READABLE_ENDINGS } from './file-kinds.ts';
import type { FoundFile } from './files.ts';
import type { IngestInput } from './input.ts';

export interface ReadFileOptions extends Labels {
  /** Ends with a slash; the file's relative path is appended. */
  baseUrl: string;
  signal: AbortSignal;
}

/** The document of one file, read as a page of its type would be. */
export async function readOneFile(
  extractor: Extractor,
  { path, relativePath }: FoundFile,
  { baseUrl, signal, ...labels }: ReadFileOptions,
): Promise<IngestInput> {
  const failed = (reason: string): IngestInput => ({ status: 'failed', name: path, reason });
  const declared = mediaTypeOf(path);
  if (!declared) return failed(`its name ends in none of ${READABLE_ENDINGS}`);
  const { size } = await stat(path);
  if (size > mostBytesOf(declared)) return failed(`it is larger than ${mostBytesOf(declared)} bytes`);
  const bytes = await readFile(path, { signal });
  const mediaType = settledMediaType(declared, bytes);
  if (!mediaType.kind) return failed('it is not a text file');
  const url = urlOfFile(baseUrl, relativePath);
  const { content } = await contentOf({ extractor }, { bytes, mediaType, finalUrl: url }, signal);
  if (content.status === 'failed') return failed(content.message);
  const markdown = cutToLimit(content.markdown);
  if (markdown.trim() === '') return failed('it has no text');
  const title =
    content.title ??
    (declared.essence === 'text/markdown' ? headingOf(markdown) : undefined) ??
    basename(path, extname(path));
  return { status: 'document', name: path, document: documentOfPage(url, { ...content, title, markdown }, labels) };
}

/** File names may contain characters that are invalid or reserved in URLs. */
function urlOfFile(baseUrl: string, relativePath: string): string {
  return (
    baseUrl +
    relativePath
      .split('/')
      .map((name) => encodeURIComponent(name.toWellFormed()))
      .join('/')
  );
}

const headingOf = (markdown: string) => /^#{1,2} +(.+?) *#*$/m.exec(markdown.slice(0, 10_000))?.[1];
