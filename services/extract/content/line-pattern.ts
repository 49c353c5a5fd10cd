/**
 * A pattern for whole lines, with any punctuation around the words. Hostile pages supply lines too: a part that matches
 * in several ways would take exponential time.
 */
export const linePattern = (parts: string[]) =>
  new RegExp(`^[\\s\\p{P}\\p{S}]*(?:${parts.join('|')})[\\s\\p{P}\\p{S}]*$`, 'iu');
