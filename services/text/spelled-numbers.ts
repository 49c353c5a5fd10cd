const UNITS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const VALUES = new Map([
  ...UNITS.map((name, value) => [name, value] as const),
  ...TENS.map((name, index) => [name, (index + 2) * 10] as const),
]);

const SCALE = 'dozen|hundred|thousand|million|billion|trillion';
const ten = TENS.join('|');
const unit = UNITS.slice(1, 10).join('|');
// "One" and "zero" are seldom numbers ("one of them"), so like "a" they count only before a scale.
const SPELLED = new RegExp(
  `\\b(?:(${ten})(?:[ -](${unit}))?|(${UNITS.slice(2).join('|')})|(?:an?|one)(?=[ -](?:${SCALE})\\b))\\b`,
  'gi',
);

/**
 * The text with its spelled-out numbers in digits: `twenty-one` is `21`, `two hundred` is `2 hundred`, `a million` is
 * `1 million`.
 */
export function withDigits(text: string): string {
  return text.replaceAll(SPELLED, (_all, tens?: string, units?: string, small?: string) => {
    if (tens === undefined && small === undefined) return '1';
    return String(
      (VALUES.get((tens ?? small ?? '').toLowerCase()) ?? 0) + (VALUES.get((units ?? '').toLowerCase()) ?? 0),
    );
  });
}
