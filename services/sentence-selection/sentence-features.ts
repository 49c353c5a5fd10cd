import { stemsOf } from '../text/words.ts';
import { answerTypeOf, hasAnswerOf } from './answer-type.ts';
import { namesIn } from '../text/facts.ts';
import type { Source } from './source.ts';
import { maskSpans } from '../text/markdown/keep-code.ts';
import { sentencesOf } from '../text/sentences.ts';

/** What tells how well a sentence answers a question, each from 0 to 1. */
export interface SentenceFeatures {
  /** How much of the question it holds itself. The shares here and below are of the weight of the question's stems. */
  own: number;
  /** How much it holds that no other sentence of its passage does. */
  alone: number;
  /** How much it holds nearly: a longer or shorter form that stemming keeps apart, as owner and own. */
  nearly: number;
  /** How much the sentence before holds beyond it: what "he" and "it" mean. */
  before: number;
  /** How much the rest of its passage and its source's title hold beyond these: what the talk is of. */
  passage: number;
  /** How many of the question's word pairs stand as pairs. */
  pairs: number;
  /** Whether it has a thing of the kind that is asked for. */
  type: number;
  /** How well its source matched beside the best of all. */
  source: number;
  /** How much its passage speaks of what is asked, repetitions counting less each time, beside the passage that does most. */
  talk: number;
  /** How many telling words it has: 1 from twenty on. */
  length: number;
}

export interface SentenceCandidate {
  text: string;
  source: Source;
  stems: ReadonlySet<string>;
  features: SentenceFeatures;
  /** Share of the question that it, its neighbours and its passage hold, what stands nearer counting more. */
  covered: number;
}

const FEWEST_WORDS = 4;
const MOST_WORDS = 80;
const MOST_STEMS = 20;
const SHORTEST_BEGINNING = 3;
// What stands beside a sentence names what it speaks of; the rest of the passage shows at least what the talk is of.
const BESIDE = 0.5;
const WITHIN = 0.3;

/** The sentences that can be given as an answer, in order, without those that lack a name or a number of the question. */
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
  /** Of the other sentences of its passage. */
  others: ReadonlySet<string>;
  /** Of its passage and its source's title. */
  around: ReadonlySet<string>;
  /** In how many sentences of its passage each stem stands. */
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

// A member of JSON, or a command: of a block of code whose fence lies outside the passage.
const CODE = /"[\w-]+"\s*:\s*["{[\d]|^\$? ?(?:curl|npx|npm) /;

// Only sources may be links, also for what reads links without minding code.
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

/** What the question names, by a capital or a number: a text without it is about another one of the kind. */
function namedStems(question: string): string[] {
  const numbers = stemsOf(question).filter((stem) => /^\d+$/.test(stem));
  return [...namesIn(question).flat().flatMap(stemsOf), ...numbers];
}

/** The share that those of the question's stems have that fit, or fit so far. */
type Weigh = (fits: (stem: string) => boolean | number) => number;

/** How telling each stem of the question is: the rarer among the sentences, the more; most when it is in none. */
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
