import { comparedThings } from '../../query/compared-things.ts';
import { stemsOf } from '../../text/words.ts';
import type { Finding, Section } from './sections.ts';

const MOST_OF_BOTH = 2;

/**
 * The sections without what tells of one side only under a question that compares two: the section of that side tells it.
 * Such a question has no section of its own where nothing tells of both, if its sides have answers.
 */
export function withWholesOfBoth(sections: readonly Section[]): Section[] {
  return sections.flatMap((section) => {
    const sides = sidesOf(section, sections);
    if (sides.length < 2) return [section];
    const wanted = distinctStems(sides);
    const found = [...section.groups, ...section.further.map((finding) => [finding])];
    const groups = found.filter(([first]) => first && tellsOfAll(first, wanted)).slice(0, MOST_OF_BOTH);
    if (groups.length > 0) return [{ ...section, groups }];
    return sides.some((side) => side.groups.length > 0) ? [] : [section];
  });
}

/** The sections of the questions of which a comparison consists; none for another question. */
function sidesOf({ question }: Section, sections: readonly Section[]): Section[] {
  const compared = new Set((comparedThings(question)?.questions ?? []).map((one) => one.toLowerCase()));
  if (!compared.has(question.replace(/[\s?!.]+$/, '').toLowerCase())) return [];
  return sections.filter((side) => side.question !== question && compared.has(side.question.toLowerCase()));
}

/** For each side the stems that not all sides have. A side that another one extends has none. */
function distinctStems(sides: readonly Section[]): string[][] {
  const each = sides.map(({ question }) => new Set(stemsOf(question)));
  return each.map((stems) => [...stems].filter((stem) => !each.every((other) => other.has(stem))));
}

function tellsOfAll({ unit }: Finding, wanted: ReadonlyArray<readonly string[]>): boolean {
  const stems = new Set(stemsOf([unit.term, unit.lead, unit.text].join('\n')));
  return wanted.every((side) => side.length === 0 || side.some((stem) => stems.has(stem)));
}
