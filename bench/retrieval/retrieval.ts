import { exactBm25 } from './exact-bm25.ts';
import { skipped } from '../data/data-folder.ts';
import { FIRST, readSet, score, type JudgedSet } from './judged-sets.ts';
import { idOf, serveSet } from './served-set.ts';
import { withService } from '../harness/service.ts';

export const SETS = [
  { set: 'cranfield', figure: 'ndcg', base: '.385', pro: '.40' },
  { set: 'clef20-t2-dev', figure: 'ndcg', base: '.835', pro: '.845' },
  { set: 'squadshift-reddit', figure: 'ndcg', base: '.565', pro: '.585' },
  { set: 'hippo-musique', figure: 'recall', base: '.575', pro: '.585' },
  { set: 'pubmedqa', figure: 'ndcg', base: '.972', pro: '.977' },
] as const;
export const FIGURE_NAMES = { ndcg: 'nDCG@10', recall: 'R@10' };

/** The quality of both tiers' ranking on judged sets, compared with exact BM25 over the same documents. */
export async function benchRetrieval(): Promise<string[]> {
  const skip = skipped('retrieval', ...SETS.map(({ set }) => set));
  if (skip) return [skip];
  const lines: string[] = [];
  for (const { set, figure, base, pro } of SETS) {
    const judged = await readSet(set);
    const bm25 = exactBm25(
      judged.documents.map(({ _id, title = '', text }) => ({ id: _id, text: `${title} ${text}` })),
    );
    const peer = await score(judged, figure, async (query) => bm25(query, FIRST));
    const ours = await searchedScores(judged, figure);
    const [ofPeer, ofBase, ofPro] = [peer, ours.base, ours.pro].map((value) => value.toFixed(3));
    lines.push(
      `${set} ${FIGURE_NAMES[figure]}: exact BM25 ${ofPeer}, base ${ofBase} (target ${base}), pro ${ofPro} (target ${pro})`,
    );
  }
  return lines;
}

async function searchedScores(judged: JudgedSet, figure: 'ndcg' | 'recall'): Promise<{ base: number; pro: number }> {
  return withService(async (service) => {
    await serveSet(service, judged.documents);
    const search = (tier: string) => async (query: string) => {
      const body = { query, tier, max_results: FIRST, fields: { snippets: { max_tokens: 512 } } };
      const { documents } = (await service.post('/v1/search', body)) as { documents: Array<{ url: string }> };
      return documents.map(({ url }) => idOf(url));
    };
    return { base: await score(judged, figure, search('base')), pro: await score(judged, figure, search('pro')) };
  });
}
