import type { UnitSource } from '../answer-units/units/unit.ts';
import type { SourcePassage } from '../page-text/source.ts';

/** The passages of the sources, each with its source, best first. */
export function bestParts<S extends UnitSource>(
  sources: readonly S[],
  most: number,
): Array<{ source: S; part: SourcePassage }> {
  return sources
    .flatMap((source) => source.parts.map((part) => ({ source, part })))
    .toSorted((one, other) => other.part.score - one.part.score)
    .slice(0, most);
}
