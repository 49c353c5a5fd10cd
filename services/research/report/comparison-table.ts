import type { Comparison } from '../../query/compared-things.ts';
import { escapeCell } from '../../text/markdown/markdown.ts';
import { cellOf, markersOf } from './present.ts';
import { stemsOf } from '../../text/words.ts';
import type { Finding, Section } from '../findings/sections.ts';

const NOT_FOUND = 'No source says.';
const LEAST_FOUND = 0.5;

export interface ComparisonTable {
  /** A row for each thing, a column for each dimension, with the markers of their sources. */
  table: string;
  /** The questions that its cells answer. */
  questions: ReadonlySet<string>;
}

type Cell = Finding | undefined;

/** One text answers several dimensions only if it names them; else it stays in the first cell that it would fill. */
function onceEach(row: readonly Cell[], dimensions: readonly string[]): Cell[] {
  return row.map((finding, place) => {
    if (!finding) return undefined;
    const same = row.flatMap((other, at) => (other?.unit.text === finding.unit.text ? [at] : []));
    const words = new Set(stemsOf(finding.unit.text));
    const named = same.filter((at) => stemsOf(dimensions[at] ?? '').some((stem) => words.has(stem)));
    return (named.length > 0 ? named : same.slice(0, 1)).includes(place) ? finding : undefined;
  });
}

/**
 * The answers to a comparison as a table. Undefined where fewer than half of its cells have an answer: a list of what was
 * found then says more.
 */
export function comparisonTable(
  { things, dimensions, cells }: Comparison,
  sections: readonly Section[],
): ComparisonTable | undefined {
  const bySection = new Map(sections.map((section) => [section.question, section]));
  const answers = cells.map((row) =>
    onceEach(
      row.map((question) => bySection.get(question)?.groups[0]?.[0]),
      dimensions,
    ),
  );
  const found = answers.flat().filter((finding) => finding !== undefined).length;
  if (found < 2 || found < LEAST_FOUND * answers.flat().length) return undefined;
  const rows = answers.map((row, place) => {
    const values = row.map((finding) => (finding ? `${cellOf(finding)} ${markersOf(finding)}` : NOT_FOUND));
    return `| ${[escapeCell(things[place] ?? ''), ...values].join(' | ')} |`;
  });
  const head = ['', ...dimensions.map(escapeCell)];
  return {
    table: [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n'),
    questions: new Set(cells.flat()),
  };
}
