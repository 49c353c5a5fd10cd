import type { JudgedUnit } from './judge-unit.ts';
import { isParted } from './line-breaks.ts';

/**
 * Which units stay: supported ones, a heading above one that stays, the head of a table with remaining rows, and an
 * introduction or a question with a unit after it.
 */
export function keptUnits(units: readonly JudgedUnit[]): boolean[] {
  const kept = units.map(({ status }) => status === 'supported');
  const groups = groupsOf(units);
  // From the end, because an introduction of an introduction depends on what follows both.
  for (let index = units.length - 1; index >= 0; index -= 1) {
    const unit = units[index];
    if (unit?.status === 'structural') kept[index] = hasReason(index, { units, kept, groups });
  }
  return kept;
}

interface Around {
  units: readonly JudgedUnit[];
  kept: readonly boolean[];
  groups: readonly number[];
}

function hasReason(index: number, { units, kept, groups }: Around): boolean {
  const unit = units[index];
  if (unit?.kind === 'heading') {
    const level = levelOf(unit);
    const end = units.findIndex((other, at) => at > index && other.kind === 'heading' && levelOf(other) <= level);
    return units
      .slice(index + 1, end === -1 ? undefined : end)
      .some((other, at) => other.status === 'supported' && kept[index + 1 + at]);
  }
  if (unit?.kind !== 'row' && !/[\p{L}\p{N}]/u.test(unit?.text ?? ''))
    return kept.slice(index + 1).includes(true) && units.slice(0, index).some(({ status }) => status === 'supported');
  const own = groups[index];
  const behind =
    units.findIndex((_, at) => at > index && groups[at] === own) === -1 ? groups.find((_, at) => at > index) : own;
  return units.some((other, at) => at > index && groups[at] === behind && other.kind !== 'heading' && kept[at]);
}

// A line in bold ranks below all headings.
const levelOf = ({ lead }: JudgedUnit) => /#+/.exec(lead)?.[0].length ?? 7;
const LIST_MARK = /(?:^|\n)[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+$/;

/** Numbers the paragraphs, lists, tables and headings. */
function groupsOf(units: readonly JudgedUnit[]): number[] {
  let group = 0;
  let inList = false;
  return units.map((unit, index) => {
    const isItem = LIST_MARK.test(unit.lead);
    const startsLine = index === 0 || unit.lead.includes('\n');
    const isAnother =
      unit.kind !== units[index - 1]?.kind ||
      unit.kind === 'heading' ||
      (isItem && !inList) ||
      (!isItem && isParted(unit.lead));
    if (startsLine && isAnother) group += 1;
    if (startsLine) inList = isItem || (inList && !isParted(unit.lead) && unit.kind === 'sentence');
    return group;
  });
}
