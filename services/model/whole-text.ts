import type { z } from 'zod';
import { ServiceError } from '../core/errors.ts';
import type { Model, ModelCall } from './port.ts';

/** The complete output of one call. @throws the errors of `Model` */
export async function wholeText(model: Model, call: ModelCall, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const piece of model.write(call, signal)) text += piece;
  return text;
}

/**
 * The JSON object that a model writes for a call. Undefined if none fits the schema, or if the model is unavailable: the
 * caller goes on without it.
 *
 * @throws the signal's reason
 */
export async function objectIfAvailable<Schema extends z.ZodType>(
  model: Model,
  { schema, ...call }: Omit<ModelCall, 'json'> & { schema: Schema },
  signal: AbortSignal,
): Promise<z.output<Schema> | undefined> {
  try {
    return writtenObject(schema, await wholeText(model, { ...call, json: true }, signal));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** The JSON object in a model's text, with or without text around it; undefined if none fits the schema. */
export function writtenObject<Schema extends z.ZodType>(schema: Schema, written: string): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(written.slice(written.indexOf('{'), written.lastIndexOf('}') + 1)));
  } catch {
    return undefined;
  }
}
