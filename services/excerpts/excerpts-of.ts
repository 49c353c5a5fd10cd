import { countWords } from '../blocks/count-words.ts';
import { joinSentences, sentencesOf } from '../text/sentences.ts';
import type { Unit } from '../answer-units/units/unit.ts';
import { unitsOf } from '../answer-units/units/units-of.ts';
import { withoutPointers } from '../answer-units/units/pointers.ts';

/** A run of whole sentences and blocks of one passage, in the order of the document. */
export interface Excerpt {
  /** Prose as one unit, and the list, table or code that it introduces. */
  units: readonly Unit[];
  /** All of it as plain text. */
  text: string;
  words: number;
  /** Index of its first block in the passage, from 0. */
  block: number;
  /** Whether it begins its block; false for a later part of a long paragraph. */
  beginsBlock: boolean;
}

// A paragraph up to this length stays whole; a longer one is cut at a sentence.
const MOST_PROSE_WORDS = 90;
const CUT_WORDS = 75;
const MOST_BLOCK_WORDS = 150;

/** The excerpts of a passage in order. They may overlap where a block follows what introduces it. */
export function excerptsOf(markdown: string): Excerpt[] {
  const blocks = [...Map.groupBy(unitsOf(markdown), ({ block }) => block).values()];
  return blocks.flatMap((units, place) => {
    const prose = proseOf(units);
    if (prose.length > 0) return [...prose.slice(0, -1), ...withIntroduced(prose.at(-1), blocks[place + 1] ?? [])];
    const isIntroduced = place > 0 && units.some(({ lead }) => lead !== undefined);
    return isIntroduced && proseOf(blocks[place - 1] ?? []).length > 0 ? [] : blockExcerpts(units);
  });
}

function excerpt(units: readonly Unit[], beginsBlock = true): Excerpt {
  const text = units.map((unit) => unit.text).join('\n');
  return { units, text, words: countWords(text), block: units[0]?.block ?? 0, beginsBlock };
}

/** The parts of a block of prose; none for another block. */
function proseOf(units: readonly Unit[]): Excerpt[] {
  const sentences = units.filter(({ kind }) => kind === 'sentence');
  const parts: Unit[][] = [[]];
  const isLong = countWords(sentences.map(({ text }) => text).join(' ')) > MOST_PROSE_WORDS;
  let words = 0;
  for (const sentence of sentences) {
    const own = countWords(sentence.text);
    if (isLong && words > 0 && words + own > CUT_WORDS) {
      parts.push([]);
      words = 0;
    }
    parts.at(-1)?.push(sentence);
    words += own;
  }
  return parts.flatMap((part, place) => {
    const [first] = part;
    if (!first) return [];
    const own = withoutPointers(part.map((sentence) => sentence.text));
    const text = joinSentences(own);
    return own.length === 0
      ? []
      : [excerpt([{ ...first, kind: own.length > 1 ? 'paragraph' : 'sentence', text }], place === 0)];
  });
}

/** Prose with the list, table or code below it that its last sentence introduces. */
function withIntroduced(prose: Excerpt | undefined, below: readonly Unit[]): Excerpt[] {
  if (!prose) return [];
  const [block] = blockExcerpts(below);
  const introduced = block?.units[0];
  const [own] = prose.units;
  if (!block || !introduced?.lead || !own) return [prose];
  if (!own.text.endsWith(introduced.lead)) return [prose];
  const before = own.text.slice(0, -introduced.lead.length).trim();
  const units = before === '' ? [introduced] : [{ ...own, text: before }, introduced];
  return [excerpt(units, prose.beginsBlock)];
}

/** A list, a table or code as one excerpt; a long list with the beginning of each item, or the items one each. */
function blockExcerpts(units: readonly Unit[]): Excerpt[] {
  const wholes = units
    .filter(({ kind }) => kind === 'list' || kind === 'table' || kind === 'code')
    .flatMap((unit) => [excerpt([unit]), ...(unit.kind === 'list' ? [excerpt([inShort(unit)])] : [])]);
  const fitting = wholes.find(({ words }) => words <= MOST_BLOCK_WORDS);
  if (fitting) return [fitting];
  return units.filter(({ kind }) => kind === 'item' || kind === 'row').map((unit) => excerpt([unit]));
}

// A shorter beginning, such as a name before its explanation, says nothing by itself.
const FEWEST_WORDS_OF_ITEM = 5;

/** A list with the first sentence of each item. */
function inShort(list: Unit): Unit {
  const lines = (list.lines ?? []).map(([item = '']) => [beginningOf(item)]);
  return { ...list, lines, text: [list.lead ?? '', ...lines.flat()].join(' ').trim() };
}

function beginningOf(item: string): string {
  const sentences = sentencesOf(item);
  const [first = item] = sentences;
  return countWords(first) >= FEWEST_WORDS_OF_ITEM ? first : joinSentences(sentences.slice(0, 2));
}
