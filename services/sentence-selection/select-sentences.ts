import type { Source } from '../page-text/source.ts';
import { numbersIn } from '../text/facts.ts';
import { sentenceCandidates, type SentenceCandidate, type SentenceFeatures } from './sentence-features.ts';
import { SENTENCE_WEIGHTS } from './sentence-weights.ts';
import { introducedCode, type SourceCode } from '../page-text/source-code.ts';

export interface SelectedSentence {
  text: string;
  source: Source;
  /** The code block that it introduces. */
  code?: SourceCode | undefined;
}

const MOST_SENTENCES = 3;
// With a smaller weighted share of the question's words, a sentence has another subject.
const LEAST_COVERED = 0.2;
// Further sentences must be nearly as likely as the best (scores are log-odds), and add something new.
const LIKELY_ENOUGH = 3;
const MOST_ALIKE = 0.8;

/** The one to three sentences that answer best, best first; none if even the best covers too little of the question. */
export function selectSentences(question: string, sources: readonly Source[]): SelectedSentence[] {
  return distinctBest(sentenceCandidates(question, sources), SENTENCE_WEIGHTS).map(({ text, source }) => ({
    text,
    source,
    code: introducedCode(source.code, text),
  }));
}

/** The choice of `selectSentences` among the candidates with these weights. */
function distinctBest(
  candidates: readonly SentenceCandidate[],
  weights: Readonly<Record<keyof SentenceFeatures, number>>,
): SentenceCandidate[] {
  const sorted = candidates
    .filter(({ covered }) => covered >= LEAST_COVERED)
    .map((candidate) => ({ candidate, score: sentenceScore(candidate.features, weights) }))
    .sort((a, b) => b.score - a.score);
  const best = sorted[0]?.score ?? 0;
  const chosen: SentenceCandidate[] = [];
  for (const { candidate, score } of sorted) {
    if (chosen.length === MOST_SENTENCES || score < best - LIKELY_ENOUGH) break;
    if (chosen.every((other) => saysMore(candidate, other))) chosen.push(candidate);
  }
  return chosen;
}

/** @returns a score that is comparable within one question only */
function sentenceScore(features: SentenceFeatures, weights: Readonly<Record<keyof SentenceFeatures, number>>): number {
  let score = 0;
  for (const name of Object.keys(weights) as Array<keyof SentenceFeatures>) score += weights[name] * features[name];
  return score;
}

/** If two sources differ on a figure, both are kept. */
function saysMore(candidate: SentenceCandidate, other: SentenceCandidate): boolean {
  if (alike(other.stems, candidate.stems) < MOST_ALIKE) return true;
  return (
    candidate.source !== other.source &&
    [...numbersIn(candidate.text)].some((number) => !numbersIn(other.text).has(number))
  );
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared / Math.max(1, Math.min(a.size, b.size));
}
