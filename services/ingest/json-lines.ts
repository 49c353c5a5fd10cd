import { GivenDocument } from '../documents/request.ts';
import { ServiceError } from '../core/errors.ts';
import { parseRequest } from '../core/validation.ts';
import type { Labels } from '../documents/document-of-page.ts';
import type { IngestInput } from './input.ts';
import { linesOf, type TextLine } from './lines.ts';

// A text of 1 MiB may be six times as long in JSON's escapes.
const MOST_BYTES_OF_LINE = 8 * 1024 * 1024;

export interface LineGiven {
  given: IngestInput;
  /** Bytes of the stream up to the line's end. */
  endsAt: number;
}

/** The documents of JSON lines, each in the form of `POST /v1/documents`. What a line leaves out comes from the labels. */
export async function* documentsOfLines(
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
