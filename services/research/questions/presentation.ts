/** The requested form of a report. */
export type Presentation = { form: 'prose' } | { form: 'bullets'; most: number } | { form: 'table' };

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NUMBER = `(?:${NUMBERS.join('|')}|[1-9]\\d?)`;
const BULLETS = new RegExp(
  String.raw`[,;]?\s*\b(?:in|as|with|using)\s+(?:(${NUMBER})\s+)?(?:short\s+)?bullet(?:\s+point)?s?\b`,
  'i',
);
const TABLE = /[,;]?\s*\b(?:in|as)\s+an?\s+table\b/i;
const SHORTLY =
  /[,;]?\s*\b(?:briefly|concisely|in (?:short|brief|detail|depth|a nutshell|plain (?:english|words))|in (?:a few|one|two|three|\d+) (?:words|sentences?|paragraphs?))\b(?!\s+\p{L}+\s*\?)/iu;
const LISTED = new RegExp(
  String.raw`^\W*(?:list|name|give(?: me)?|tell me|enumerate)\s+(?:the\s+)?(${NUMBER})\s+\p{L}`,
  'iu',
);
const COUNTED = new RegExp(String.raw`\b(?:(${NUMBER})\s+)?(?:short\s+)?(?:bullet(?:\s+point)?s?)\b`, 'i');

// A sentence of these words alone says how to write, not what about.
const ON_FORM = new Set(
  `a an the in as with using by and or of for me us it this that them all please can could would you should will be
  give make use show write present put return format answer reply respond keep include add list draw provide produce create want
  need like prefer summarize summarise cite result results commands command steps code
  table tables bullet bullets point points list lists brief briefly short shortly concise concisely detailed detail summary report
  overview words sentences sentence paragraph paragraphs markdown json prose headings heading sections section sources source
  examples example citations references length pages page max maximum most least at no more than about around under up to only just
  simple plain clear structured bulleted numbered ${NUMBERS.join(' ')} few`.split(/\s+/),
);
const FORM =
  /\b(?:tables?|bullets?|lists?|results?|commands?|answers?|steps|brief|short|concise|detailed|summary|report|overview|words|sentences?|paragraphs?|prose|sources?|citations?|examples?|sections?|headings?|markdown)\b/i;

/** Whether a sentence only says how to present what others ask. */
export function isOnForm(sentence: string): boolean {
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length > 1 && FORM.test(sentence) && words.every((word) => ON_FORM.has(word));
}

/** Splits a query into the requested form of its report and the rest. */
export function readPresentation(query: string): { presentation: Presentation; question: string } {
  const bullets = BULLETS.exec(query);
  if (bullets)
    return { presentation: { form: 'bullets', most: numberOf(bullets[1]) }, question: query.replace(BULLETS, '') };
  if (TABLE.test(query)) return { presentation: { form: 'table' }, question: query.replace(TABLE, '') };
  const question = query.replace(SHORTLY, '').replaceAll(/(?<=[?!.])\s*[?!.]+(?=\s|$)/g, '');
  const listed = LISTED.exec(query);
  if (listed) return { presentation: { form: 'bullets', most: numberOf(listed[1]) }, question };
  const wishes = query.split(/(?<=[.?!])\s+|\n+|;\s+/).filter(isOnForm);
  const counted = wishes.map((wish) => COUNTED.exec(wish)).find((found) => found !== null);
  if (counted) return { presentation: { form: 'bullets', most: numberOf(counted[1]) }, question };
  if (wishes.some((wish) => /\btables?\b/i.test(wish))) return { presentation: { form: 'table' }, question };
  return { presentation: { form: 'prose' }, question };
}

function numberOf(written: string | undefined): number {
  if (written === undefined) return Infinity;
  return NUMBERS.indexOf(written.toLowerCase()) + 1 || Number(written);
}
