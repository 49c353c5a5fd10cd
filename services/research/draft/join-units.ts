import type { JudgedUnit } from '../../grounding/model-text/judge-unit.ts';
import { keptUnits } from '../../grounding/model-text/kept-units.ts';
import { dropLead, takeLead } from '../../grounding/model-text/leads.ts';
import { listMarks } from './list-marks.ts';

/**
 * Markdown of the units that were said, with what gives them form: a heading that has some of them below it, the head of a
 * table that has rows left, an introduction or a question that something follows.
 */
export function joinUnits(units: readonly JudgedUnit[]): string {
  const kept = keptUnits(units);
  const marks = listMarks(units, kept);
  let text = '';
  let droppedLead = '';
  for (const [index, unit] of units.entries()) {
    const lead = marks[index] ?? unit.lead;
    const isFirst = index === 0;
    if (kept[index]) text += takeLead(droppedLead, lead, isFirst) + unit.text;
    droppedLead = kept[index] ? '' : dropLead(droppedLead, lead, isFirst);
  }
  return text.trim();
}
