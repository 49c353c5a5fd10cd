import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RETRIEVAL = '../shared/data/retrieval/cranfield.tgz';
const EXTRACT = '../shared/data/extract/readability.tgz';

export interface RealInput {
  /** Documents with a text, and a query that one of them answers. */
  documents: Array<{ url: string; title: string; text: string }>;
  search: { query: string; relevant: string[] };
  /** Real HTML pages by name. */
  pages: Record<string, string>;
}

/** Real documents and pages for the end-to-end test; undefined where the checkout has none beside it. */
export async function realInput(): Promise<RealInput | undefined> {
  if (!existsSync(RETRIEVAL) || !existsSync(EXTRACT)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
  try {
    for (const archive of [RETRIEVAL, EXTRACT]) execFileSync('tar', ['-xzf', archive, '-C', folder]);
    return {
      ...(await cranfield(join(folder, 'cranfield'))),
      pages: await readPages(join(folder, 'readability', 'html')),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function cranfield(folder: string): Promise<Pick<RealInput, 'documents' | 'search'>> {
  const corpus = await jsonLines<{ _id: string; title: string; text: string }>(join(folder, 'corpus.jsonl'));
  const [query] = await jsonLines<{ _id: string; text: string }>(join(folder, 'queries.jsonl'));
  const judgements = (await readFile(join(folder, 'qrels.tsv'), 'utf8')).split('\n').map((line) => line.split('\t'));
  const relevant = judgements
    .filter(([queryId, , grade]) => queryId === query?._id && Number(grade) > 0)
    .map(([, documentId]) => documentUrl(documentId ?? ''));
  const documents = corpus
    .filter(({ text }) => text.trim() !== '')
    .map(({ _id, title, text }) => ({ url: documentUrl(_id), title, text }));
  return { documents, search: { query: query?.text ?? '', relevant } };
}

function documentUrl(id: string): string {
  return `https://eval.example.com/d/${encodeURIComponent(id)}`;
}

async function readPages(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

async function jsonLines<T>(path: string): Promise<T[]> {
  return (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
