import { open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Labels } from '../documents/document-of-page.ts';
import type { IngestInput, Sink } from './input.ts';
import { GivenDocument } from '../documents/request.ts';
import { ServiceError } from '../core/errors.ts';
import { parseRequest } from '../core/validation.ts';
import { linesOf, type TextLine } from './lines.ts';

// A text of 1 MiB may be six times as long in JSON's escapes.
const MOST_BYTES_OF_LINE = 8 * 1024 * 1024;

/** A stream of JSON lines. */
export interface LineReader {
  name: string;
  input: Readable;
  /** In bytes, where it is known. */
  size?: number;
}

/** @throws as `open`, for a file that cannot be read */
export async function openLines(path: string): Promise<LineReader> {
  const file = await open(path);
  const { size } = await file.stat();
  return { name: path, input: file.createReadStream(), size };
}

/** Takes the document of each line, as fast as they are stored. */
export async function takeLines(
  sink: Sink,
  { name, input, size }: LineReader,
  { signal, ...labels }: Labels & { signal: AbortSignal },
): Promise<void> {
  let count = 0;
  let expected = 0;
  // The signal ends the wait for a line that never comes.
  for await (const { given, endsAt } of documentsOfLines(addAbortSignal(signal, input), name, labels)) {
    count += 1;
    // How many there are is known at the end only; until then they are taken to be as long as those before.
    const estimate = Math.max(count, Math.round((count * (size ?? 0)) / endsAt));
    sink.expect(estimate - expected);
    expected = estimate;
    await sink.take(given);
  }
}

interface LineGiven {
  given: IngestInput;
  /** Bytes of the stream up to the line's end. */
  endsAt: number;
}

/** The documents of JSON lines, each in the form of `POST /v1/documents`. What a line leaves out comes from the labels. */
async function* documentsOfLines(
  chunks: AsyncIterable<Buffer>,
  name: string,
  labels: Labels,
): AsyncGenerator<LineGiven> {
  for await (const line of linesOf(chunks, MOST_BYTES_OF_LINE))
    yield { given: documentOfLine(line, name, labels), endsAt: line.endsAt };
}

function documentOfLine({ number, text }: TextLine, name: string, { scope, source }: Labels): IngestInput {
  const where = `${name}:${number}`;
  if (text === undefined)
    return { status: 'failed', name: where, reason: `the line is longer than ${MOST_BYTES_OF_LINE} bytes` };
  try {
    const given = parseRequest(GivenDocument, JSON.parse(text.replace(/^\uFEFF/, '')));
    return {
      status: 'document',
      name: where,
      document: { ...given, scope: given.scope ?? scope, source: given.source ?? source },
    };
  } catch (error) {
    if (error instanceof SyntaxError) return { status: 'failed', name: where, reason: 'the line is not JSON' };
    if (error instanceof ServiceError) return { status: 'failed', name: where, reason: error.message };
    throw error;
  }
}
