import { stemsOf } from '../text/words.ts';
import { answerTypeOf, hasAnswerOf } from './answer-type.ts';
import { namesIn } from '../text/facts.ts';
import type { Source } from '../page-text/source.ts';
import { maskSpans } from '../text/markdown/keep-code.ts';
import { sentencesOf } from '../text/sentences.ts';

/** Features of a sentence as an answer, each from 0 to 1. */
export interface SentenceFeatures {
  /**
   * Share of the question in the sentence itself. This share and those below are of the weight of the question's stems.
   */
  own: number;
  /** Share of the question in it that no other sentence of its passage has. */
  alone: number;
  /** Share of the question in it as a variant that stemming keeps apart, such as owner and own. */
  nearly: number;
  /** Additional share in the sentence before it: the referent of "he" and "it". */
  before: number;
  /** Additional share in the rest of its passage and in its source's title: the topic. */
  passage: number;
  /** Share of the question's word pairs that occur as pairs. */
  pairs: number;
  /** Whether it has a thing of the requested kind. */
  type: number;
  /** Match of its source relative to the best one. */
  source: number;
  /**
   * How often its passage mentions the question's stems, repetitions counting less each time, relative to the passage
   * with the most.
   */
  talk: number;
  /** Number of telling words: 1 from twenty on. */
  length: number;
}

export interface SentenceCandidate {
  text: string;
  source: Source;
  stems: ReadonlySet<string>;
  features: SentenceFeatures;
  /** Share of the question in the sentence, its neighbours and its passage, nearer text weighing more. */
  covered: number;
}

const FEWEST_WORDS = 4;
const MOST_WORDS = 80;
const MOST_STEMS = 20;
const SHORTEST_BEGINNING = 3;
// Neighbouring sentences name the subject of a sentence; the rest of the passage shows at least its topic.
const BESIDE = 0.5;
const WITHIN = 0.3;

/** The sentences that can be an answer, in order, without those that lack a name or a number of the question. */
export function sentenceCandidates(question: string, sources: readonly Source[]): SentenceCandidate[] {
  const asked = stemsOf(question);
  if (asked.length === 0) return [];
  const read = sources.flatMap((source) => source.passages.flatMap((passage) => readPassage(passage, source)));
  const weigh = weigher(asked, read);
  const named = namedStems(question);
  const mostTalk = Math.max(...read.map(({ counts }) => talkOf(counts, weigh)));
  return read
    .filter((one) => isSayable(one) && named.every((stem) => one.around.has(stem)))
    .map((one) => judged(one, { question, asked, weigh, mostTalk }));
}

interface Sentence {
  source: Source;
  text: string;
  words: number;
  ordered: readonly string[];
  stems: ReadonlySet<string>;
  before: ReadonlySet<string>;
  /** From the other sentences of its passage. */
  others: ReadonlySet<string>;
  /** From its passage and its source's title. */
  around: ReadonlySet<string>;
  /** Number of sentences of its passage that contain each stem. */
  counts: ReadonlyMap<string, number>;
}

function readPassage(passage: string, source: Source): Sentence[] {
  const texts = sentencesOf(passage);
  const stems = texts.map(stemsOf);
  const around = new Set([...stemsOf(source.title), ...stems.flat()]);
  const counts = countSentences(stems);
  return texts.map((text, index) => {
    const own = new Set(stems[index]);
    const others = new Set(Array.from(counts, ([stem, count]) => (count > (own.has(stem) ? 1 : 0) ? stem : '')));
    return {
      source,
      text,
      around,
      others,
      counts,
      words: text.split(' ').length,
      ordered: stems[index] ?? [],
      stems: own,
      before: new Set(stems[index - 1]),
    };
  });
}

function countSentences(sentences: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of sentences.flatMap((stems) => [...new Set(stems)])) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

// A JSON member or a command, from a code block whose fence lies outside the passage.
const CODE = /"[\w-]+"\s*:\s*["{[\d]|^\$? ?(?:curl|npx|npm) /;

// Only sources may be links, even for a parser that finds links inside code.
const LINK_IN_CODE = /\]\(\s*<?[a-z]+:/i;

function isSayable({ text, words }: Sentence): boolean {
  return (
    words >= FEWEST_WORDS &&
    words <= MOST_WORDS &&
    !text.endsWith('?') &&
    !CODE.test(maskSpans(text)) &&
    !LINK_IN_CODE.test(text)
  );
}

/** The names and numbers in the question: a text without them is about another thing of the same kind. */
function namedStems(question: string): string[] {
  const numbers = stemsOf(question).filter((stem) => /^\d+$/.test(stem));
  return [...namesIn(question).flat().flatMap(stemsOf), ...numbers];
}

/** The weighted share of the question's stems that pass the test, fully or in part. */
type Weigh = (fits: (stem: string) => boolean | number) => number;

/**
 * The weight of each stem of the question: the rarer among the sentences, the larger; maximal if no sentence has it.
 */
function weigher(asked: readonly string[], read: readonly Sentence[]): Weigh {
  const weights = Array.from(new Set(asked), (stem): [string, number] => {
    const holding = read.filter(({ stems }) => stems.has(stem)).length;
    return [stem, Math.log(1 + (read.length + 1) / (holding + 1))];
  });
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return (fits) => weights.reduce((sum, [stem, weight]) => sum + Number(fits(stem)) * weight, 0) / total;
}

function talkOf(counts: ReadonlyMap<string, number>, weigh: Weigh): number {
  return weigh((stem) => {
    const count = counts.get(stem) ?? 0;
    return count / (count + 1);
  });
}

interface Asked {
  question: string;
  asked: readonly string[];
  weigh: Weigh;
  mostTalk: number;
}

function judged(one: Sentence, { question, asked, weigh, mostTalk }: Asked): SentenceCandidate {
  const { text, source, stems, before, others, around } = one;
  const own = weigh((stem) => stems.has(stem));
  const beside = weigh((stem) => !stems.has(stem) && before.has(stem));
  const passage = weigh((stem) => !stems.has(stem) && !before.has(stem) && around.has(stem));
  const features: SentenceFeatures = {
    own,
    passage,
    before: beside,
    alone: weigh((stem) => stems.has(stem) && !others.has(stem)),
    nearly: weigh((stem) => !stems.has(stem) && [...stems].some((other) => isNearly(stem, other))),
    pairs: pairShare(asked, one.ordered),
    type: hasAnswerOf(answerTypeOf(question), text, question) ? 1 : 0,
    source: source.score ?? 1,
    talk: mostTalk > 0 ? talkOf(one.counts, weigh) / mostTalk : 0,
    length: Math.min(1, stems.size / MOST_STEMS),
  };
  return { text, source, stems, features, covered: own + BESIDE * beside + WITHIN * passage };
}

function isNearly(one: string, other: string): boolean {
  return Math.min(one.length, other.length) >= SHORTEST_BEGINNING && (one.startsWith(other) || other.startsWith(one));
}

function pairShare(asked: readonly string[], ordered: readonly string[]): number {
  if (asked.length < 2) return 0;
  const pairs = new Set(ordered.slice(1).map((stem, index) => `${ordered[index]} ${stem}`));
  const found = asked.slice(1).filter((stem, index) => pairs.has(`${asked[index]} ${stem}`)).length;
  return found / (asked.length - 1);
}
