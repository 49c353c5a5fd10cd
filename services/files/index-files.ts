import type { DocumentInput } from '../documents/document-input.ts';
import { documentOfPage, type Labels } from '../documents/document-of-page.ts';
import type { Documents } from '../documents/documents.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';
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

/** A large file takes up to a gigabyte while it is read: one at a time in this process, beside small ones. */
const LARGE_BYTES = 4 * 1024 * 1024;
const SMALL_AT_ONCE = 4;

export function createIndexFiles(documents: Pick<Documents, 'index'>, reader: FileReader): IndexFiles {
  const turns = { large: createSemaphore(1), small: createSemaphore(SMALL_AT_ONCE) };
  return async (call) => {
    const { files, orgId, signal } = call;
    const taken = createTaken(documents, call);
    const endsAt = performance.now() + WITHIN_MS;
    for (const file of files) {
      const turn = file.content.byteCount > LARGE_BYTES ? turns.large : turns.small;
      await turn.run(signal, () => takeFile(reader, file, { call, taken, endsAt }), orgId);
      if (taken.isFull()) break;
    }
    return taken.finish();
  };
}

interface Taking {
  call: IndexFilesCall;
  taken: Taken;
  endsAt: number;
}

async function takeFile(
  reader: FileReader,
  { name, content }: SentFile,
  { call, taken, endsAt }: Taking,
): Promise<void> {
  const path = safePath(name) ?? name.replace(/[/\\\0]+/g, '-');
  if (content.byteCount > MAX_FILE_BYTES)
    return taken.take({ path, status: 'failed', reason: `it is larger than ${MAX_FILE_BYTES} bytes` });
  const options = { urlOf: (of: string) => urlOf(of, call), signal: call.signal };
  const late: FileRead = { path, status: 'failed', reason: 'the call took too long before it was read to its end' };
  if (performance.now() > endsAt) return taken.take(late);
  for await (const read of reader.read({ path, bytes: await content.read() }, options)) {
    await taken.take(read);
    if (taken.isFull()) return;
    if (performance.now() > endsAt) return taken.take(late);
  }
}

/** The results of a call in the order of its files, and the documents that wait for their portion to be indexed. */
interface Taken {
  take(read: FileRead): Promise<void>;
  /** Whether the call has as many documents as it may have. */
  isFull(): boolean;
  finish(): Promise<{ accepted: number; results: Results }>;
}

function createTaken(documents: Pick<Documents, 'index'>, call: IndexFilesCall): Taken {
  const results: Results = [];
  const seen = new Set<string>();
  let accepted = 0;
  let portion: DocumentInput[] = [];
  const count = () => results.length + portion.length;

  async function flush(): Promise<void> {
    if (portion.length === 0) return;
    const indexed = await documents.index(call.orgId, portion);
    portion = [];
    accepted += indexed.accepted;
    results.push(...indexed.results);
  }

  return {
    isFull: () => count() > MOST_DOCUMENTS,
    async take(read) {
      const given = documentOf(read, call);
      const fault = faultOf(given, seen, count());
      if (fault === undefined && 'text' in given) portion.push(given);
      if (fault !== undefined || portion.length === PORTION_DOCUMENTS || lengthOf(portion) > PORTION_LENGTH)
        await flush();
      if (fault !== undefined) results.push({ url: given.url, status: 'error', error: fault });
    },
    async finish() {
      await flush();
      return { accepted, results };
    },
  };
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
