import type { Model, ModelUsage } from './port.ts';

/** A model whose calls are added up, for one answer. */
export interface CountedModel extends Model {
  /** As the server counts, all calls together; undefined where it did not count one of them. */
  usage(): ModelUsage | undefined;
}

export function countedModel(model: Model): CountedModel {
  const total: ModelUsage = { promptTokens: 0, completionTokens: 0 };
  let uncounted = 0;
  return {
    async *write(call, signal) {
      // A call that is left before its end says nothing of what it took.
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
