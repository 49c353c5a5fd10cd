import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { ServiceError } from '../../../services/core/errors.ts';
import type { FileContent } from '../../../services/files/index-files.ts';
import { declaredBytes } from './read-body.ts';

export interface FormLimits {
  maxBytes: number;
  /** A larger file is not kept beyond its first bytes; `byteCount` says so. */
  maxFileBytes: number;
  maxFiles: number;
}

export interface SentForm {
  /** The text fields by name, and `files`. */
  members: Record<string, unknown>;
  byteCount: number;
  /** Deletes the files. */
  dispose(): Promise<void>;
}

const MOST_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;
const MOST_HEADERS = 20;

/** A file on the disk, until the form is disposed of. The hash is what an Idempotency-Key refers to. */
interface SpooledFile extends FileContent {
  sha256: string;
}

/**
 * Reads a form, its files to the disk as they arrive.
 *
 * @throws ServiceError INVALID_REQUEST for one that is malformed or too large, CANCELLED if the caller leaves
 */
export async function readForm(request: IncomingMessage, limits: FormLimits): Promise<SentForm> {
  if (declaredBytes(request, 0) > limits.maxBytes) throw tooLarge(limits.maxBytes);
  const folder = await mkdtemp(join(tmpdir(), 'quarry-form-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await spooled(request, limits, folder)), dispose };
  } catch (error) {
    // What the caller still sends is read and dropped, so that it can read the refusal.
    request.unpipe();
    request.resume();
    await dispose();
    throw error;
  }
}

async function spooled(
  request: IncomingMessage,
  limits: FormLimits,
  folder: string,
): Promise<Pick<SentForm, 'members' | 'byteCount'>> {
  const { maxBytes, maxFileBytes, maxFiles } = limits;
  const form = parserOf(request, limits);
  const members = Object.create(null) as Record<string, unknown>;
  const files: Array<Promise<{ name: string; content: SpooledFile }>> = [];
  const broken = Promise.withResolvers<never>();
  const ending = new AbortController();
  broken.promise.catch(() => ending.abort());
  const refuse = (message: string) => broken.reject(new ServiceError('INVALID_REQUEST', message));
  let byteCount = 0;
  request.on('data', (chunk: Buffer) => {
    byteCount += chunk.length;
    if (byteCount > maxBytes) broken.reject(tooLarge(maxBytes));
  });
  request.once('error', (cause) =>
    broken.reject(new ServiceError('CANCELLED', 'The client disconnected before the end of its request.', { cause })),
  );
  form.on('field', (name, value, _isNameCut, isCut) => {
    if (isCut) refuse(`${name}: is longer than ${MAX_FIELD_BYTES} bytes`);
    else if (Object.hasOwn(members, name) || name === 'files') refuse(`${name}: is sent twice, or as text`);
    else members[name] = value;
  });
  form.on('file', (field, stream, fileName) => {
    if (field !== 'files' && field !== 'file') refuse(`${field}: is not a field for files; there is files`);
    const path = join(folder, String(files.length));
    const stored = storeFile(stream, path, { maxFileBytes, signal: ending.signal }).then((content) => ({
      name: fileName ?? '',
      content,
    }));
    stored.catch((error: unknown) => broken.reject(isOfSystem(error) ? error : malformed(error)));
    files.push(stored);
  });
  form.on('filesLimit', () => refuse(`files: holds more than ${maxFiles} files`));
  form.on('fieldsLimit', () => refuse(`The form has more than ${MOST_FIELDS} fields.`));
  form.on('error', (error) => broken.reject(malformed(error)));
  request.pipe(form);
  try {
    await Promise.race([once(form, 'finish'), broken.promise]);
    return { members: { ...members, files: await Promise.race([Promise.all(files), broken.promise]) }, byteCount };
  } catch (error) {
    request.unpipe(form);
    ending.abort();
    // The folder is deleted next: no file may still be open or written in it.
    await Promise.allSettled(files);
    throw error;
  }
}

/** Whether an error is of the disk, and not of the form. */
const isOfSystem = (error: unknown) => error instanceof Error && 'errno' in error;

const malformed = (cause: unknown) => new ServiceError('INVALID_REQUEST', 'The form is malformed.', { cause });

function parserOf(request: IncomingMessage, { maxFileBytes, maxFiles }: FormLimits): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      // A name may be a path below a folder.
      preservePath: true,
      limits: {
        fields: MOST_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        files: maxFiles,
        fileSize: maxFileBytes + 1,
        headerPairs: MOST_HEADERS,
      },
    });
  } catch (error) {
    throw new ServiceError('INVALID_REQUEST', 'The form has no boundary.', { cause: error });
  }
}

interface Storing {
  maxFileBytes: number;
  signal: AbortSignal;
}

async function storeFile(stream: Readable, path: string, { maxFileBytes, signal }: Storing): Promise<SpooledFile> {
  const hash = createHash('sha256');
  let byteCount = 0;
  stream.on('data', (chunk: Buffer) => {
    byteCount += chunk.length;
    hash.update(chunk);
  });
  // Also takes the parser's error on the stream, which would end the process.
  await pipeline(stream, createWriteStream(path), { signal });
  return {
    byteCount,
    sha256: hash.digest('hex'),
    read: () => (byteCount > maxFileBytes ? Promise.resolve(new Uint8Array()) : readFile(path)),
  };
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('INVALID_REQUEST', `The body is larger than ${maxBytes} bytes.`, { refusal: 'too_large' });
}
