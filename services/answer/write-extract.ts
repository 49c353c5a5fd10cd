import { citedUnits, composePlain, nothingFound } from './compose.ts';
import type { AnswerRequest } from './answer-request.ts';
import type { Source } from '../sentence-selection/source.ts';
import { answersIn } from '../units/answers-in.ts';
import type { Rarity } from '../units/asked.ts';
import { markdownLink } from '../text/markdown/markdown.ts';

export interface Extract {
  /** The sources that answer, or that are close to what was asked, best first. */
  sources: readonly Source[];
  /** The answer in pieces that form one text when joined; at least one. */
  texts: string[];
}

const MOST_CLOSE = 3;

/**
 * Answers in parts of the sources, one a piece. A structured answer is a single piece, because half of it is not valid
 * JSON.
 */
export function writeExtract(
  { query, responseFormat }: Pick<AnswerRequest, 'query' | 'responseFormat'>,
  given: readonly Source[],
  rarity?: Rarity,
): Extract {
  const { units, sources, close } = answersIn(query, given, rarity);
  if (responseFormat.type === 'json_object') {
    const text = units.length > 0 ? composePlain(units.map(({ unit }) => unit)) : nothingFound(query);
    return { sources: units.length > 0 ? sources : [], texts: [JSON.stringify({ answer: text })] };
  }
  if (units.length > 0) return { sources, texts: citedUnits(units) };
  const links = close.slice(0, MOST_CLOSE);
  return { sources: links, texts: [nothingFound(query) + linksTo(links)] };
}

function linksTo(sources: readonly Source[]): string {
  if (sources.length === 0) return '';
  return ` Close to it: ${sources.map(({ title, name, url }) => markdownLink(title || name, url)).join(', ')}.`;
}
