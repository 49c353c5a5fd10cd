import type { QuestionKind } from '../answer-units/languages/question-language.ts';
import { namesByRelation } from '../query/names-by-relation.ts';

/** `How is it prevented`, `when should it be used`, `what happens when`: what no single fact answers. English alone. */
const EXPLAINS =
  /^\W*(?:how\b(?!\s+(?:many|much|long|old|big|large|often|far|fast|deep|high|wide|tall|heavy)\b)|why\b|when\s+(?:should|would|to|can|do\s+(?:i|you|we)|is\s+it)\b|what\s+(?:happens?|causes?|(?:else\s+)?(?:can|could|might)\s+(?:go|happen|i|you|we))\b|(?:please\s+)?(?:explain|describe|compare|contrast|summari[sz]e|outline)\b|who\s+should\b)|\b(?:(?:dis)?advantages|drawbacks|limitations|risks|pros|cons)\b/iu;
/** `What city`, `which lock`: one fact. */
const ASKS_FACT =
  /^\W*(?:(?:in|on|at|of|from|to|for|by|with)\s+)?(?:who|whom|whose|where|(?:what|which)\s+(?!(?:is|are|was|were|does|do|did|can|could|happens?)\b)\p{L}+)\b/iu;

/** Whether a question wants something explained, which takes some sentences, and not one fact. */
export function asksToExplain(question: string, kind: QuestionKind): boolean {
  if (kind.value || kind.isDefault || kind.yesNo || namesByRelation(question)) return false;
  if (kind.list || kind.howTo || EXPLAINS.test(question)) return true;
  return kind.definition && !ASKS_FACT.test(question);
}
