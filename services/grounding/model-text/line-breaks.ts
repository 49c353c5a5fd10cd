import { isStopWord, wordsOf } from '../../text/words.ts';
import { MOST_CHARACTERS } from './cite-unit.ts';
import type { WrittenUnit } from './text-units.ts';

export const isParted = (lead: string): boolean => /\n[ \t]*\n/.test(lead);
export const isTableRule = (text: string): boolean => /^[-|:\s]*-[-|:\s]*$/.test(text);

// A single line break, without a list marker after it.
const WRAP = /^[ \t]*\n[ \t]*(?:>[ \t]?)*$/;
const ENDED = /[.!?…:;。！？\])】|][\s"'”’)*_]*$/;

/** Whether a sentence is complete, so that no later line continues it. */
export const isEnded = (text: string): boolean => ENDED.test(text);

/** Joins the sentence of a line with the line that continues it. */
export function unwrapped(above: WrittenUnit, below: WrittenUnit): WrittenUnit {
  return { ...above, text: `${above.text.trimEnd()} ${below.text}` };
}

/**
 * Whether a line continues the sentence above it. A line that starts with a capital does so only after a word that
 * requires another one.
 */
export function isWrapped(above: WrittenUnit, below: WrittenUnit): boolean {
  if (above.kind !== 'sentence' || below.kind !== 'sentence' || !WRAP.test(below.lead)) return false;
  if (
    above.text.length + below.text.length > MOST_CHARACTERS ||
    isEnded(above.text) ||
    /^[*_]{2}.*[*_]{2}\s*$/.test(above.text)
  )
    return false;
  return (
    /^[*_"“(]*[\p{Ll}\p{Nd}$€£¥]/u.test(below.text) ||
    /,\s*$/.test(above.text) ||
    isStopWord(wordsOf(above.text).at(-1) ?? '')
  );
}
