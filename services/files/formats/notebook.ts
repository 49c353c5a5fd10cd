import { z } from 'zod';
import { fenced } from './code.ts';
import { FileFault } from './file-fault.ts';
import type { FileText } from './file-text.ts';

const Text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))]);
const Output = z.object({ text: Text.optional(), data: z.object({ 'text/plain': Text.optional() }).optional() });
const Cell = z.object({ cell_type: z.string(), source: Text, outputs: z.array(Output).optional() });
const Notebook = z.object({
  cells: z.array(Cell),
  metadata: z.object({ language_info: z.object({ name: z.string() }).optional() }).optional(),
});

const MAX_OUTPUT_LENGTH = 10_000;

/** A Jupyter notebook: its text as it is, its code and the text of its outputs between fences. */
export function notebookText(json: string): FileText {
  const parsed = Notebook.safeParse(valueOf(json));
  if (!parsed.success) throw new FileFault('it is not a notebook of format 4');
  const { cells, metadata } = parsed.data;
  const language = metadata?.language_info?.name ?? '';
  return { markdown: cells.flatMap((cell) => partsOf(cell, language)).join('\n\n') };
}

function partsOf({ cell_type: type, source, outputs = [] }: z.infer<typeof Cell>, language: string): string[] {
  if (source.trim() === '') return [];
  if (type !== 'code') return [type === 'raw' ? fenced(source, '') : source.trim()];
  const texts = outputs.map(({ text, data }) => (text ?? data?.['text/plain'] ?? '').slice(0, MAX_OUTPUT_LENGTH));
  return [fenced(source, language), ...texts.filter((text) => text.trim() !== '').map((text) => fenced(text, ''))];
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new FileFault('it is not valid JSON', { cause: error });
  }
}
