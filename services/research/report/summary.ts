import { countWords } from '../../blocks/count-words.ts';
import { isBlock } from '../../answer/text/write-unit.ts';
import { sentenceOf, shortened } from './present.ts';
import type { Finding, Section } from '../findings/sections.ts';

const LEAST = 2;
const MOST = 4;
// A longer one summarizes nothing.
const MOST_WORDS = 40;

/**
 * The first sentence of up to four sections, a bullet each. Undefined where fewer than two sections have one, or where
 * the sections say no more than the summary would.
 */
export function summaryOf(sections: readonly Section[]): string | undefined {
  const all = sections.flatMap(({ groups }) => leadOf(groups));
  const leads = [...new Map(all.map((lead) => [lead.unit.text, lead])).values()].slice(0, MOST);
  const hasMore = sections.filter(({ groups }) => groups.length > 1 || groups[0]?.some(({ unit }) => isBlock(unit)));
  if (leads.length < LEAST || hasMore.length === 0) return undefined;
  return leads.map((lead) => `- ${sentenceOf(lead)}`).join('\n');
}

/** The best finding of a section, if it is one undisputed sentence. */
function leadOf([first]: ReadonlyArray<readonly Finding[]>): Finding[] {
  if (!first || first.length !== 1) return [];
  const [given] = first;
  const finding = given && shortened(given);
  return finding && !isBlock(finding.unit) && countWords(finding.unit.text) <= MOST_WORDS ? [finding] : [];
}
