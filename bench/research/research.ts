import { plainText } from '../../services/text/markdown/plain-text.ts';
import { wordsOf } from '../../services/text/words.ts';
import { skipped } from '../data/data-folder.ts';
import { FIRST, readSet, spread } from '../retrieval/judged-sets.ts';
import { idOf, serveSet } from '../retrieval/served-set.ts';
import { withService, type BenchService } from '../harness/service.ts';

const SET = 'hippo-musique';
const RUNS_AT_ONCE = 20;
// An answer counts where it stands this early in a report.
const FIRST_WORDS = 80;
const WAIT_SECONDS = 60;

interface Shares {
  recall: number;
  all: number;
  any: number;
}

/** What of the passages that a question of several hops needs is among a run's first sources, beside one search. */
export async function benchResearch(): Promise<string[]> {
  const skip = skipped('research', SET);
  if (skip) return [skip];
  const { documents, queries, relevant, answers } = await readSet(SET);
  return withService(
    async (service) => {
      await serveSet(service, documents);
      const questions = spread(queries);
      const wanted = questions.map(({ _id }) => relevant.get(_id) ?? new Map<string, number>());
      const searched = await inTurns(questions, 1, async ({ text }) => {
        const { documents: found } = (await service.post('/v1/search', {
          query: text,
          max_results: FIRST,
          fields: { snippets: { max_tokens: 512 } },
        })) as { documents: Array<{ url: string }> };
        return found.map(({ url }) => idOf(url));
      });
      const startedAt = performance.now();
      const reports = await inTurns(questions, RUNS_AT_ONCE, async ({ text }) => reportOf(service, text));
      const researched = reports.map(({ ids }) => ids);
      const answered = reports.filter(({ text }, place) => hasAnswer(text, answers.get(questions[place]?._id ?? '')));
      const seconds = (performance.now() - startedAt) / 1_000;
      return [
        `one search of ${SET}: ${shown(sharesOf(searched, wanted))}`,
        `a run's first ${FIRST} sources: ${shown(sharesOf(researched, wanted))} (target R@10 .66, all .36)`,
        `a gold answer within the first ${FIRST_WORDS} words of the report: ${(answered.length / questions.length).toFixed(2)} (target .45)`,
        `${questions.length} runs, ${RUNS_AT_ONCE} at once: all completed in ${seconds.toFixed(0)} s`,
      ];
    },
    { QUARRY_AGENT_RUNS_AT_ONCE: String(RUNS_AT_ONCE) },
  );
}

interface ReadReport {
  text: string;
  /** Of its first sources. */
  ids: string[];
}

async function reportOf(service: BenchService, query: string): Promise<ReadReport> {
  const { id } = (await service.post('/v1/agent/runs', { query })) as { id: string };
  const run = (await service.get(`/v1/agent/runs/${id}?wait=${WAIT_SECONDS}`)) as {
    status: string;
    output: { text: string; sources: Array<{ url: string }> } | null;
  };
  if (run.status !== 'completed') throw new Error(`run ${id} is ${run.status}`);
  const { text = '', sources = [] } = run.output ?? {};
  return { text, ids: sources.slice(0, FIRST).map(({ url }) => idOf(url)) };
}

function hasAnswer(report: string, answers: readonly string[] = []): boolean {
  const words = plainText(report.replaceAll(/\[\d+\]/g, ' '))
    .split(/\s+/)
    .slice(0, FIRST_WORDS)
    .join(' ');
  const first = ` ${wordsOf(words).join(' ')} `;
  return answers.map((answer) => wordsOf(answer).join(' ')).some((one) => one !== '' && first.includes(` ${one} `));
}

async function inTurns<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T);
    }),
  );
  return results;
}

function sharesOf(found: readonly (readonly string[])[], wanted: ReadonlyArray<ReadonlyMap<string, number>>): Shares {
  const shares = { recall: 0, all: 0, any: 0 };
  for (const [index, ids] of found.entries()) {
    const gold = wanted[index] ?? new Map<string, number>();
    const held = ids.filter((id) => gold.has(id)).length;
    shares.recall += held / gold.size / found.length;
    shares.all += Number(held === gold.size) / found.length;
    shares.any += Number(held > 0) / found.length;
  }
  return shares;
}

const shown = ({ recall, all, any }: Shares) =>
  `R@${FIRST} ${recall.toFixed(3)}, all passages ${all.toFixed(3)}, at least one ${any.toFixed(3)}`;
