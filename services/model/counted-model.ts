import type { Model, ModelUsage } from './port.ts';

/** A model that adds up the token usage of its calls, for one answer. */
export interface CountedModel extends Model {
  /** Usage as the server counts, over all calls; undefined if it did not report one of them. */
  usage(): ModelUsage | undefined;
}

export function countedModel(model: Model): CountedModel {
  const total: ModelUsage = { promptTokens: 0, completionTokens: 0 };
  let uncounted = 0;
  return {
    async *write(call, signal) {
      // A call that is abandoned reports no usage.
      uncounted += 1;
      const usage = yield* model.write(call, signal);
      if (usage) uncounted -= 1;
      total.promptTokens += usage?.promptTokens ?? 0;
      total.completionTokens += usage?.completionTokens ?? 0;
      return usage;
    },
    usage: () => (uncounted === 0 && total.promptTokens > 0 ? { ...total } : undefined),
  };
}
