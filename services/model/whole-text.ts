import type { z } from 'zod';
import type { Model, ModelCall } from './port.ts';

/** The complete output of one call. @throws the errors of `Model` */
export async function wholeText(model: Model, call: ModelCall, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const piece of model.write(call, signal)) text += piece;
  return text;
}

/** The JSON object in a model's text, with or without text around it; undefined if none fits the schema. */
export function writtenObject<Schema extends z.ZodType>(schema: Schema, written: string): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(written.slice(written.indexOf('{'), written.lastIndexOf('}') + 1)));
  } catch {
    return undefined;
  }
}
