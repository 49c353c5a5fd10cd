import { ServiceError } from '../core/errors.ts';
import type { Labels } from '../documents/document-of-page.ts';
import type { DocumentInput } from '../documents/document-input.ts';
import type { IngestInput } from './input.ts';
import { linesOf, type TextLine } from './lines.ts';

// JSON escapes can make a text of 1 MiB six times as long.
const MOST_BYTES_OF_LINE = 8 * 1024 * 1024;

export interface LineInput {
  input: IngestInput;
  /** Position of the line's end in the stream, in bytes. */
  endsAt: number;
}

/**
 * Reads the JSON value of a line as a document.
 *
 * @throws ServiceError saying what is wrong with a value that is not a document
 */
export type ReadDocument = (value: unknown) => DocumentInput;

export interface LineForm extends Labels {
  readDocument: ReadDocument;
}

/** The documents of JSON lines. Fields that a line omits come from the labels. */
export async function* documentsOfLines(
  chunks: AsyncIterable<Buffer>,
  name: string,
  form: LineForm,
): AsyncGenerator<LineInput> {
  for await (const line of linesOf(chunks, MOST_BYTES_OF_LINE))
    yield { input: documentOfLine(line, name, form), endsAt: line.endsAt };
}

function documentOfLine({ number, text }: TextLine, name: string, form: LineForm): IngestInput {
  const where = `${name}:${number}`;
  if (text === undefined)
    return { status: 'failed', name: where, reason: `the line is longer than ${MOST_BYTES_OF_LINE} bytes` };
  try {
    const read = form.readDocument(JSON.parse(text.replace(/^\uFEFF/, '')));
    return {
      status: 'document',
      name: where,
      document: {
        ...read,
        scope: read.scope ?? form.scope,
        source: read.source ?? form.source,
        collection: read.collection ?? form.collection,
      },
    };
  } catch (error) {
    if (error instanceof SyntaxError) return { status: 'failed', name: where, reason: 'the line is not JSON' };
    if (error instanceof ServiceError) return { status: 'failed', name: where, reason: error.message };
    throw error;
  }
}
