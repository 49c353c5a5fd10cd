import { readFile, stat } from 'node:fs/promises';
import { documentOfPage, type Labels } from '../documents/document-of-page.ts';
import { fileKindOf, mostBytesOf, READABLE_ENDINGS } from '../files/file-kinds.ts';
import type { FileReader } from '../files/file-reader.ts';
import { urlOfFile } from '../files/url-of-file.ts';
import type { FoundFile } from './files.ts';
import type { IngestInput } from './input.ts';

export interface FromFileOptions extends Labels {
  /** Ends with a slash; the file's relative path is appended. */
  baseUrl: string;
  signal: AbortSignal;
}

/** The documents of a file: one, or those of an archive or a mailbox. @throws as `readFile` */
export async function* readFromFile(
  reader: FileReader,
  { path, relativePath }: FoundFile,
  { baseUrl, signal, scope, source, collection }: FromFileOptions,
): AsyncGenerator<IngestInput> {
  const kind = fileKindOf(path);
  if (!kind) return yield { status: 'failed', name: path, reason: `its name ends in none of ${READABLE_ENDINGS}` };
  const { size } = await stat(path);
  const mostBytes = mostBytesOf(kind);
  if (size > mostBytes) return yield { status: 'failed', name: path, reason: `it is larger than ${mostBytes} bytes` };
  const urlOf = (of: string) => urlOfFile(baseUrl, of);
  const folder = path.slice(0, path.length - relativePath.length);
  for await (const read of reader.read(
    { path: relativePath, bytes: await readFile(path, { signal }) },
    { urlOf, signal },
  )) {
    const name = `${folder}${read.path}`;
    yield read.status === 'failed'
      ? { status: 'failed', name, reason: read.reason }
      : {
          status: 'document',
          name,
          document: documentOfPage(urlOf(read.path), read.text, { scope, source, collection }),
        };
  }
}
