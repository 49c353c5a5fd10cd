/** Text as the sets' own scoring program compares it: folded, without articles and punctuation, between two spaces. */
export function normalized(text: string): string {
  const words = text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/\b(?:a|an|the)\b/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ');
  return ` ${words} `;
}

const NO_STRING = /^ (?:yes|no|before|after) $/;

/** The gold answers of a question that can be looked for in a text. */
export function goldStrings(answers: readonly string[]): string[] {
  return answers.map(normalized).filter((answer) => answer.trim() !== '' && !NO_STRING.test(answer));
}

export function holdsAny(normalizedTexts: readonly string[], gold: readonly string[]): boolean {
  const text = normalizedTexts.join('|');
  return gold.some((answer) => text.includes(answer));
}
