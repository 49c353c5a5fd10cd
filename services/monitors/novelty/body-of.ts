import { wordsOf } from '../../text/words.ts';

// "# Title", or a line that is underlined with signs.
const HEADING = /^#{1,6}[ \t][^\n]*(?:\n|$)|^[^\n]+\n(?:={2,}|-{2,})[ \t]*(?:\n|$)/;
// A paragraph of one line that ends with no full stop, and is no item of a list and no row of a table.
const OPENING_LINE = /^(?![-*+•|>`]|\d+[.)]\s)[^\n]*[^\s.!…。！:;,][ \t]*\n[ \t]*(?:\n|$)/u;
const LONGEST_HEADLINE_WORDS = 20;
// A title that is cut short, or that names its site: "Petrels are back | The Harbour Times".
const FEWEST_WORDS_OF_A_TITLE = 3;

/**
 * A text without the headlines above it: its Markdown headings, its title, and one opening line without a full stop. A site
 * that reprints a text puts its own headline there.
 *
 * @param title of the document; empty where it has none
 */
export function bodyOf(text: string, title: string): string {
  const titleWords = wordsOf(title).join(' ');
  let rest = text.trimStart();
  let mayOpen = true;
  for (;;) {
    const marked = HEADING.exec(rest)?.[0] ?? titleLine(rest, titleWords);
    const headline = marked === '' && mayOpen ? openingLine(rest) : marked;
    if (headline === '') return rest;
    // A second line without a full stop may be of the text: a row of a table of results.
    mayOpen &&= marked !== '';
    rest = rest.slice(headline.length).trimStart();
  }
}

function titleLine(text: string, titleWords: string): string {
  const [line = ''] = /^[^\n]+(?:\n|$)/.exec(text) ?? [];
  const words = wordsOf(line);
  const isBeginning = words.length >= FEWEST_WORDS_OF_A_TITLE && titleWords.startsWith(`${words.join(' ')} `);
  return words.length > 0 && (isBeginning || words.join(' ') === titleWords) ? line : '';
}

function openingLine(text: string): string {
  const [line = ''] = OPENING_LINE.exec(text) ?? [];
  return wordsOf(line).length <= LONGEST_HEADLINE_WORDS ? line : '';
}
