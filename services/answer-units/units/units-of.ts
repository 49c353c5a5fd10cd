import { blocksOf } from '../../blocks/blocks.ts';
import { listItems } from '../../blocks/list-items.ts';
import { LIST_MARK } from '../../blocks/scan-lines.ts';
import type { Block } from '../../blocks/block.ts';
import { cleansePassage } from '../../page-text/cleanse-passage.ts';
import { sourceCode } from '../../page-text/source-code.ts';
import { countWords } from '../../blocks/count-words.ts';
import { plainText } from '../../text/markdown/plain-text.ts';
import { joinSentences, sentencesOf } from '../../text/sentences.ts';
import { isPointer } from './pointers.ts';
import { tableUnits } from './table-units.ts';
import type { Unit } from './unit.ts';

const MOST_PARAGRAPH_WORDS = 80;
const MOST_ITEMS = 24;
const MOST_CODE_LINES = 24;

/** All units of a passage, in the order of its blocks. */
export function unitsOf(markdown: string): Unit[] {
  return unitsOfBlocks(blocksOf(cleansePassage(withoutContents(markdown))));
}

/** Removes tables of contents. They are recognized by their links, so this must precede the removal of links. */
function withoutContents(markdown: string): string {
  return blocksOf(markdown).reduce(
    (rest, { kind, text }) => (kind === 'contents' ? rest.replace(text, '') : rest),
    markdown,
  );
}

function unitsOfBlocks(blocks: readonly Block[]): Unit[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    const last = block.path.at(-1);
    // One signature after another: the first is an example, whose result the second does not describe.
    const within = termInCode(block) === undefined ? termInCode(before) : undefined;
    const term = within ?? (last?.type === 'term' ? last.text : undefined);
    const opens = [...(within === undefined ? [] : [within]), ...openedBy(block)];
    return unitsOfBlock(block, index, leadOf(before)).map((unit) => ({ ...unit, term, within, opens }));
  });
}

const MOST_TERM_CHARACTERS = 120;
const INLINE_CODE = /`[^`]+`/g;

// `gen_random_uuid () → uuid`
const SIGNATURE = /^[\p{L}_][\p{L}\p{N}_.:]*[ \t]?\(.*\)(?:[ \t]*(?:→|->|:|⇒|=>)[ \t]*\S.*)?;?$/u;

/** A paragraph of code alone, such as `` `ceil` ( `numeric` ) → `integer` ``, names what the block below describes. So does a signature. */
function termInCode(block: Block | undefined): string | undefined {
  if (block?.kind === 'code') return signatureIn(block.text);
  if (block?.kind !== 'paragraph' || block.text.length > MOST_TERM_CHARACTERS || !block.text.startsWith('`'))
    return undefined;
  return /\p{L}/u.test(block.text.replaceAll(INLINE_CODE, '')) ? undefined : readable(block.text).trim();
}

function signatureIn(markdown: string): string | undefined {
  const [only, ...others] = sourceCode(markdown);
  const code = only?.code.trim() ?? '';
  return others.length === 0 && code.length <= MOST_TERM_CHARACTERS && SIGNATURE.test(code) ? code : undefined;
}

function openedBy({ opening, path }: Block): string[] {
  const count = opening.split('\n').filter((line) => line.trim() !== '').length;
  return count === 0 ? [] : path.slice(-count).map(({ text }) => text);
}

function unitsOfBlock({ kind, text }: Block, block: number, lead: string | undefined): Unit[] {
  switch (kind) {
    case 'paragraph':
    case 'quote':
      return proseUnits(readable(text.replaceAll(/^>[ \t]?/gm, '')), block);
    case 'list':
      return listUnits(text, block, lead);
    case 'table':
      return tableUnits(text, readable).map((unit) => ({ ...unit, block }));
    case 'code':
      return codeUnits(text, block, lead);
    case 'contents':
      return [];
  }
}

/** Plain text, without text that addresses an assistant. */
function readable(markdown: string): string {
  return cleansePassage(plainText(markdown));
}

function proseUnits(text: string, block: number): Unit[] {
  const all = sentencesOf(text);
  const sentences = all.slice(0, all.findLastIndex((sentence) => !isPointer(sentence)) + 1);
  const units: Unit[] = sentences.map((sentence, place) => ({ kind: 'sentence', text: sentence, block, place }));
  for (const [place, sentence] of sentences.slice(0, -1).entries())
    units.push({ kind: 'sentences', text: joinSentences([sentence, sentences[place + 1] ?? '']), block, place });
  if (sentences.length > 2 && countWords(joinSentences(all)) <= MOST_PARAGRAPH_WORDS)
    units.push({ kind: 'paragraph', text: joinSentences(sentences), block, place: 0 });
  return units;
}

function listUnits(markdown: string, block: number, lead: string | undefined): Unit[] {
  const read = listItems(markdown.split('\n'));
  if (read.some(hasBlocks))
    return read.flatMap((lines) => unitsOfBlocks(blocksOf(lines.join('\n'))).map((unit) => ({ ...unit, block })));
  const split = read.map(withoutNested);
  const items = split
    .map(({ own }) => joinSentences(sentencesOf(readable(own.join('\n')))))
    .filter((item) => item !== '');
  const each = items.map((text, place): Unit => ({ kind: 'item', text, lead, block, place }));
  const nested = split.flatMap(({ own, inner }) => listUnits(inner.join('\n'), block, leadIn(own)));
  if (items.length < 2 || items.length > MOST_ITEMS) return [...each, ...nested];
  return [
    {
      kind: 'list',
      text: [lead ?? '', ...items].join(' ').trim(),
      lead,
      lines: items.map((item) => [item]),
      block,
      place: 0,
    },
    ...each,
    ...nested,
  ];
}

/** An item's own lines, and those of the lists in it, which are units of their own. */
function withoutNested(lines: readonly string[]): { own: readonly string[]; inner: readonly string[] } {
  const start = lines.findIndex((line, index) => index > 0 && LIST_MARK.test(line));
  return start === -1 ? { own: lines, inner: [] } : { own: lines.slice(0, start), inner: lines.slice(start) };
}

const leadIn = (lines: readonly string[]) => sentencesOf(readable(lines.join('\n'))).at(-1);

/** Whether an item contains code or a table, which become units of their own. */
const hasBlocks = (lines: readonly string[]) =>
  lines.some((line) => /^[ \t]*(?:`{3,}|~{3,})/.test(line)) ||
  lines.some((line) => /^[ \t]*\|[ :|-]+\|[ \t]*$/.test(line));

function codeUnits(markdown: string, block: number, lead: string | undefined): Unit[] {
  return sourceCode(markdown)
    .filter(({ code }) => code.split('\n').length <= MOST_CODE_LINES)
    .map((code): Unit => ({
      kind: 'code',
      text: [lead ?? '', code.code].join('\n').trim(),
      code,
      lead,
      block,
      place: 0,
    }));
}

/** The sentence that introduces a list or code: the last one of the paragraph above it. */
function leadOf(before: Block | undefined): string | undefined {
  return before?.kind === 'paragraph' ? sentencesOf(readable(before.text)).at(-1) : undefined;
}
