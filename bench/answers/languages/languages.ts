import { appendFile, readFile } from 'node:fs/promises';
import { obtainModel } from '../../../local/embedding-model/obtain-model.ts';
import { atRest } from '../../harness/cpu.ts';
import { ingest } from '../../harness/ingest.ts';
import { withService, type BenchService } from '../../harness/service.ts';
import { BASE_URL, inOneLine, verdictOn, type Verdict } from '../docs-qa.ts';
import { obtainPages } from './pages.ts';

const LANGUAGES = ['de', 'ja'] as const;

/** A file for every question, its first pages and its answer, to be read by a person. */
const ANSWERS_FILE = process.env.QUARRY_BENCH_LANGUAGES_ANSWERS;

interface Question {
  id: string;
  lang: (typeof LANGUAGES)[number];
  kind: string;
  /** Whether the question uses the words of the page or others. */
  style: 'words' | 'paraphrase';
  question: string;
  /** Paths of the pages that hold the answer, each of them enough. None: no page holds it. */
  pages: string[];
  /** Patterns that all have to match the answer. */
  must: string[];
}

interface Judged {
  question: Question;
  /** Of the first page that answers, from 1; 0 if none was found. */
  rank: number;
  verdict: Verdict;
  /** Of the answer up to its first citation. */
  firstUnit: Verdict;
}

/** Searches and answers over German and Japanese manuals, with ranking by meaning off and on. */
export async function benchLanguages(): Promise<string[]> {
  let folder: string;
  try {
    folder = await obtainPages();
  } catch (error) {
    return [`answers in languages: skipped, the pages cannot be obtained: ${String(error)}`];
  }
  await obtainModel({ signal: AbortSignal.timeout(600_000), progress: console.error });
  const questions = (await Promise.all(LANGUAGES.map(readQuestions))).flat();
  const off = await measured(folder, questions, 'off');
  return [...off, ...(await measured(folder, questions, 'on'))];
}

async function readQuestions(language: string): Promise<Question[]> {
  const lines = await readFile(new URL(`questions.${language}.jsonl`, import.meta.url), 'utf8');
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Question);
}

function measured(folder: string, questions: readonly Question[], meaning: 'on' | 'off'): Promise<string[]> {
  const further: Record<string, string> = meaning === 'off' ? { QUARRY_EMBEDDINGS_MODEL: 'off' } : {};
  return withService(async (service) => {
    await ingest(service, folder, BASE_URL);
    // Vectors are computed after indexing, and only the load of the service tells when all are there.
    await atRest(service.child.pid ?? 0);
    const judged: Judged[] = [];
    for (const question of questions) judged.push(await ask(service, question, meaning));
    return LANGUAGES.map((language) =>
      report(
        `answers in ${language}, meaning ${meaning}`,
        judged.filter(({ question }) => question.lang === language),
      ),
    );
  }, further);
}

async function ask(service: BenchService, question: Question, meaning: string): Promise<Judged> {
  const fields = { snippets: { max_snippets_per_result: 1 } };
  const found = (await service.post('/v1/search', { query: question.question, max_results: 10, fields })) as {
    documents: Array<{ url: string }>;
  };
  const { answer } = (await service.post('/v1/answer', { query: question.question })) as { answer: string };
  const pages = found.documents.map(({ url }) => url.slice(BASE_URL.length));
  const gold = { gold: question.must.map((pattern) => [pattern]), anti: [] };
  const rank = pages.findIndex((page) => question.pages.includes(page)) + 1;
  const verdict = verdictOn(gold, answer);
  const firstUnit = verdictOn(gold, upToCitation(answer));
  if (ANSWERS_FILE) {
    const line = {
      meaning,
      ...question,
      rank,
      verdict,
      firstUnit,
      found: pages.slice(0, 3),
      answer: inOneLine(answer),
    };
    await appendFile(ANSWERS_FILE, `${JSON.stringify(line)}\n`);
  }
  return { question, rank, verdict, firstUnit };
}

function upToCitation(answer: string): string {
  const citation = /\(\[(?:[^\]\\]|\\.)*\]\([^)\s]+\)\)/.exec(answer);
  return citation ? answer.slice(0, citation.index) : answer;
}

function report(name: string, judged: readonly Judged[]): string {
  const answerable = judged.filter(({ question }) => question.must.length > 0);
  const others = judged.filter(({ question }) => question.must.length === 0);
  return [
    `${name}: ${figures(answerable)}`,
    ...(['words', 'paraphrase'] as const).map(
      (style) => `${style}: ${figures(answerable.filter(({ question }) => question.style === style))}`,
    ),
    `of ${others.length} questions without an answer ${others.filter(({ verdict }) => verdict === 'abstained').length} are told so`,
  ].join('; ');
}

function figures(judged: readonly Judged[]): string {
  const share = (holds: (one: Judged) => boolean) =>
    `${Math.round((100 * judged.filter(holds).length) / judged.length)} %`;
  return [
    `${judged.length} questions`,
    `page first ${share(({ rank }) => rank === 1)}`,
    `among three ${share(({ rank }) => rank > 0 && rank <= 3)}`,
    `right ${share(({ verdict }) => verdict === 'right')}`,
    `first unit right ${share(({ firstUnit }) => firstUnit === 'right')}`,
    `nothing answered ${share(({ verdict }) => verdict === 'abstained')}`,
  ].join(', ');
}
