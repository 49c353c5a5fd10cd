import { stemsOf } from '../index/words.ts';
import { answerTypeOf, hasAnswerOf, type AnswerType } from './answer-type.ts';
import { namesIn } from './facts.ts';
import { sentencesOf } from './sentences.ts';

/** A text that may hold the answer. */
export interface Source {
  url: string;
  name: string;
  title: string;
  /** Parts of the stored text, each a stretch of it. */
  passages: readonly string[];
}

export interface SelectedSentence {
  text: string;
  source: Source;
}

interface Scored extends SelectedSentence {
  stems: ReadonlySet<string>;
  covered: number;
  score: number;
}

const MOST_SENTENCES = 4;
// Under this share of the question, weighed by how telling its words are, a sentence is about something else.
const LEAST_COVERED = 0.45;
// Further sentences must be nearly as good as the best, and say something else.
const NEARLY_AS_GOOD = 0.8;
const MOST_ALIKE = 0.6;

const PAIRS_WEIGHT = 0.3;
const TYPE_WEIGHT = 0.25;
const RANK_WEIGHT = 0.25;
// What stands before a sentence, or over its document, names what "he" and "it" mean.
const CONTEXT_WEIGHT = 0.5;
// The rest of its passage shows at least what the talk is of.
const PASSAGE_WEIGHT = 0.3;
const FEWEST_WORDS = 4;
const MOST_WORDS = 80;

/** The one to four sentences that answer best, best first; none where even the best covers too little of the question. */
export function selectSentences(question: string, sources: readonly Source[]): SelectedSentence[] {
  const asked = stemsOf(question);
  if (asked.length === 0) return [];
  const candidates = sources.flatMap((source, rank) => source.passages.flatMap((passage) => read(passage, source, rank)));
  const weightOf = weights(asked, candidates);
  const named = namedStems(question);
  const type = answerTypeOf(question);
  const scored = candidates
    .filter((candidate) => named.every((stem) => presence(stem, candidate) > 0))
    .map((candidate) => score(candidate, { question, asked, weightOf, type }))
    .filter((sentence) => sentence.covered >= LEAST_COVERED)
    .sort((a, b) => b.score - a.score);
  return distinct(scored).map(({ text, source }) => ({ text, source }));
}

interface Candidate {
  text: string;
  source: Source;
  rank: number;
  ordered: string[];
  stems: ReadonlySet<string>;
  context: ReadonlySet<string>;
  passage: ReadonlySet<string>;
}

function read(passage: string, source: Source, rank: number): Candidate[] {
  const title = stemsOf(source.title);
  const inPassage = new Set(stemsOf(passage));
  let before: string[] = [];
  return sentencesOf(passage).flatMap((text) => {
    const ordered = stemsOf(text);
    const context = new Set([...title, ...before]);
    before = ordered;
    const words = text.split(' ').length;
    if (words < FEWEST_WORDS || words > MOST_WORDS || text.endsWith('?')) return [];
    return [{ text, source, rank, ordered, stems: new Set(ordered), context, passage: inPassage }];
  });
}

/** What the question names, by a capital or a number: a text without it is about another one of the kind. */
function namedStems(question: string): string[] {
  const numbers = stemsOf(question).filter((stem) => /^\d+$/.test(stem));
  return [...namesIn(question).flat().flatMap(stemsOf), ...numbers];
}

/** How telling each stem of the question is: the rarer among the sentences, the more; most when it is in none. */
function weights(asked: readonly string[], candidates: readonly Candidate[]): Map<string, number> {
  return new Map(
    asked.map((stem) => {
      const holding = candidates.filter((candidate) => candidate.stems.has(stem)).length;
      return [stem, Math.log(1 + (candidates.length + 1) / (holding + 1))];
    }),
  );
}

interface Question {
  question: string;
  asked: readonly string[];
  weightOf: ReadonlyMap<string, number>;
  type: AnswerType;
}

function score(candidate: Candidate, { question, asked, weightOf, type }: Question): Scored {
  const { stems, ordered } = candidate;
  let total = 0;
  let found = 0;
  for (const [stem, weight] of weightOf) {
    total += weight;
    found += weight * presence(stem, candidate);
  }
  const covered = found / total;
  const fits = hasAnswerOf(type, candidate.text, question) ? 1 : 0;
  const rank = 1 / (1 + candidate.rank);
  return {
    text: candidate.text,
    source: candidate.source,
    stems,
    covered,
    score: covered + PAIRS_WEIGHT * pairShare(asked, ordered) + TYPE_WEIGHT * fits + RANK_WEIGHT * rank,
  };
}

function presence(stem: string, { stems, context, passage }: Candidate): number {
  if (stems.has(stem)) return 1;
  if (context.has(stem)) return CONTEXT_WEIGHT;
  return passage.has(stem) ? PASSAGE_WEIGHT : 0;
}

function pairShare(asked: readonly string[], ordered: readonly string[]): number {
  if (asked.length < 2) return 0;
  const pairs = new Set(ordered.slice(1).map((stem, index) => `${ordered[index]} ${stem}`));
  const found = asked.slice(1).filter((stem, index) => pairs.has(`${asked[index]} ${stem}`)).length;
  return found / (asked.length - 1);
}

function distinct(sorted: readonly Scored[]): Scored[] {
  const best = sorted[0]?.score ?? 0;
  const chosen: Scored[] = [];
  for (const sentence of sorted) {
    if (chosen.length === MOST_SENTENCES || sentence.score < best * NEARLY_AS_GOOD) break;
    if (chosen.every((other) => alike(other.stems, sentence.stems) < MOST_ALIKE)) chosen.push(sentence);
  }
  return chosen;
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared / Math.max(1, Math.min(a.size, b.size));
}
