import { comparedThings } from '../../query/compared-things.ts';
import type { Section } from '../findings/sections.ts';

/**
 * The sections without those of questions that compare two things where no source sets the two against each other: the
 * sections of the sides tell what is known. Such a section stays if no side has an answer.
 */
export function withWholesOfBoth(sections: readonly Section[]): Section[] {
  return sections.filter((section) => {
    const sides = sidesOf(section, sections);
    return sides.length < 2 || section.isContrast || sides.every((side) => side.groups.length === 0);
  });
}

/** The sections of the questions of which a comparison consists; none for another question. */
function sidesOf({ question }: Section, sections: readonly Section[]): Section[] {
  const compared = new Set((comparedThings(question)?.questions ?? []).map((one) => one.toLowerCase()));
  if (!compared.has(question.replace(/[\s?!.]+$/, '').toLowerCase())) return [];
  return sections.filter((side) => side.question !== question && compared.has(side.question.toLowerCase()));
}
