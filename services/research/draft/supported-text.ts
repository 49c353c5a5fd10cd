import {
  judgeHeaderRow,
  isHead,
  judge,
  knownTermsOf,
  type JudgedUnit,
  type VerifiedUnit,
} from '../../grounding/model-text/judge-unit.ts';
import type { Source } from '../../page-text/source.ts';
import { wholeUnits } from './whole-units.ts';
import { keptUnits } from '../../grounding/model-text/kept-units.ts';
import { dropLead, takeLead } from '../../grounding/model-text/leads.ts';

const ITEM = /^([\s\S]*\n)?([ \t]*)(?:([-*+])|(\d{1,3})([.)]))([ \t]+)$/;

export interface SupportedText {
  /** Markdown with a link to a source at each claim; empty if no claim is supported. */
  text: string;
  /** Sentences that no source supports, as written. */
  unsupported: string[];
}

/**
 * Reduces a written report to its supported claims. Headings, tables and introductions without content are removed too.
 */
export function supportedText(
  verified: readonly VerifiedUnit[],
  sources: readonly Source[],
  topic: string,
): SupportedText {
  const units = wholeUnits(verified, sources);
  const known = knownTermsOf(topic, sources);
  // A model in a loop repeats a sentence a thousand times.
  const judgedBefore = new Map<string, JudgedUnit>();
  const judged = units.map((unit, index) => {
    if (isHead([units[index - 1], unit, units[index + 1]])) return judgeHeaderRow(unit, known);
    const same = `${unit.written.kind} ${unit.written.lead}${unit.written.text}`;
    const found = judgedBefore.get(same) ?? judge(unit, sources, known);
    judgedBefore.set(same, found);
    return found;
  });
  return {
    text: judged.some(({ status }) => status === 'supported') ? joinUnits(judged) : '',
    unsupported: units.filter((_, index) => judged[index]?.status === 'unsupported').map(({ written }) => written.text),
  };
}

/**
 * Joins the supported units with the structure around them: a heading with content below it, the head of a table with
 * rows, an introduction or a question with something after it.
 */
function joinUnits(units: readonly JudgedUnit[]): string {
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

interface Level {
  indent: number;
  /** Current indentation of its items. */
  shown: string;
  /** Whether its last item was removed, so that its nested items move up. */
  isDropped: boolean;
  /** Number of its next item. */
  next: number | undefined;
}

/**
 * Markers of list items, renumbered and moved up where items before or above them were removed; undefined for other
 * units.
 */
function listMarks(units: readonly JudgedUnit[], kept: readonly boolean[]): Array<string | undefined> {
  let levels: Level[] = [];
  return units.map(({ lead, kind }, index) => {
    const [, before = '', indent = '', bullet, digits, stop = '', space = ''] =
      (kind === 'sentence' && ITEM.exec(lead)) || [];
    if (space === '') {
      if (/\n\S*$/.test(lead) || kind !== 'sentence') levels = [];
      return undefined;
    }
    const last = levels.findLast((level) => level.indent <= indent.length);
    const level: Level =
      last?.indent === indent.length
        ? last
        : { indent: indent.length, shown: shownBelow(last, indent), isDropped: false, next: undefined };
    levels = [...levels.filter((other) => other.indent < indent.length), level];
    level.isDropped = !isItemKept(index, units, kept);
    level.next ??= digits === undefined ? undefined : Number(digits);
    const number = level.next;
    if (number !== undefined && !level.isDropped) level.next = number + 1;
    return `${before}${level.shown}${bullet ?? `${number ?? digits}${stop}`}${space}`;
  });
}

function shownBelow(above: Level | undefined, indent: string): string {
  if (above === undefined) return indent;
  return above.isDropped ? above.shown : above.shown + indent.slice(above.indent);
}

/** Whether an item keeps a sentence: its first one, or a later one on its line. */
function isItemKept(index: number, units: readonly JudgedUnit[], kept: readonly boolean[]): boolean {
  const end = units.findIndex(({ lead }, at) => at > index && lead.includes('\n'));
  return kept.slice(index, end === -1 ? undefined : end).includes(true);
}
