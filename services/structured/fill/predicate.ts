import { stemsOf } from '../../text/words.ts';
import type { Evidence } from './evidence.ts';
import type { Field } from './extract-field.ts';

const MOST_WORDS = 12;
const IS = /^(.{1,160}?)(?:\s+(?:is|are|was|were)(?=\s)|:)\s*(.+?)[.;]?$/su;
const OF = /\s+(?:of|from|in|with|as)\s+(?:the\s+|an?\s+)?/u;

/**
 * The value that a sentence gives a field: "Stone lasts" in "Its motto is Stone lasts.", "slate" in "The wall is made
 * of slate." A sentence that only mentions the field has no value.
 */
export function predicateOf(field: Field, { text }: Evidence): string | undefined {
  const [, subject = '', predicate = ''] = IS.exec(text) ?? [];
  const value = isCalledAfter(field, subject) ? predicate : behindParticiple(field, predicate);
  const [clause = ''] = value.split(/[,;]\s|\s(?:and|but|which|that|because|while)\s/);
  const words = clause
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.length > 0 && words.length <= MOST_WORDS ? words.join(' ') : undefined;
}

/**
 * Whether the subject has a word for each significant word of the field, and one of them is its head: "motto of the
 * guild" matches, "guild's motto committee" does not.
 */
function isCalledAfter({ cues }: Field, subject: string): boolean {
  const [head = ''] = subject.split(/\s(?:of|for|in|at|on)\s/);
  const stems = stemsOf(subject);
  const last = stemsOf(head).at(-1);
  return (
    cues.every((cue) => stems.some((stem) => cue.has(stem))) && cues.some((cue) => last !== undefined && cue.has(last))
  );
}

function behindParticiple({ cues }: Field, predicate: string): string {
  const [participle = '', ...rest] = predicate.split(OF);
  const last = stemsOf(participle).at(-1);
  return rest.length > 0 &&
    participle.split(' ').length <= 2 &&
    cues.length > 0 &&
    cues.every((cue) => last !== undefined && cue.has(last))
    ? rest.join(' ')
    : '';
}
