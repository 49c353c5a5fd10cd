import type { Block, BlockKind, PathEntry } from './block.ts';
import { blocksOf } from './blocks.ts';
import { countWords } from './count-words.ts';
import { cutBlock, MAX_PASSAGE_CHARACTERS, PASSAGE_WORDS } from './cut-block.ts';

/** A run of whole blocks at one place: at most about 200 words, unless a single line is longer. */
export interface Passage {
  path: readonly PathEntry[];
  kinds: ReadonlySet<BlockKind>;
  /** The Markdown of the headings and of the term that begin here; '' for a further passage of a place. */
  opening: string;
  /** The Markdown of the blocks. */
  body: string;
}

/** The passages of a Markdown document in order; none if it is blank. The cut depends on the text alone. */
export function passagesOf(markdown: string): Passage[] {
  const passages: Passage[] = [];
  let place: Block[] = [];
  for (const block of blocksOf(markdown)) {
    const isSame =
      block.opening === '' && place[0]?.path.length === block.path.length && samePath(place[0].path, block.path);
    if (!isSame && place.length > 0) {
      passages.push(...passagesAt(place));
      place = [];
    }
    place.push(block);
  }
  return place.length > 0 ? [...passages, ...passagesAt(place)] : passages;
}

/** What a reader sees of a passage. */
export function passageText({ opening, body }: Pick<Passage, 'opening' | 'body'>): string {
  return [opening, body].filter((part) => part !== '').join('\n\n');
}

/** Whether a passage is a table of contents or an index alone: it only leads to other pages. */
export function hasContentsOnly({ kinds }: Pick<Passage, 'kinds'>): boolean {
  return [...kinds].every((kind) => kind === 'contents');
}

const samePath = (one: readonly PathEntry[], other: readonly PathEntry[]) =>
  one.every(({ text, type }, place) => other[place]?.text === text && other[place].type === type);

interface Piece {
  kind: BlockKind;
  text: string;
  words: number;
}

function passagesAt(blocks: readonly Block[]): Passage[] {
  const [first] = blocks;
  if (!first) return [];
  const pieces = blocks.flatMap(({ kind, text }) =>
    cutBlock(kind, text).map((piece): Piece => ({ kind, text: piece, words: countWords(piece) })),
  );
  return groups(pieces).map((group, place) => ({
    path: first.path,
    kinds: new Set(group.map(({ kind }) => kind)),
    opening: place === 0 ? first.opening : '',
    body: group.map(({ text }) => text).join('\n\n'),
  }));
}

function groups(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [[]];
  let words = 0;
  let characters = 0;
  for (const piece of pieces) {
    const group = groups.at(-1) ?? [];
    const isFull = words + piece.words > PASSAGE_WORDS || characters + piece.text.length > MAX_PASSAGE_CHARACTERS;
    if (group.length > 0 && isFull) {
      // What introduces a list, a table or code stays with it.
      const lead = group.length > 1 && isLead(group.at(-1), piece) ? group.splice(-1) : [];
      groups.push(lead);
      words = lead.reduce((sum, one) => sum + one.words, 0);
      characters = 0;
    }
    groups.at(-1)?.push(piece);
    words += piece.words;
    characters += piece.text.length;
  }
  return groups;
}

const MOST_LEAD_WORDS = 50;

const isLead = (piece: Piece | undefined, next: Piece) =>
  piece?.kind === 'paragraph' && next.kind !== 'paragraph' && piece.words <= MOST_LEAD_WORDS;
