import { citeWritten } from '../../grounding/model-text/cite-unit.ts';
import type { Source } from '../../page-text/source.ts';
import type { VerifiedUnit } from '../../grounding/model-text/judge-unit.ts';
import { isParted, isTableRule, isWrapped, unwrapped } from '../../grounding/model-text/line-breaks.ts';
import type { WrittenUnit } from '../../grounding/model-text/text-units.ts';

/**
 * Regroups the units of a finished text. Table rows without outer pipes and wrapped sentences are not recognizable in a
 * text that is still being written. A unit whose kind changes is verified again.
 */
export function wholeUnits(units: readonly VerifiedUnit[], sources: readonly Source[]): VerifiedUnit[] {
  const whole = withUnwrapped(withOpenRows(units.map(({ written }) => written)));
  const before = new Map(units.map((unit) => [unit.written, unit]));
  return whole.map((written) => before.get(written) ?? { written, ...citeWritten(written, sources) });
}

/** Turns the line above a table's rule, the rule, and the lines below it into one row each. */
function withOpenRows(units: readonly WrittenUnit[]): WrittenUnit[] {
  const lines = linesOf(units);
  let inTable = false;
  return lines.flatMap((line, index) => {
    const row = asRow(line);
    const next = lines[index + 1];
    const rule = next && asRow(next);
    const isHead = rule !== undefined && isTableRule(rule.text) && !isParted(rule.lead);
    inTable = row !== undefined && (isHead || (inTable && !isParted(row.lead)));
    return row === undefined || !inTable || line[0]?.kind === 'row' ? line : [row];
  });
}

function linesOf(units: readonly WrittenUnit[]): WrittenUnit[][] {
  const lines: WrittenUnit[][] = [];
  for (const unit of units) {
    const line = lines.at(-1);
    if (line === undefined || unit.lead.includes('\n')) lines.push([unit]);
    else line.push(unit);
  }
  return lines;
}

/** A line as a table row; undefined if it has no cells. */
function asRow(line: readonly WrittenUnit[]): WrittenUnit | undefined {
  const [first] = line;
  if (first === undefined || (first.kind !== 'sentence' && first.kind !== 'row')) return undefined;
  const text = line.map((unit, index) => (index === 0 ? '' : unit.lead) + unit.text).join('');
  return /(?<!\\)\|/.test(text) ? { lead: first.lead, text, kind: 'row' } : undefined;
}

function withUnwrapped(units: readonly WrittenUnit[]): WrittenUnit[] {
  const whole: WrittenUnit[] = [];
  for (const unit of units) {
    const last = whole.at(-1);
    if (last !== undefined && isWrapped(last, unit)) whole[whole.length - 1] = unwrapped(last, unit);
    else whole.push(unit);
  }
  return whole;
}
