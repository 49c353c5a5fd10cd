import type { JudgedUnit } from '../../grounding/model-text/judge-unit.ts';

const ITEM = /^([\s\S]*\n)?([ \t]*)(?:([-*+])|(\d{1,3})([.)]))([ \t]+)$/;

interface Level {
  indent: number;
  /** Where its items stand now. */
  shown: string;
  /** Whether its last item was left out, so that what is below it moves up. */
  isDropped: boolean;
  /** The number of its next item. */
  next: number | undefined;
}

/** The leads of list items, numbered anew and moved up where items before or above them are left out; undefined for other units. */
export function listMarks(units: readonly JudgedUnit[], kept: readonly boolean[]): Array<string | undefined> {
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

/** Whether anything of an item stays: its first sentence, or another one behind it on its line. */
function isItemKept(index: number, units: readonly JudgedUnit[], kept: readonly boolean[]): boolean {
  const end = units.findIndex(({ lead }, at) => at > index && lead.includes('\n'));
  return kept.slice(index, end === -1 ? undefined : end).includes(true);
}
