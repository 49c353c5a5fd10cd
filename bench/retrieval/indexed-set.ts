import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLanceIndex } from '../../services/index/lancedb/lancedb.ts';
import type { IndexedDocument, PassageIndex, SearchIndex } from '../../services/index/port.ts';
import type { Statistics } from '../../services/index/statistics/bm25.ts';
import { rescored } from '../../services/index/statistics/by-owner.ts';
import { rarityBy } from '../../services/index/statistics/term-rarity.ts';
import { TermChanges } from '../../services/index/term-changes.ts';
import { findCandidates, RESCORED_PASSAGES, type Candidate } from '../../services/search/find/candidates.ts';
import { parseQuery } from '../../services/query/operators.ts';
import { FIRST, type JudgedSet, type SetLine } from './judged-sets.ts';

const BATCH = 500;

/** Indexes a set separately, and passes the results of a search's first stage to `work`. */
export async function withIndexedSet<T>(
  { documents }: JudgedSet,
  work: (find: (query: string) => Promise<Candidate[]>, rarity: (term: string) => number) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-train-'));
  const index = createLanceIndex({ folder });
  try {
    await index.rebuild(batches(documents));
    const statistics = await statisticsOf(index);
    const scored: SearchIndex = {
      search: async (query) => rescored(await index.search(query), statistics, query),
      state: () => index.state(),
      close: () => index.close(),
    };
    return await work(async (given) => {
      const { text: query, phrases, excluded } = parseQuery(given);
      const asked = {
        query,
        phrases,
        excluded,
        orgId: 'org',
        scope: 'web',
        includeDomains: [],
        excludeDomains: [],
        fromMs: undefined,
        beforeMs: undefined,
      };
      return findCandidates(scored, asked, FIRST, RESCORED_PASSAGES);
    }, rarityBy(statistics));
  } finally {
    await index.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The statistics that `stored-statistics.ts` reads for one organization. */
async function statisticsOf(index: PassageIndex): Promise<Statistics> {
  const counted = new TermChanges();
  await index.countTerms(async (part) => counted.merge(part));
  const { passages = 0, terms = 0, byTerm = new Map<string, number>() } = counted.byOwner.get('org') ?? {};
  return { passages, terms, passagesWith: byTerm };
}

async function* batches(lines: readonly SetLine[]): AsyncGenerator<IndexedDocument[]> {
  for (let from = 0; from < lines.length; from += BATCH) {
    yield lines.slice(from, from + BATCH).map(({ _id, title, text }) => ({
      documentId: _id,
      orgId: 'org',
      url: `https://eval.example.com/d/${encodeURIComponent(_id)}`,
      title,
      text,
      source: 'eval.example.com',
      publishedAt: undefined,
      publishedPrecision: undefined,
      scope: undefined,
      labels: [],
      contentHash: _id,
    }));
  }
}
