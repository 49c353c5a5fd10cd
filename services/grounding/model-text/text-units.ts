import { endsInAbbreviation } from '../../text/sentences.ts';

/** A piece of Markdown that is judged as one: a sentence, or a line that is not running text. */
export interface WrittenUnit {
  /** White space before it, and the mark of its block (`- `, `1. `, `> `, `## `). */
  lead: string;
  text: string;
  /** `code` is a whole block with its fences. */
  kind: 'sentence' | 'heading' | 'row' | 'code';
}

interface State {
  rest: string;
  atLineStart: boolean;
  /** The open block so far, and its opening fence. */
  block: (Pick<WrittenUnit, 'lead' | 'text'> & { fence: string }) | undefined;
}

/**
 * Splits streamed text into units, each emitted as soon as it is certainly complete. All leads and texts in order are
 * the text.
 */
export async function* writtenUnits(pieces: AsyncIterable<string>): AsyncGenerator<WrittenUnit> {
  const state: State = { rest: '', atLineStart: true, block: undefined };
  for await (const piece of pieces) {
    state.rest += piece;
    yield* completeUnits(state, false);
  }
  yield* completeUnits(state, true);
}

function* completeUnits(state: State, isEnd: boolean): Generator<WrittenUnit> {
  for (let piece = nextPiece(state, isEnd); piece !== undefined; piece = nextPiece(state, isEnd)) {
    state.rest = state.rest.slice(piece.lead.length + piece.text.length);
    state.atLineStart = state.rest.startsWith('\n');
    const unit = piece.kind === 'line of code' ? endedBlock(state, piece) : { ...piece, kind: piece.kind };
    if (unit) yield unit;
  }
  if (isEnd && state.block) yield { lead: state.block.lead, text: state.block.text, kind: 'code' };
}

/** The block that ends with this line. */
function endedBlock(state: State, { lead, text }: Piece): WrittenUnit | undefined {
  const { block } = state;
  if (block === undefined) {
    state.block = { lead, text, fence: FENCE.exec(text)?.[0] ?? '' };
    return undefined;
  }
  block.text += lead + text;
  const [end = ''] = /^(?:`{3,}|~{3,})$/.exec(text.trimEnd()) ?? [];
  if (!end.startsWith(block.fence)) return undefined;
  state.block = undefined;
  return { lead: block.lead, text: block.text, kind: 'code' };
}

interface Piece {
  lead: string;
  text: string;
  kind: Exclude<WrittenUnit['kind'], 'code'> | 'line of code';
}

const FENCE = /^(?:`{3,}|~{3,})/;

// This much is enough to classify a line; a shorter one waits for more input.
const LINE_BEGINNING = /^.{4}/u;
const BLOCK_MARK = /^(?:>[ \t]?)*(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+)?/;

function nextPiece({ rest, atLineStart, block }: State, isEnd: boolean): Piece | undefined {
  const [space = ''] = /^\s*/.exec(rest) ?? [];
  const lineEnd = rest.indexOf('\n', space.length);
  const line = rest.slice(space.length, lineEnd === -1 ? undefined : lineEnd);
  const isComplete = lineEnd !== -1 || isEnd;
  if (line === '' || (!isComplete && !LINE_BEGINNING.test(line))) return undefined;
  const startsLine = atLineStart || space.includes('\n');
  const kind = kindOf(line, startsLine, block !== undefined);
  if (kind !== 'sentence') {
    const mark = kind === 'heading' ? (/^#{1,6}[ \t]+/.exec(line)?.[0] ?? '') : '';
    return isComplete ? { lead: space + mark, text: line.slice(mark.length), kind } : undefined;
  }
  const mark = startsLine ? (BLOCK_MARK.exec(line)?.[0] ?? '') : '';
  const text = line.slice(mark.length);
  const length = firstSentenceLength(text) ?? (isComplete ? text.length : undefined);
  return length === undefined ? undefined : { lead: space + mark, text: text.slice(0, length), kind };
}

function kindOf(line: string, startsLine: boolean, isInBlock: boolean): Piece['kind'] {
  if (isInBlock || (startsLine && FENCE.test(line))) return 'line of code';
  if (startsLine && /^#{1,6}\s/.test(line)) return 'heading';
  return startsLine && line.startsWith('|') ? 'row' : 'sentence';
}

// A sentence ends only where another starts after it: a marker may still follow the stop, or the stop may be part of a
// number.
// All quantifiers are bounded, so that a runaway model's stops or asterisks take linear time.
const SENTENCE_END =
  /(?:[.!?…]{1,4}["'”’)*_]{0,4}(?:\s{0,2}\[[\d,;\s–-]{1,40}\]){0,8}["'”’)*_]{0,4}\.?(?=\s{1,9}[^\s\p{Ll}[(【])|[。！？]{1,4}(?=[^\s[】【]))/gu;

function firstSentenceLength(text: string): number | undefined {
  for (const { 0: end, index } of text.matchAll(SENTENCE_END)) {
    if (!endsInAbbreviation(text.slice(0, index + 1))) return index + end.length;
  }
  return undefined;
}
