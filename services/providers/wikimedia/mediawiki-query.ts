import { queryWords } from '../../text/words.ts';
import { beginning } from '../reply/beginning.ts';
import { namesIn } from '../reply/names-in.ts';

// CirrusSearch refuses more than 300 characters; some are left for operators.
const LONGEST = { characters: 250, words: 50 };

/**
 * Forms of a question for a search that wants every word to occur, to be tried in turn until something is found: as it
 * stands, its telling words, the longest name in it.
 */
export function wikiQueries(question: string): string[] {
  const forms = [question, queryWords(question).join(' '), ...namesIn(question).slice(0, 1)];
  const cut = forms.map((form) => beginning(form, LONGEST));
  return cut.filter(
    (form, place) => form !== '' && cut.findIndex((other) => other.toLowerCase() === form.toLowerCase()) === place,
  );
}
