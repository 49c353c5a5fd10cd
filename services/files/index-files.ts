import type { DocumentInput } from '../documents/document-input.ts';
import { documentOfPage, type Labels } from '../documents/document-of-page.ts';
import type { Documents } from '../documents/documents.ts';
import { safePath } from './archives/entries.ts';
import { MAX_FILE_BYTES } from './file-kinds.ts';
import type { FileRead, FileReader } from './file-reader.ts';
import { FILES_BASE_URL, urlOfFile } from './url-of-file.ts';

/** The bytes of a file that was sent. */
export interface FileContent {
  byteCount: number;
  /** @throws if they are gone */
  read(): Promise<Uint8Array>;
}

interface SentFile {
  /** Its name, or its path below a folder. */
  name: string;
  content: FileContent;
}

export interface IndexFilesCall {
  orgId: string;
  files: readonly SentFile[];
  labels: Labels;
  /** Of the one file, or the base of the addresses of all. Absent: the reserved host. */
  url?: string | undefined;
  baseUrl?: string | undefined;
  signal: AbortSignal;
}

type Results = Awaited<ReturnType<Documents['index']>>['results'];

/** Indexes the documents of files, in the order of the files; the fault of one file is its result. */
export type IndexFiles = (call: IndexFilesCall) => Promise<{ accepted: number; results: Results }>;

// An archive holds at most 500, and the response has a result for each.
const MOST_DOCUMENTS = 1_000;
const WITHIN_MS = 240_000;
const PORTION_DOCUMENTS = 50;
const PORTION_LENGTH = 4 * 1024 * 1024;

export function createIndexFiles(documents: Pick<Documents, 'index'>, reader: FileReader): IndexFiles {
  return async (call) => {
    const results: Results = [];
    let accepted = 0;
    let portion: DocumentInput[] = [];
    const flush = async () => {
      const indexed = await documents.index(call.orgId, portion);
      portion = [];
      accepted += indexed.accepted;
      results.push(...indexed.results);
    };
    const seen = new Set<string>();
    for await (const read of withinTime(readsOf(reader, call))) {
      const given = documentOf(read, call);
      const fault = faultOf(given, seen, results.length + portion.length);
      if (fault === undefined && 'text' in given) portion.push(given);
      const isFull = portion.length === PORTION_DOCUMENTS || lengthOf(portion) > PORTION_LENGTH;
      // Results stay in the order of the files.
      if (portion.length > 0 && (isFull || fault !== undefined)) await flush();
      if (fault !== undefined) results.push({ url: given.url, status: 'error', error: fault });
      if (results.length + portion.length > MOST_DOCUMENTS) break;
    }
    if (portion.length > 0) await flush();
    return { accepted, results };
  };
}

async function* readsOf(reader: FileReader, call: IndexFilesCall): AsyncGenerator<FileRead> {
  const { files, signal } = call;
  for (const { name, content } of files) {
    const path = safePath(name) ?? name.replace(/[/\\\0]+/g, '-');
    if (content.byteCount > MAX_FILE_BYTES)
      yield { path, status: 'failed', reason: `it is larger than ${MAX_FILE_BYTES} bytes` };
    else yield* reader.read({ path, bytes: await content.read() }, { urlOf: (of) => urlOf(of, call), signal });
  }
}

/** A call ends in time for its caller: what is not read by then is read by a further call. */
async function* withinTime(reads: AsyncGenerator<FileRead>): AsyncGenerator<FileRead> {
  const endsAt = performance.now() + WITHIN_MS;
  for await (const read of reads) {
    yield read;
    if (performance.now() < endsAt) continue;
    return yield {
      path: read.path,
      status: 'failed',
      reason: 'the call took too long: the files after it were not read',
    };
  }
}

type Given = DocumentInput | { url: string; error: string };

function documentOf(read: FileRead, call: IndexFilesCall): Given {
  const url = urlOf(read.path, call);
  return read.status === 'failed' ? { url, error: read.reason } : documentOfPage(url, read.text, call.labels);
}

function faultOf(given: Given, seen: Set<string>, count: number): string | undefined {
  if (count >= MOST_DOCUMENTS) return `the call has more than ${MOST_DOCUMENTS} documents: the rest was not read`;
  if ('error' in given) return given.error;
  if (seen.has(given.url)) return 'another file of the call has this URL';
  seen.add(given.url);
  return undefined;
}

/** A single file may have an address; the files of an archive have theirs below it. */
function urlOf(path: string, { files, url, baseUrl }: Pick<IndexFilesCall, 'files' | 'url' | 'baseUrl'>): string {
  const [first] = files;
  if (url === undefined || !first) return urlOfFile(baseUrl ?? FILES_BASE_URL, path);
  const own = safePath(first.name) ?? first.name;
  return path.startsWith(`${own}/`) ? urlOfFile(url.endsWith('/') ? url : `${url}/`, path.slice(own.length + 1)) : url;
}

const lengthOf = (portion: readonly DocumentInput[]) => portion.reduce((sum, { text }) => sum + text.length, 0);
