import { countWords } from '../blocks/count-words.ts';
import { isNavigation } from '../blocks/navigation.ts';
import { isSignature } from '../page-text/signature.ts';
import type { PlacedUnit } from './place.ts';
import { isPointer } from './units/pointers.ts';

const FEWEST_WORDS = 4;

/** The rest of a sentence that code or a list has cut: it begins in lower case with a word that joins it to what is lost. */
const CONTINUES = /^(?:and|as|because|but|if|or|so|than|that|unless|when|where|whereas|which|while|who|whose|with)\s/;
/** A question, or what the list or code below it completes. */
const LEADS_ON =
  /[?:？：][^\p{L}\p{N}_]*$|\b(?:with|by|to|of|for|as|like|and|or|is|are|execute|run|type|use|using)\s*$/iu;

/** Whether a unit can be an answer: questions, fragments, introductions and pointers cannot. */
export function isSayable({ unit }: PlacedUnit): boolean {
  if (unit.kind === 'code') return unit.lead !== undefined;
  if (unit.kind === 'table' || unit.kind === 'row') return !isNavigation(unit.lines ?? [], 'whole');
  if (unit.kind === 'list') return true;
  if (isSignature(unit.text) || isPointer(unit.text)) return false;
  return countWords(unit.text) >= FEWEST_WORDS && !LEADS_ON.test(unit.text) && !CONTINUES.test(unit.text);
}

/** The share of the terms of the shorter of two texts that the other one has too. */
export function alike({ has }: PlacedUnit, other: PlacedUnit): number {
  const shared = [...has].filter((term) => other.has.has(term)).length;
  return shared / Math.max(1, Math.min(has.size, other.has.size));
}

/** From this likeness on, one of two units says nothing that the other one does not say. */
export const MOST_ALIKE = 0.6;
