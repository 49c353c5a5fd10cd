import type { QuestionKind } from '../answer-units/languages/question-language.ts';
import { namesByRelation } from '../query/names-by-relation.ts';

/** `What city`, `who`, `when was`: one fact, which a sentence says. `When should` asks for advice. English alone. */
const ASKS_FACT =
  /^\W*(?:(?:in|on|at|of|from|to|for|by|with)\s+)?(?:who|whom|whose|where|(?:what|which)\s+(?!(?:is|are|was|were|does|do|did|can|could|should|would|will|may|might|happens?|about|if|to|else|goes)\b)\p{L}+|when\s+(?:is|are|was|were|did|has|have|had|does|do\s+(?!i\b|you\b|we\b)))\b/iu;

/** Whether a question wants something explained, which takes some sentences, and not one fact. */
export function asksToExplain(question: string, { value, isDefault, yesNo, list }: QuestionKind): boolean {
  if (value || isDefault || yesNo) return false;
  return !namesByRelation(question) && (list || !ASKS_FACT.test(question));
}
