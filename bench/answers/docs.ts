import { judgeDefinitions } from './definitions.ts';
import { skipped } from '../data/data-folder.ts';
import type { BenchService } from '../harness/service.ts';
import { BASE_URL, inOneLine, readQuestions, verdictOn, type DocsQuestion, type Verdict } from './docs-qa.ts';
import { withManuals } from './manuals-service.ts';

interface Judged {
  question: DocsQuestion;
  /** Of the first page that answers, from 1; 0 if none was found. */
  rank: number;
  verdict: Verdict;
  words: number;
}

/** Searches and answers without a model over the manuals of a set of questions, read as `quarry ingest` reads them. */
export async function benchDocs(): Promise<string[]> {
  const skip = skipped('answers over manuals', 'docs-qa');
  if (skip) return [skip];
  return withManuals(async (service) => {
    const judged: Judged[] = [];
    for (const question of await readQuestions()) judged.push(await ask(service, question));
    return [...report(judged), await judgeDefinitions(service)];
  });
}

async function ask(service: BenchService, question: DocsQuestion): Promise<Judged> {
  const fields = { snippets: { max_snippets_per_result: 1 } };
  const found = (await service.post('/v1/search', { query: question.question, max_results: 10, fields })) as {
    documents: Array<{ url: string }>;
  };
  const { answer } = (await service.post('/v1/answer', { query: question.question })) as { answer: string };
  const pages = found.documents.map(({ url }) => url.slice(BASE_URL.length));
  return {
    question,
    rank: pages.findIndex((page) => question.gold_pages.includes(page)) + 1,
    verdict: verdictOn(question, answer),
    words: inOneLine(answer).split(' ').length,
  };
}

function report(judged: readonly Judged[]): string[] {
  const answerable = judged.filter(({ question }) => question.kind !== 'unanswerable');
  const others = judged.filter(({ question }) => question.kind === 'unanswerable');
  const kinds = [...new Set(answerable.map(({ question }) => question.kind))].toSorted();
  const within = (most: number) => answerable.filter(({ rank }) => rank > 0 && rank <= most).length;
  const share = (count: number) => `${Math.round((100 * count) / answerable.length)} %`;
  const words = answerable
    .filter(({ verdict }) => verdict !== 'abstained')
    .map((one) => one.words)
    .toSorted((one, other) => one - other);
  return [
    `answers over manuals: a page that answers is first for ${share(within(1))} of ${answerable.length} questions (target 77 %), among three for ${share(within(3))} (target 90 %)`,
    ...kinds.map((kind) =>
      lineOf(
        kind,
        answerable.filter(({ question }) => question.kind === kind),
      ),
    ),
    lineOf('all', answerable),
    `median words of an answer ${words[Math.floor(words.length / 2)]} (target 55), p90 ${words[Math.floor(words.length * 0.9)]} (target 120)`,
    `of ${others.length} questions without an answer ${count(others, 'abstained')} are told so (target 22)`,
  ];
}

function lineOf(kind: string, judged: readonly Judged[]): string {
  const counts = (['right', 'partial', 'wrong', 'abstained'] as const).map(
    (verdict) => `${verdict} ${count(judged, verdict)}`,
  );
  return `${kind} (${judged.length}): ${counts.join(', ')}`;
}

const count = (judged: readonly Judged[], verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length;
