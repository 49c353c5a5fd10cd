import { wordsOf } from '../../text/words.ts';

// "# Title", or a line underlined with `=` or `-`.
const HEADING = /^#{1,6}[ \t][^\n]*(?:\n|$)|^[^\n]+\n(?:={2,}|-{2,})[ \t]*(?:\n|$)/;
// A one-line paragraph without a full stop that is neither a list item nor a table row.
const OPENING_LINE = /^(?![-*+•|>`]|\d+[.)]\s)[^\n]*[^\s.!…。！:;,][ \t]*\n[ \t]*(?:\n|$)/u;
const LONGEST_HEADLINE_WORDS = 20;
// A truncated title, or one that names its site: "Petrels are back | The Harbour Times".
const FEWEST_WORDS_OF_A_TITLE = 3;

/**
 * Removes the headlines above a text: its Markdown headings, its title, and one opening line without a full stop. A
 * site that reprints a text adds its own headline.
 *
 * @param title of the document; empty if it has none
 */
export function bodyOf(text: string, title: string): string {
  const titleWords = wordsOf(title).join(' ');
  let rest = text.trimStart();
  let mayOpen = true;
  for (;;) {
    const marked = HEADING.exec(rest)?.[0] ?? titleLine(rest, titleWords);
    const headline = marked === '' && mayOpen ? openingLine(rest) : marked;
    if (headline === '') return rest;
    // A second line without a full stop may belong to the text, such as a row of a table of results.
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
