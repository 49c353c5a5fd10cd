import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Documents } from '../documents/documents.ts';
import type { FileReader } from '../files/file-reader.ts';
import { isJsonLines } from '../files/file-kinds.ts';
import type { Labels } from '../documents/document-of-page.ts';
import { aloneFile, countFiles, filesBelow, type FileChoice, type FoundFile } from './files.ts';
import type { IngestInput, Sink } from './input.ts';
import { readFromFile } from './read-file.ts';
import { readFromUrl, type ReadWebDeps } from './read-web.ts';
import { sideBySide } from '../concurrency/side-by-side.ts';
import { createStore, type Tally } from './store.ts';
import type { ReadDocument } from './json-lines.ts';
import { openLines, takeLines } from './take-lines.ts';

const INPUTS_AT_ONCE = 4;
// Equals the extractor's threads for documents of usual size.
const FILES_AT_ONCE = 2;

export interface IngestDeps extends ReadWebDeps {
  documents: Documents;
  fileReader: FileReader;
  /** Reads the lines of JSON files and of standard input. */
  readDocument: ReadDocument;
  stdin: Readable;
}

export interface IngestOptions extends Labels, FileChoice {
  /** URLs of pages, feeds or sitemaps, paths of files or folders, `-` for JSON lines from standard input. */
  inputs: readonly string[];
  /** An organization, or EVERYONE. */
  owner: string;
  /** URL prefix for files; ends with a slash. */
  baseUrl: string;
  /** Maximum number of documents. */
  limit: number;
  onProgress(tally: Readonly<Tally>): void;
  /** Ends the run. Documents that are already read are stored. */
  signal: AbortSignal;
}

export interface IngestResult extends Tally {
  /** Whether the signal ended the run. */
  stopped: boolean;
}

/** Indexes documents from the web, from files and from JSON lines for an owner. */
export async function ingest(deps: IngestDeps, options: IngestOptions): Promise<IngestResult> {
  const enough = new AbortController();
  const broken = new AbortController();
  const signal = AbortSignal.any([options.signal, enough.signal, broken.signal]);
  const { owner, limit, onProgress } = options;
  const store = createStore({ documents: deps.documents, owner, limit, onProgress, onEnough: () => enough.abort() });
  try {
    await sideBySide(options.inputs, INPUTS_AT_ONCE, (input) =>
      takeInput({ ...deps, sink: store }, input, { ...options, signal }).catch((error: unknown) => {
        // A failure of the service, such as a lost database, aborts the other inputs too.
        if (!signal.aborted) broken.abort(error);
        throw error;
      }),
    );
  } catch {
    broken.signal.throwIfAborted();
  }
  await store.flush();
  return { ...store.tally, stopped: options.signal.aborted };
}

type Taking = IngestDeps & { sink: Sink };

async function takeInput(deps: Taking, input: string, options: IngestOptions): Promise<void> {
  const { sink, readDocument } = deps;
  if (input === '-')
    return takeLines(sink, { name: 'standard input', input: deps.stdin }, { ...options, readDocument });
  if (/^https?:\/\//i.test(input)) {
    if (!URL.canParse(input)) return sink.take({ status: 'failed', name: input, reason: 'it is not a URL' });
    return sink.isNew(input) ? readFromUrl(deps, sink, input, options) : undefined;
  }
  const found = await stat(input).catch(() => undefined);
  if (!found) return sink.take({ status: 'failed', name: input, reason: 'the file does not exist' });
  if (!found.isDirectory()) {
    sink.expect(1);
    return takeFile(deps, aloneFile(input), options);
  }
  sink.expect(await countFiles(input, options));
  await sideBySide(filesBelow(input, options), FILES_AT_ONCE, (file) => takeFile(deps, file, options));
}

async function takeFile(deps: Taking, file: FoundFile, options: IngestOptions): Promise<void> {
  options.signal.throwIfAborted();
  const { sink, readDocument } = deps;
  const { signal } = options;
  // A failure to read one file concerns only that file; the others continue.
  const unreadable = (error: unknown): IngestInput => {
    signal.throwIfAborted();
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { status: 'failed', name: file.path, reason: error.message };
  };
  if (isJsonLines(file.path)) {
    const opened = await openLines(file.path).catch(unreadable);
    if ('status' in opened) return sink.take(opened);
    sink.expect(-1);
    return takeLines(sink, opened, { ...options, readDocument });
  }
  let count = 0;
  try {
    for await (const given of readFromFile(deps.fileReader, file, options)) {
      count += 1;
      // The file itself has been announced.
      if (count > 1) sink.expect(1);
      await sink.take(onlyNew(sink, given));
    }
  } catch (error) {
    await sink.take(unreadable(error));
  }
}

function onlyNew(sink: Sink, given: IngestInput): IngestInput {
  if (given.status === 'failed' || sink.isNew(given.document.url)) return given;
  const reason = `another file has the URL ${given.document.url}; give each folder a --base-url of its own`;
  return { status: 'failed', name: given.name, reason };
}
