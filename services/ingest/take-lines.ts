import { open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Sink } from './input.ts';
import { documentsOfLines, type LineForm } from './json-lines.ts';

/** A stream of JSON lines. */
export interface LineReader {
  name: string;
  input: Readable;
  /** In bytes, if known. */
  size?: number;
}

/** @throws as `open`, if a file cannot be read */
export async function openLines(path: string): Promise<LineReader> {
  const file = await open(path);
  const { size } = await file.stat();
  return { name: path, input: file.createReadStream(), size };
}

/** Takes the document of each line, as fast as they are stored. */
export async function takeLines(
  sink: Sink,
  { name, input, size }: LineReader,
  { signal, ...form }: LineForm & { signal: AbortSignal },
): Promise<void> {
  let count = 0;
  let expected = 0;
  // The signal ends the wait for a line that never arrives.
  for await (const { input: line, endsAt } of documentsOfLines(addAbortSignal(signal, input), name, form)) {
    count += 1;
    // The number of lines is known only at the end; until then, the remaining lines are assumed to be as long as the
    // previous ones.
    const estimate = Math.max(count, Math.round((count * (size ?? 0)) / endsAt));
    sink.expect(estimate - expected);
    expected = estimate;
    await sink.take(line);
  }
}
