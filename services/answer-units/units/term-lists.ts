import type { Block } from '../../blocks/block.ts';
import { blocksOf } from '../../blocks/blocks.ts';
import { cleansePassage } from '../../page-text/cleanse-passage.ts';
import { hasSynopsisSigns } from '../../text/markdown/write-code.ts';
import { countWords } from '../../blocks/count-words.ts';
import { plainText } from '../../text/markdown/plain-text.ts';
import { sentencesOf } from '../../text/sentences.ts';
import type { SourcePassage } from '../../page-text/source.ts';
import type { Unit } from './unit.ts';

/** The terms directly below one heading or term, as one unit: the values of a setting, the modes of a command. */
export interface TermList {
  unit: Unit;
  /** The headings and terms above it, outermost first. */
  path: readonly string[];
}

const FEWEST_TERMS = 3;
const MOST_TERMS = 24;
const MOST_WORDS = 90;
// Parsing a whole handbook for one passage would dominate the time of an answer.
const CHARACTERS_AROUND = 20_000;

/** The term lists of a document that contain a passage, or belong to one of the headings above it. */
export function termListsAround(text: string, { markdown, path }: SourcePassage): TermList[] {
  const lists = new Map<number, FoundTerms>();
  let before: Block | undefined;
  for (const block of blocksOf(around(text, markdown))) {
    const depth = depthAboveTerm(block, path);
    if (depth !== undefined) {
      const list = lists.get(depth) ?? { lead: leadOf(before, path[depth - 1]), terms: new Map<string, Block>() };
      lists.set(depth, list);
      const above = block.path.findIndex((entry) => entry.text === path[depth - 1]);
      const term = block.path[above + 1]?.text ?? '';
      if (!list.terms.has(term)) list.terms.set(term, block);
    }
    before = block;
  }
  return Array.from(lists, ([depth, list]) => ({ path: path.slice(0, depth), list }))
    .filter(({ list: { terms } }) => terms.size >= FEWEST_TERMS && terms.size <= MOST_TERMS)
    .map(({ path: above, list }) => ({ path: above, unit: unitOf(above.at(-1), list) }));
}

interface FoundTerms {
  lead: string | undefined;
  /** Each term with the first block below it. */
  terms: Map<string, Block>;
}

const INTRODUCES = /[:：]\W*$|\b(?:following|below|as follows|folgende\p{L}*)\b/iu;

/** The sentence that introduces the first term, in the paragraph before it, if both are below the same heading or term. */
function leadOf(before: Block | undefined, above: string | undefined): string | undefined {
  if (before?.kind !== 'paragraph' || before.path.at(-1)?.text !== above) return undefined;
  const last = sentencesOf(cleansePassage(plainText(before.text))).at(-1);
  return last !== undefined && INTRODUCES.test(last) ? last : undefined;
}

/** The depth of the passage's path entry that is directly above a term of the block; undefined if there is none. */
function depthAboveTerm(block: Block, path: readonly string[]): number | undefined {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const at = block.path.findIndex(({ text }) => text === path[depth - 1]);
    const below = at < 0 ? undefined : block.path[at + 1];
    if (below) return below.type === 'term' ? depth : undefined;
  }
  return undefined;
}

/** The text around a passage. It begins at an unindented line, because an indented one depends on those above it. */
function around(text: string, passage: string): string {
  const line = passage.split('\n').reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const at = Math.max(0, text.indexOf(line));
  let from = at - CHARACTERS_AROUND;
  while (from > 0 && !/^\n\S/.test(text.slice(from, from + 2))) from -= 1;
  return text.slice(Math.max(0, from), at + passage.length + CHARACTERS_AROUND);
}

function unitOf(name: string | undefined, { lead, terms }: FoundTerms): Unit {
  const whole = Array.from(terms, ([term, block]) => withTerm(term, openingOf(block)));
  const items = countWords(whole.join(' ')) > MOST_WORDS ? Array.from(terms.keys(), shownTerm) : whole;
  return {
    kind: 'list',
    text: [name ?? '', lead ?? '', ...items].filter(Boolean).join(' '),
    term: name,
    lead,
    lines: items.map((item) => [item]),
    block: 0,
    place: 0,
  };
}

/** Prefixes a description with its term, unless it begins with the term already. */
function withTerm(term: string, opening: string): string {
  if (opening === '') return shownTerm(term);
  return opening.replace(/^[`"“]/, '').startsWith(term) ? opening : `${shownTerm(term)}: ${opening}`;
}

const shownTerm = (term: string) => (hasSynopsisSigns(term) && !term.includes('`') ? `\`${term}\`` : term);

/** The first sentence below a term. */
function openingOf({ kind, text }: Block): string {
  if (kind !== 'paragraph') return '';
  return sentencesOf(cleansePassage(plainText(text))).at(0) ?? '';
}
