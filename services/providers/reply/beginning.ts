/** The beginning of a text, cut between words, for services that refuse longer queries. */
export function beginning(text: string, most: { characters: number; words: number }): string {
  const words = text.trim().split(/\s+/).slice(0, most.words);
  while (words.length > 1 && words.join(' ').length > most.characters) words.pop();
  return words.join(' ').slice(0, most.characters);
}
