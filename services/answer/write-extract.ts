import { citedUnits, composePlain, nothingFound } from './text/compose.ts';
import type { AnswerRequest } from './answer-request.ts';
import type { Source } from '../page-text/source.ts';
import { answersIn } from '../answer-units/answers-in.ts';
import { compareSides, type AskedSide, type Compared } from './compare-sides.ts';
import { markdownLink } from '../text/markdown/markdown.ts';

export interface Extract {
  /** The sources that answer, or that are close to what was asked, best first. */
  sources: readonly Source[];
  /** The answer in pieces that form one text when joined; at least one. */
  texts: string[];
}

const MOST_CLOSE = 3;
const MOST_SOURCES = { base: 8, pro: 20 };

/**
 * Answers in parts of the sources, one a piece. A structured answer is a single piece, because half of it is not valid
 * JSON.
 *
 * @param sides the question itself first; two more are the things that it compares
 */
export async function writeExtract(
  { query, responseFormat, tier }: Pick<AnswerRequest, 'query' | 'responseFormat' | 'tier'>,
  [whole, ...sides]: readonly AskedSide[],
): Promise<Extract> {
  const { units, sources, close } = whole ? await answersOf(whole, sides, MOST_SOURCES[tier]) : NOTHING;
  if (responseFormat.type === 'json_object') {
    const text = units.length > 0 ? composePlain(units.map(({ unit }) => unit)) : nothingFound(query);
    return { sources: units.length > 0 ? sources : [], texts: [JSON.stringify({ answer: text })] };
  }
  if (units.length > 0) return { sources, texts: citedUnits(units) };
  const links = close.slice(0, MOST_CLOSE);
  return { sources: links, texts: [nothingFound(query) + linksTo(links)] };
}

interface Given extends Compared {
  close: readonly Source[];
}

const NOTHING: Given = { units: [], sources: [], close: [] };

async function answersOf(whole: AskedSide, sides: readonly AskedSide[], mostSources: number): Promise<Given> {
  const compared = await compareSides(whole, sides);
  if (!compared) return answersIn(whole.query, whole.sources, whole.by);
  return { units: compared.units, sources: compared.sources.slice(0, mostSources), close: [] };
}

function linksTo(sources: readonly Source[]): string {
  if (sources.length === 0) return '';
  return ` Close to it: ${sources.map(({ title, name, url }) => markdownLink(title || name, url)).join(', ')}.`;
}
