import { isStopWord, stemsOf, wordsOf } from '../text/words.ts';

// Before a word they say that it is not so: unpaid, non-smoking, indirect, impossible, illegal, irregular, dishonest.
const PREFIX = /^(?:un|non|in|im|il|ir|dis)(?=\p{L}{3})/u;
const NON = /\bnon[\s-](?=\p{L})/giu;

/** Whether a sentence has a word with such a prefix where a source has it without one, or the other way round. */
export function turnsPolarity(sentence: string, span: readonly string[], clauses: readonly string[]): boolean {
  const said = tellingWords(sentence);
  const given = span.flatMap(tellingWords);
  const stems = { said: new Set(said.flatMap(stemsOf)), given: new Set(given.flatMap(stemsOf)) };
  return turns(said, stems.said, stems.given) || turns(clauses.flatMap(tellingWords), stems.given, stems.said);
}

/** Whether one of the words stands in the other text without its prefix alone, and that not in its own one. */
function turns(words: readonly string[], own: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return words.some((word) => {
    const [base] = PREFIX.test(word) ? stemsOf(word.replace(PREFIX, '')) : [];
    return base !== undefined && other.has(base) && !own.has(base) && !stemsOf(word).some((stem) => other.has(stem));
  });
}

function tellingWords(text: string): string[] {
  return wordsOf(text.replaceAll(NON, 'non')).filter((word) => !isStopWord(word));
}
