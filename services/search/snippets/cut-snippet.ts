import { isStopWord, stemFinder, wordsOf } from '../../text/words.ts';
import { sentenceSegments } from '../../text/markdown/sentence-segments.ts';
import { CODE_POINTS_A_TOKEN, codePoints } from './budgets.ts';

const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Cuts a text to the run of whole sentences within `maxTokens` that contains the most wanted stems. A sentence that is
 * too long by itself is cut at a word. The time is linear in the length of the text.
 */
export function cutSnippet(text: string, wanted: ReadonlySet<string>, maxTokens: number): string {
  const stemsIn = wantedStems(wanted);
  const most = maxTokens * CODE_POINTS_A_TOKEN;
  const sentences = Array.from(sentenceSegments(text), ({ text: sentence }) => measured(sentence, stemsIn));
  const run = createRun(sentences, most);
  let best = { found: -1, text: '' };
  for (const [start, { text: sentence }] of sentences.entries()) {
    const end = run.from(start);
    const isCut = end === start;
    const cut = isCut ? cutAtWord(sentence, most) : undefined;
    const found = cut === undefined ? run.found() : new Set(stemsIn(cut)).size;
    if (found <= best.found) continue;
    const whole = () => sentences.slice(start, end).map((one) => one.text);
    best = { found, text: cut ?? whole().join('').trim() };
  }
  return best.text;
}

interface MeasuredSentence {
  text: string;
  /** Code points, and those of them that are white space at the beginning and at the end. */
  points: number;
  before: number;
  after: number;
  /** The wanted stems, with repetitions. */
  stems: readonly string[];
}

function measured(text: string, stemsIn: StemsIn): MeasuredSentence {
  return {
    text,
    points: codePoints(text),
    before: text.length - text.trimStart().length,
    after: text.length - text.trimEnd().length,
    stems: stemsIn(text),
  };
}

/** The longest run of sentences from each one. The starts must ascend. */
function createRun(sentences: readonly MeasuredSentence[], mostPoints: number) {
  const held = new Map<string, number>();
  let [begin, end, points] = [0, 0, 0];
  const change = (sentence: MeasuredSentence | undefined, by: 1 | -1) => {
    points += by * (sentence?.points ?? 0);
    for (const stem of sentence?.stems ?? []) held.set(stem, (held.get(stem) ?? 0) + by);
  };
  return {
    /** The end of the run; `start` if its first sentence alone is too long. */
    from(start: number): number {
      while (begin < start) {
        if (begin < end) change(sentences[begin], -1);
        begin += 1;
      }
      end = Math.max(end, start);
      for (let next = sentences[end]; next && fits(start, next); next = sentences[end]) {
        change(next, 1);
        end += 1;
      }
      return end;
    },
    /** Number of wanted stems in the run. */
    found: () => held.values().reduce((sum, count) => sum + Number(count > 0), 0),
  };

  function fits(start: number, next: MeasuredSentence): boolean {
    return points + next.points - (sentences[start]?.before ?? 0) - next.after <= mostPoints;
  }
}

/** The beginning of a text within `mostPoints` code points. A grapheme is never split. */
function cutAtWord(text: string, mostPoints: number): string {
  let cut = '';
  let points = 0;
  for (const { segment } of graphemeSegmenter.segment(text.trim())) {
    points += codePoints(segment);
    if (points > mostPoints) break;
    cut += segment;
  }
  const lastSpace = cut.search(/\s\S*$/);
  return lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut;
}

type StemsIn = (text: string) => string[];

/** Finds the wanted stems of a text in order, with repetitions. */
function wantedStems(wanted: ReadonlySet<string>): StemsIn {
  const stemOf = stemFinder(wanted);
  return (text) => wordsOf(text).flatMap((word) => (isStopWord(word) ? [] : (stemOf(word) ?? [])));
}
