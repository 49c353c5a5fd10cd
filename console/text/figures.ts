const WHOLE = new Intl.NumberFormat('en');

/** `12,345`. */
export const figure = (value: number): string => WHOLE.format(value);

/** `1 credit`, `2,000 credits`, `3 searches`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${figure(count)} ${count === 1 ? noun : plural}`;

/** Round figures for an axis from zero: the ends of at most four equal steps that reach `highest`. */
export function axisSteps(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map((one) => one * magnitude).find((one) => one >= rough) ?? rough);
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}
