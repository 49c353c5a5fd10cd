import { withDigits } from './spelled-numbers.ts';

const SCALES: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  mn: 1e6,
  billion: 1e9,
  bn: 1e9,
  trillion: 1e12,
  k: 1e3,
  m: 1e6,
  b: 1e9,
};
// A thousands separator precedes three digits; any other comma ends the number. A single letter is a scale only for
// money.
export const NUMBER =
  /(?<![\p{L}\d])[-\u2212]?\d+(?:,\d{3})*(?:\.\d+)?(?:[\s-]?(?:dozen|hundred|thousand|million|mn|billion|bn|trillion)\b|(?<=[$€£]\s?[\d.,]+)[kmb]\b)*/giu;

/**
 * The numbers of a text in a normalized notation: `1,000.50` is `1000.5`, `5.5 million` is `5500000`, `eight` is `8`.
 */
export function numbersIn(text: string): Set<string> {
  return new Set(Array.from(withDigits(text).matchAll(NUMBER), ([written]) => String(numberOf(written))));
}

/** @param written as `numbersIn` finds it; a sign before it is a hyphen or a minus, and is omitted */
export function numberOf(written: string): number {
  const [digits = '0'] = /\d[\d,]*(?:\.\d+)?/.exec(written) ?? [];
  const scales = Array.from(written.toLowerCase().matchAll(/\p{L}+/gu), ([word]) => SCALES[word] ?? 1);
  const value = scales.reduce((product, scale) => product * scale, Number(digits.replaceAll(',', '')));
  return Number(value.toPrecision(15));
}
