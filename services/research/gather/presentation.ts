/** The requested form of a report. */
export type Presentation = { form: 'prose' } | { form: 'bullets'; most: number } | { form: 'table' };

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NUMBER = `(?:${NUMBERS.join('|')}|[1-9]\\d?)`;
const BULLETS = new RegExp(
  String.raw`[,;]?\s*\b(?:in|as|with|using)\s+(?:(${NUMBER})\s+)?(?:short\s+)?bullet(?:\s+point)?s?\b`,
  'i',
);
const TABLE = /[,;]?\s*\b(?:in|as)\s+an?\s+table\b/i;

/** Splits a query into the requested form of its report and the rest. */
export function readPresentation(query: string): { presentation: Presentation; question: string } {
  const bullets = BULLETS.exec(query);
  if (bullets)
    return { presentation: { form: 'bullets', most: numberOf(bullets[1]) }, question: query.replace(BULLETS, '') };
  if (TABLE.test(query)) return { presentation: { form: 'table' }, question: query.replace(TABLE, '') };
  return { presentation: { form: 'prose' }, question: query };
}

function numberOf(written: string | undefined): number {
  if (written === undefined) return Infinity;
  return NUMBERS.indexOf(written.toLowerCase()) + 1 || Number(written);
}
