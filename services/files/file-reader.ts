import { basename, extname } from 'node:path';
import { createThreads, type ThreadFailure } from '../process/threads.ts';
import type { Extractor } from '../extract/extractor.ts';
import { settledMediaType, type MediaType } from '../extract/media-type.ts';
import { cutToLimit } from '../extract/text-as-markdown.ts';
import { decodeText } from '../fetch/character-set.ts';
import { contentOf } from '../fetch/read-page.ts';
import { fileKindOf, mostBytesOf, type ArchiveFormat, type FileFormat, type FileKind } from './file-kinds.ts';
import type { FileTask, FileTaskResult } from './files-thread.ts';
import { fenced } from './formats/code.ts';
import type { FileText } from './formats/file-text.ts';

interface GivenFile {
  /** Its name, or its path below a folder, with slashes. */
  path: string;
  bytes: Uint8Array;
}

/** A document of a file, or why it has none. The path of a file in an archive begins with that of the archive. */
export type FileRead = { path: string } & (
  | { status: 'read'; text: FileText & { title: string } }
  | { status: 'failed'; reason: string }
);

/** Turns files into Markdown, in threads that can be killed. */
export interface FileReader {
  /** The documents of a file: one, or those of an archive or a mailbox. Failures are of single files. */
  read(file: GivenFile, options: ReadFileOptions): AsyncGenerator<FileRead>;
  close(): Promise<void>;
}

interface ReadFileOptions {
  /** The address of a document, by its path. */
  urlOf(path: string): string;
  /** Ends the work; its reason is rethrown. */
  signal: AbortSignal;
}

const THREADS = 2;
const DEADLINE_MS = 15_000;
const MAX_HEAP_MB = 512;
const MAX_GROWTH_BYTES = 768 * 1024 * 1024;

const FAILURES: Record<ThreadFailure, string> = {
  'too slow': 'it takes too long to read',
  'too much memory': 'it takes too much memory to read',
  crashed: 'it could not be read',
};

export function createFileReader(extractor: Extractor): FileReader {
  const threads = createThreads<FileTask, FileTaskResult>({
    script: new URL('files-thread.ts', import.meta.url),
    threads: THREADS,
    deadlineMs: DEADLINE_MS,
    maxHeapMb: MAX_HEAP_MB,
    maxGrowthBytes: () => MAX_GROWTH_BYTES,
  });

  async function inThread(task: FileTask, signal: AbortSignal): Promise<FileTaskResult> {
    const done = await threads.run(task, signal);
    return done.status === 'done' ? done.result : { status: 'failed', message: FAILURES[done.reason] };
  }

  async function* readArchive(
    file: GivenFile,
    format: ArchiveFormat,
    options: ReadFileOptions,
  ): AsyncGenerator<FileRead> {
    const { path, bytes } = file;
    const opened = await inThread({ type: 'archive', format, bytes }, options.signal);
    if (opened.status !== 'entries') return yield failed(path, opened.status === 'failed' ? opened.message : '');
    const { entries, nested } = opened;
    if (entries.length + nested.length === 0) yield failed(path, 'it holds no file that can be read');
    for (const inner of nested) yield failed(`${path}/${inner}`, 'an archive within an archive is not read');
    for (const entry of entries) yield await readOne({ path: `${path}/${entry.path}`, bytes: entry.bytes }, options);
  }

  async function readOne({ path, bytes }: GivenFile, { urlOf, signal }: ReadFileOptions): Promise<FileRead> {
    const kind = settledKind(path, bytes);
    if (bytes.length > mostBytesOf(kind)) return failed(path, `it is larger than ${mostBytesOf(kind)} bytes`);
    if (kind.type === 'archive') return failed(path, 'an archive within an archive is not read');
    const read = await textOf(kind, { bytes, url: urlOf(path) }, signal);
    if (read.status === 'failed') return failed(path, read.message);
    const markdown = cutToLimit(read.text.markdown);
    if (markdown.trim() === '') return failed(path, 'it has no text');
    return { path, status: 'read', text: { ...read.text, markdown, title: titleOf(path, kind, read.text) } };
  }

  async function textOf(
    kind: FileKind,
    { bytes, url }: { bytes: Uint8Array; url: string },
    signal: AbortSignal,
  ): Promise<FileTaskResult & { status: 'text' | 'failed' }> {
    if (kind.type === 'page') return pageText(kind.mediaType, { bytes, url }, signal);
    if (kind.type === 'archive') return { status: 'failed', message: 'it is an archive' };
    const isText = kind.type === 'code' || TEXT_FORMATS.has(kind.format);
    if (isText && !settledMediaType(PLAIN, bytes).kind) return { status: 'failed', message: 'it is not a text file' };
    const text = isText ? decodeText(Buffer.from(bytes), PLAIN) : '';
    if (kind.type === 'code') return { status: 'text', text: { markdown: text.trim() && fenced(text, kind.language) } };
    const result = await inThread({ type: 'text', format: kind.format, bytes, text, url }, signal);
    return result.status === 'entries' ? { status: 'failed', message: 'it is an archive' } : result;
  }

  async function pageText(
    mediaType: MediaType,
    { bytes, url }: { bytes: Uint8Array; url: string },
    signal: AbortSignal,
  ): Promise<FileTaskResult & { status: 'text' | 'failed' }> {
    if (!mediaType.kind) return { status: 'failed', message: 'it is not a file of a known type' };
    const { content } = await contentOf({ extractor }, { bytes: Buffer.from(bytes), mediaType, finalUrl: url }, signal);
    return content.status === 'failed' ? content : { status: 'text', text: content };
  }

  return {
    async *read(file, options) {
      const kind = settledKind(file.path, file.bytes);
      if (kind.type !== 'archive') return yield await readOne(file, options);
      if (file.bytes.length > mostBytesOf(kind))
        return yield failed(file.path, `it is larger than ${mostBytesOf(kind)} bytes`);
      yield* readArchive(file, kind.format, options);
    },
    close: () => threads.close(),
  };
}

const PLAIN: MediaType = { essence: 'text/plain', kind: 'text' };
const TEXT_FORMATS: ReadonlySet<FileFormat> = new Set(['csv', 'notebook']);

const failed = (path: string, reason: string): FileRead => ({ path, status: 'failed', reason });

/** The kind by the name, corrected where the first bytes leave no doubt. */
function settledKind(path: string, bytes: Uint8Array): FileKind {
  const byName = fileKindOf(path);
  const declared = byName?.type === 'page' ? byName.mediaType : undefined;
  const mediaType = settledMediaType(declared, bytes);
  return byName === undefined || byName.type === 'page' || mediaType.kind === 'pdf'
    ? { type: 'page', mediaType }
    : byName;
}

const HEADING = /^#{1,2} +(\S.*)$/m;
const HEADING_WITHIN = 10_000;
const MOST_HEADING = 1_000;

/** The title that the file has, its first heading, or its name. The heading of a sheet is the name of that sheet alone. */
function titleOf(path: string, kind: FileKind, { title, markdown }: FileText): string {
  const isHeaded =
    kind.type === 'format'
      ? kind.format !== 'workbook'
      : kind.type === 'page' && kind.mediaType.essence === 'text/markdown';
  const heading = isHeaded ? headingOf(markdown) : undefined;
  const isWhole = kind.type === 'code';
  return title ?? heading ?? (isWhole ? basename(path) : basename(path, extname(path)));
}

function headingOf(markdown: string): string | undefined {
  const heading = HEADING.exec(markdown.slice(0, HEADING_WITHIN))?.[1]?.slice(0, MOST_HEADING);
  return heading?.replace(/ *#*$/, '').trim();
}
