import { queryTerms, stemsOf } from '../../text/words.ts';
import { parseQuery } from '../../query/operators.ts';

/**
 * Whether a text is about a query: it holds its telling words, in any form: one of one, both of two, two of three, most of
 * more. A query without telling words is about anything. @see docs/rules.md#monitors
 */
export function aboutQuery(query: string): (text: string) => boolean {
  const { terms } = queryTerms(parseQuery(query).text);
  const least = terms.length <= 2 ? terms.length : Math.floor(terms.length / 2) + 1;
  if (least === 0) return () => true;
  const wanted = new Set(terms);
  return (text) => {
    const found = new Set<string>();
    for (const stem of stemsOf(text)) {
      if (wanted.has(stem)) found.add(stem);
      if (found.size >= least) return true;
    }
    return false;
  };
}
