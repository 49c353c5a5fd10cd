const NAVIGATION = 'prev(?:ious)?|next|up|home|top|back|contents|index';
const CELLS = {
  whole: new RegExp(`^(?:${NAVIGATION})$`, 'i'),
  beginning: new RegExp(`^(?:${NAVIGATION})\\b`, 'i'),
} as const;
const FEWEST_CELLS = 2;

/**
 * Whether the cells of a table or list lead to the pages before and after, as manuals have at their head and foot.
 *
 * @param matched whether a cell must consist of such a word (`Next`) or only begin with one (`Next: Harbours`)
 */
export function isNavigation(lines: ReadonlyArray<readonly string[]>, matched: keyof typeof CELLS): boolean {
  return lines.flat().filter((cell) => CELLS[matched].test(cell.trim())).length >= FEWEST_CELLS;
}
