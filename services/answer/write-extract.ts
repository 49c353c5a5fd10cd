import { citedUnits, composePlain, nothingFound } from './text/compose.ts';
import type { AnswerRequest } from './answer-request.ts';
import type { Source } from '../page-text/source.ts';
import { answersIn, type Answers } from '../answer-units/answers-in.ts';
import type { Side } from './read-sides.ts';
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
  [whole, ...sides]: readonly Asked[],
): Promise<Extract> {
  const { units, sources, close } = (await ofBothSides(sides, MOST_SOURCES[tier])) ?? (await answersOf(whole));
  if (responseFormat.type === 'json_object') {
    const text = units.length > 0 ? composePlain(units.map(({ unit }) => unit)) : nothingFound(query);
    return { sources: units.length > 0 ? sources : [], texts: [JSON.stringify({ answer: text })] };
  }
  if (units.length > 0) return { sources, texts: citedUnits(units) };
  const links = close.slice(0, MOST_CLOSE);
  return { sources: links, texts: [nothingFound(query) + linksTo(links)] };
}

type Asked = Pick<Side, 'query' | 'sources' | 'by'>;

type Given = Pick<Answers, 'units' | 'sources' | 'close'>;

const answersOf = async (side: Asked | undefined): Promise<Given> =>
  side ? answersIn(side.query, side.sources, side.by) : { units: [], sources: [], close: [] };

/** What answers each side best; undefined unless both have an answer of their own. */
async function ofBothSides(sides: readonly Asked[], mostSources: number): Promise<Given | undefined> {
  const [one, other] = await Promise.all(sides.map(answersOf));
  const [first, second] = [one?.units[0], other?.units[0]];
  if (!one || !other || !first || !second || first.unit.text === second.unit.text) return undefined;
  const sources = [one.sources.slice(0, 1), other.sources.slice(0, 1), one.sources, other.sources].flat();
  const byUrl = new Map(sources.map((source) => [source.url, source]));
  return { units: [first, second], sources: [...byUrl.values()].slice(0, mostSources), close: [] };
}

function linksTo(sources: readonly Source[]): string {
  if (sources.length === 0) return '';
  return ` Close to it: ${sources.map(({ title, name, url }) => markdownLink(title || name, url)).join(', ')}.`;
}
