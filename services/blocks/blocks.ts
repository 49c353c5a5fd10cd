import { replaceProse } from '../text/markdown/code-parts.ts';
import { plainText } from '../text/markdown/plain-text.ts';
import type { Block, BlockKind, PathEntry } from './block.ts';
import { definedTerm, isTermAlone, type DefinedTerm } from './defined-term.ts';
import { isContents } from './contents.ts';
import { listItems } from './list-items.ts';
import { scanLines, type Stretch } from './scan-lines.ts';

/** Deeper lists are one block: real documents do not nest terms further. */
const DEEPEST = 6;
/** The share of a list's items that define a term, for the list to be one of definitions. */
const LEAST_DEFINED = 0.6;

/** The blocks of a Markdown document in order, each with its place. Plain text is Markdown of paragraphs. */
export function blocksOf(markdown: string): Block[] {
  const walk = new Walk();
  walk.all(markdown.split('\n'), 0);
  const blocks = walk.finished();
  // A document of punctuation alone has no blocks, so it becomes one paragraph.
  return blocks.length > 0 || markdown.trim() === ''
    ? blocks
    : [{ kind: 'paragraph', text: markdown.trim(), path: [], opening: '' }];
}

interface OpenEntry extends PathEntry {
  /** Headings end those of their level and below; a term ends with its list, or with the next term beside it. */
  level: number;
}

const TERM_LEVEL = 7;

class Walk {
  readonly #blocks: Block[] = [];
  #path: OpenEntry[] = [];
  #opening: string[] = [];
  #isJustOpen = false;

  all(lines: readonly string[], depth: number): void {
    for (const stretch of scanLines(lines)) this.#take(stretch, depth);
  }

  /** A document may end with headings that have nothing below them. */
  finished(): Block[] {
    if (this.#opening.length > 0) this.#add('paragraph', '');
    return this.#blocks;
  }

  #take({ kind, lines, level }: Stretch, depth: number): void {
    const text = lines.join('\n');
    if (kind === 'heading') this.#open(text, { text: headingText(text), type: 'heading', level: level ?? 1 }, depth);
    else if (kind === 'list') this.#takeList(lines, depth);
    else if (kind === 'paragraph' && depth === 0 && isTermAlone(text.trim()))
      this.#open(text, { text: termText(text), type: 'term', level: TERM_LEVEL }, depth);
    else this.#add(kind, text);
  }

  #takeList(lines: readonly string[], depth: number): void {
    const items = listItems(lines);
    const defined = items.map(definedTerm);
    if (isContents(items)) this.#add('contents', lines.join('\n'));
    else if (depth >= DEEPEST || !isOfDefinitions(defined)) this.#add('list', lines.join('\n'));
    else this.#takeDefinitions(items, defined, depth);
  }

  #takeDefinitions(items: readonly string[][], defined: ReadonlyArray<DefinedTerm | undefined>, depth: number): void {
    const outer = this.#path;
    for (const [place, item] of items.entries()) {
      this.#path = outer;
      const one = defined[place];
      const term = one && { text: termText(one.term), type: 'term' as const, level: TERM_LEVEL + depth };
      if (term) this.#open(one.termLines.join('\n'), term, depth);
      this.all(one?.body ?? item, depth + 1);
      if (this.#opening.length > 0) this.#add('paragraph', '');
    }
    this.#path = outer;
  }

  #open(markdown: string, opened: OpenEntry, depth: number): void {
    const last = this.#path.at(-1);
    // Several terms in a row share what follows.
    const isBeside = opened.type === 'term' && last?.type === 'term' && last.level === opened.level && this.#isJustOpen;
    const entry = isBeside ? { ...opened, text: beside(last.text, opened.text) } : opened;
    if (markdown !== '') this.#opening.push(markdown);
    this.#isJustOpen = true;
    // Within a list, the headings and terms around it stay.
    const kept = this.#path.filter(
      ({ level, type }) => level < entry.level || (depth > 0 && type === 'term' && entry.type === 'heading'),
    );
    this.#path = [...kept, entry];
  }

  #add(kind: BlockKind, text: string): void {
    const path = this.#path.map(({ text: name, type }): PathEntry => ({ text: name, type }));
    this.#blocks.push({ kind, text, path, opening: this.#opening.join('\n\n') });
    this.#opening = [];
    this.#isJustOpen = false;
  }
}

/** Further terms that share a definition are left out of its path. */
const MOST_TERM_CHARACTERS = 200;

const beside = (terms: string, term: string) =>
  terms.length + term.length > MOST_TERM_CHARACTERS ? terms : `${terms}, ${term}`;

const headingText = (markdown: string) =>
  oneLine(
    markdown
      .replace(/\n.*$/s, '')
      .replace(/^[ \t]*#{1,6}[ \t]+/, '')
      .replace(/[ \t]+#+[ \t]*$/, ''),
  );

// Emphasis within emphasis is no markup to a reader of the path.
const termText = (markdown: string) =>
  oneLine(replaceProse(markdown, (prose) => prose.replaceAll(/(?<!\\)\*+/g, ''))).replace(/:$/, '');

/** As readers see it, on one line and without code marks. */
function oneLine(markdown: string): string {
  return plainText(markdown).replaceAll('`', '').replaceAll('¶', '').replaceAll(/\s+/g, ' ').trim();
}

const isBlank = (lines: readonly string[]) => lines.every((line) => line.trim() === '');

/** Whether most items of a list are a term with its definition. */
function isOfDefinitions(defined: ReadonlyArray<DefinedTerm | undefined>): boolean {
  const whole = defined.filter((one) => one !== undefined && !isBlank(one.body));
  return whole.length > 0 && whole.length >= defined.length * LEAST_DEFINED;
}
