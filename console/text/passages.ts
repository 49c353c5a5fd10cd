import { closeness, closestSentence } from './sentences.ts';

/** The place in a document that says what a claim says. */
export interface CitedPassage {
  /** The headings above it, outermost first. */
  headings: string[];
  /** Of the block, what stands before the sentence, the sentence, and what stands after it. */
  before: string;
  sentence: string;
  after: string;
}

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const FENCE = /^(?:```|~~~)/;

/** The passage of a Markdown document that is closest to a claim; undefined if no block shares a word with it. */
export function citedPassage(markdown: string, claim: string): CitedPassage | undefined {
  let best: { closeness: number; passage: CitedPassage } | undefined;
  for (const { headings, text } of blocksOf(markdown)) {
    const sentence = closestSentence(text, claim);
    if (sentence === undefined) continue;
    const found = closeness(sentence, claim);
    if (best && best.closeness >= found) continue;
    const at = text.indexOf(sentence);
    const passage = { headings, before: text.slice(0, at), sentence, after: text.slice(at + sentence.length) };
    best = { closeness: found, passage };
  }
  return best?.passage;
}

/** A passage of a document, with the headings above it. */
export interface TextBlock {
  headings: string[];
  text: string;
}

/** Of a link or an image, its text. */
const withoutLinks = (text: string) => text.replaceAll(/!?\[([^\]]*)\]\([^()\s]*\)/g, '$1');

/** All passages of a document, and the place of the one that holds a sentence; -1 if none does. */
export function passagesWith(markdown: string, sentence: string): { blocks: TextBlock[]; place: number } {
  const blocks = blocksOf(markdown);
  return { blocks, place: blocks.findIndex(({ text }) => text.includes(sentence)) };
}

/** Paragraphs, lists, tables and code: what blank lines divide, with the headings above it. */
function blocksOf(markdown: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  const above: Array<{ depth: number; title: string }> = [];
  let lines: string[] = [];
  let isCode = false;
  const end = () => {
    const text = isCode ? lines.join('\n') : withoutLinks(lines.join(' ')).trim();
    if (text !== '') blocks.push({ headings: above.map(({ title }) => title), text });
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const [, signs = '', title = ''] = (!isCode && HEADING.exec(line)) || [];
    if (FENCE.test(line)) {
      end();
      isCode = !isCode;
    } else if (signs !== '') {
      end();
      while ((above.at(-1)?.depth ?? 0) >= signs.length) above.pop();
      above.push({ depth: signs.length, title });
    } else if (line.trim() === '' && !isCode) end();
    else lines.push(line);
  }
  end();
  return blocks;
}
