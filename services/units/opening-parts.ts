import { passagesOf, passageText } from '../blocks/passages.ts';
import type { SourcePassage } from '../sentence-selection/source.ts';
import { share, type Asked } from './asked.ts';
import { nameTerms } from './place.ts';
import { questionKind } from './question-kind.ts';
import type { UnitSource } from './unit.ts';

const CHARACTERS = 3_000;
const CHARACTERS_FOR_A_LIST = 300_000;
const PASSAGES = 2;
const NAMED = 0.6;

/** How much of a document a question needs beside its passages: a list of terms may stand anywhere. 0: nothing. */
export function charactersToRead(question: string): number {
  const { list, definition } = questionKind(question);
  if (list) return CHARACTERS_FOR_A_LIST;
  return definition ? CHARACTERS : 0;
}

/**
 * The first passages of a document, for a question that asks for a definition of the document's subject. The definition
 * is usually at the beginning, often in words that the question does not share.
 */
export function openingParts({ kind, terms }: Asked, { title, text, parts }: UnitSource): SourcePassage[] {
  if (!kind.definition || text === undefined || !isNamed(title, terms)) return [];
  const known = new Set(parts.map(({ markdown }) => markdown));
  const score = Math.max(0, ...parts.map((part) => part.score));
  return passagesOf(text.slice(0, CHARACTERS))
    .slice(0, PASSAGES)
    .map((passage) => ({ markdown: passageText(passage), path: passage.path.map((entry) => entry.text), score }))
    .filter(({ markdown }) => !known.has(markdown));
}

/** Whether the question names the document's subject, by the share of the title's terms that it contains. */
function isNamed(title: string, terms: Asked['terms']): boolean {
  const wanted = new Map(Array.from(nameTerms(title), (term) => [term, 1]));
  return wanted.size > 0 && share(wanted, (term) => terms.has(term)) >= NAMED;
}
