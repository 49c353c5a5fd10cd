/** A sentence that only says where to read on. */
const POINTER =
  /^(?:\W*(?:for|please|also|more)\b[^.]{0,60}\b)?\W*(?:see|refer to|consult|described in|documented (?:in|at)|more (?:information|details))\b[^.]*\.?$/iu;
/** A sentence about the text, and not about its subject. */
const ON_TEXT =
  /^(?:in\s+)?(?:this|the (?:following|next|previous|remaining|rest of this))\s+(?:chapter|section|page|appendix|document|manual|article|part)s?\b|\bbelow this line\b|\bthe content is the same as\b/iu;

/** Sentences without those at their end that say nothing of the subject. */
export function withoutPointers(sentences: readonly string[]): string[] {
  const last = sentences.findLastIndex((sentence) => !isPointer(sentence) && !ON_TEXT.test(sentence));
  return sentences.slice(0, last + 1);
}

/** Whether a sentence only says where to read on. */
export const isPointer = (sentence: string): boolean => POINTER.test(sentence);
