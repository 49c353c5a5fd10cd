import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { exactBm25 } from './retrieval/exact-bm25.ts';
import { withService } from './service.ts';

const run = promisify(execFile);

const FOLDER = process.env.QUARRY_BENCH_RETRIEVAL ?? fileURLToPath(new URL('../../shared/data/retrieval', import.meta.url));
const SETS = [
  { set: 'cranfield', figure: 'ndcg', base: '.385', pro: '.40' },
  { set: 'clef20-t2-dev', figure: 'ndcg', base: '.835', pro: '.845' },
  { set: 'squadshift-reddit', figure: 'ndcg', base: '.565', pro: '.585' },
  { set: 'hippo-musique', figure: 'recall', base: '.575', pro: '.585' },
  { set: 'pubmedqa', figure: 'ndcg', base: '.972', pro: '.977' },
] as const;
const MOST_QUERIES = 1_000;
const BATCH = 200;
const FIRST = 10;
const PREFIX = 'https://eval.example.com/d/';
const FIGURE_NAMES = { ndcg: 'nDCG@10', recall: 'R@10' };

interface Line {
  _id: string;
  title?: string;
  text: string;
}

interface Judged {
  documents: Line[];
  queries: Line[];
  relevant: Map<string, Map<string, number>>;
}

/** How well searches rank on judged sets, both tiers, beside exact BM25 over the same documents. */
export async function benchRetrieval(): Promise<string[]> {
  if (!existsSync(FOLDER)) return [`retrieval: skipped, there are no sets in ${FOLDER} (QUARRY_BENCH_RETRIEVAL names another folder)`];
  const lines: string[] = [];
  for (const { set, figure, base, pro } of SETS) {
    const judged = await readSet(set);
    const bm25 = exactBm25(judged.documents.map(({ _id, title = '', text }) => ({ id: _id, text: `${title} ${text}` })));
    const peer = await score(judged, figure, async (query) => bm25(query, FIRST));
    const ours = await searchedScores(judged, figure);
    const [ofPeer, ofBase, ofPro] = [peer, ours.base, ours.pro].map((value) => value.toFixed(3));
    lines.push(`${set} ${FIGURE_NAMES[figure]}: exact BM25 ${ofPeer}, base ${ofBase} (target ${base}), pro ${ofPro} (target ${pro})`);
  }
  return lines;
}

async function readSet(set: string): Promise<Judged> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-retrieval-'));
  try {
    await run('tar', ['xzf', join(FOLDER, `${set}.tgz`), '-C', folder]);
    const text = (name: string) => readFile(join(folder, set, name), 'utf8');
    const jsonLines = async (name: string) => (await text(name)).split('\n').filter(Boolean).map((line) => JSON.parse(line) as Line);
    const relevant = new Map<string, Map<string, number>>();
    for (const row of (await text('qrels.tsv')).split('\n').slice(1)) {
      const [query = '', document = '', grade] = row.split('\t');
      if (Number(grade) > 0) relevant.set(query, new Map([...(relevant.get(query) ?? []), [document, Number(grade)]]));
    }
    const judged = (await jsonLines('queries.jsonl')).filter(({ _id }) => relevant.has(_id));
    return { documents: await jsonLines('corpus.jsonl'), queries: spread(judged), relevant };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** At most MOST_QUERIES, evenly over the set, as the sets' own scoring program takes them. */
function spread(queries: readonly Line[]): Line[] {
  const step = Math.max(1, queries.length / MOST_QUERIES);
  return queries.filter((_, place) => Math.floor(Math.ceil(place / step) * step) === place).slice(0, MOST_QUERIES);
}

async function searchedScores(judged: Judged, figure: 'ndcg' | 'recall'): Promise<{ base: number; pro: number }> {
  return withService(async (service) => {
    for (let from = 0; from < judged.documents.length; from += BATCH) {
      const documents = judged.documents.slice(from, from + BATCH).map(({ _id, title, text }) => ({ url: PREFIX + encodeURIComponent(_id), text, ...(title && { title }) }));
      await service.post('/v1/documents', { documents });
    }
    const search = (tier: string) => async (query: string) => {
      const body = { query, tier, max_results: FIRST, fields: { snippets: { max_tokens: 512 } } };
      const { documents } = (await service.post('/v1/search', body)) as { documents: Array<{ url: string }> };
      return documents.map(({ url }) => decodeURIComponent(url.slice(PREFIX.length)));
    };
    return { base: await score(judged, figure, search('base')), pro: await score(judged, figure, search('pro')) };
  });
}

async function score({ queries, relevant }: Judged, figure: 'ndcg' | 'recall', search: (query: string) => Promise<string[]>): Promise<number> {
  let sum = 0;
  for (const { _id, text } of queries) {
    const wanted = relevant.get(_id) ?? new Map<string, number>();
    const found = await search(text);
    sum += figure === 'ndcg' ? ndcg(found, wanted) : found.filter((id) => wanted.has(id)).length / wanted.size;
  }
  return sum / queries.length;
}

function ndcg(found: readonly string[], wanted: ReadonlyMap<string, number>): number {
  const gain = (grades: readonly number[]) => grades.reduce((sum, grade, rank) => sum + grade / Math.log2(rank + 2), 0);
  const best = [...wanted.values()].toSorted((a, b) => b - a).slice(0, FIRST);
  return gain(found.map((id) => wanted.get(id) ?? 0)) / gain(best);
}
