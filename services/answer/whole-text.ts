import type { Model, ModelCall } from '../model/model.ts';

/** All that a model writes in one call. @throws what `Model` throws */
export async function wholeText(model: Model, call: ModelCall, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const piece of model.write(call, signal)) text += piece;
  return text;
}
