import { isTag, type Element } from 'domhandler';
import { removeElement } from 'domutils';
import { countWords } from '../dom/text-measure.ts';

const isPasswordField = ({ name, attribs }: Element) => name === 'input' && attribs.type?.toLowerCase() === 'password';

/** In characters. Longer pages have content of their own beside the form. */
export const MOST_WORDS_OF_A_LOGIN = 80;
/** Without a `form` element, a field and its labels share a box this many levels above it. */
const HIGHEST_BOX = 3;

/** Removes login forms from a page. */
export function dropLoginForms(elements: readonly Element[]): void {
  for (const field of elements.filter(isPasswordField)) removeElement(formOf(field));
}

function formOf(field: Element): Element {
  const around: Element[] = [];
  for (let parent = field.parent; parent && isTag(parent) && parent.name !== 'body'; parent = parent.parent) {
    if (parent.name === 'form') return parent;
    around.push(parent);
  }
  return around.slice(0, HIGHEST_BOX).at(-1) ?? field;
}

const FEWEST_WORDS_OF_SENTENCE = 3;
const FEWEST_WORDS_OF_TEXT = 15;

/** Whether Markdown holds more than headings: a sentence, or more than some labels. */
export function saysSomething(markdown: string): boolean {
  const lines = markdown
    .split('\n')
    .filter((line) => !/^#{1,6}\s/.test(line) && !/©|\(c\)|copyright|all rights reserved/i.test(line));
  const isSentence = (line: string) =>
    /[.!?。！？]["'”)*]*\s*$/.test(line) && countWords(line) >= FEWEST_WORDS_OF_SENTENCE;
  return lines.some(isSentence) || lines.reduce((sum, line) => sum + countWords(line), 0) >= FEWEST_WORDS_OF_TEXT;
}
