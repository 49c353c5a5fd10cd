import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withUnpacked } from '../data/data-folder.ts';
import type { SetName } from '../data/sets.ts';

const MOST_QUERIES = 1_000;
export const FIRST = 10;

export interface SetLine {
  _id: string;
  title?: string;
  text: string;
}

/** A development set: its questions, and the documents that answer each, graded. */
export interface JudgedSet {
  documents: SetLine[];
  queries: SetLine[];
  relevant: Map<string, Map<string, number>>;
  /** Gold answers by question; empty if the set has none. */
  answers: Map<string, string[]>;
}

export function readSet(set: SetName): Promise<JudgedSet> {
  return withUnpacked(set, async (folder) => {
    const text = (name: string) => readFile(join(folder, name), 'utf8');
    const jsonLines = async (name: string) =>
      (await text(name))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as SetLine);
    const relevant = new Map<string, Map<string, number>>();
    for (const row of (await text('qrels.tsv')).split('\n').slice(1)) {
      const [query = '', document = '', grade] = row.split('\t');
      if (Number(grade) > 0) relevant.set(query, new Map([...(relevant.get(query) ?? []), [document, Number(grade)]]));
    }
    const judged = (await jsonLines('queries.jsonl')).filter(({ _id }) => relevant.has(_id));
    return {
      documents: await jsonLines('corpus.jsonl'),
      queries: judged,
      relevant,
      answers: await readAnswers(join(folder, 'answers.json')),
    };
  });
}

async function readAnswers(path: string): Promise<Map<string, string[]>> {
  if (!existsSync(path)) return new Map();
  const answers = JSON.parse(await readFile(path, 'utf8')) as Record<string, string[] | { answer: string }>;
  return new Map(Object.entries(answers).map(([id, one]) => [id, Array.isArray(one) ? one : [one.answer]]));
}

/** At most this many, evenly spaced over the set, like the sets' own scoring program. */
export function spread(queries: readonly SetLine[], most = MOST_QUERIES): SetLine[] {
  const step = Math.max(1, queries.length / most);
  return queries.filter((_, place) => Math.floor(Math.ceil(place / step) * step) === place).slice(0, most);
}

export async function score(
  { queries, relevant }: JudgedSet,
  figure: 'ndcg' | 'recall',
  search: (query: string) => Promise<string[]>,
): Promise<number> {
  let sum = 0;
  const asked = spread(queries);
  for (const { _id, text } of asked) {
    const wanted = relevant.get(_id) ?? new Map<string, number>();
    const found = await search(text);
    sum += figure === 'ndcg' ? ndcg(found, wanted) : found.filter((id) => wanted.has(id)).length / wanted.size;
  }
  return sum / asked.length;
}

export function ndcg(found: readonly string[], wanted: ReadonlyMap<string, number>): number {
  const gain = (grades: readonly number[]) => grades.reduce((sum, grade, rank) => sum + grade / Math.log2(rank + 2), 0);
  const best = [...wanted.values()].toSorted((a, b) => b - a).slice(0, FIRST);
  return gain(found.map((id) => wanted.get(id) ?? 0)) / gain(best);
}
