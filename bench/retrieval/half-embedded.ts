import { parseQuery } from '../../services/query/operators.ts';
import { rerank } from '../../services/search/rank/rerank.ts';
import { embeddedSet, type Embedded } from './embedded-set.ts';
import { withIndexedSet } from './indexed-set.ts';
import { skipped } from '../data/data-folder.ts';
import { FIRST, readSet, score } from './judged-sets.ts';
import { FIGURE_NAMES, SETS } from './retrieval.ts';
import { openTextVectors, type TextVectors } from './set-vectors.ts';

// The number that fits into a search's time for it, on one core.
const FOUND = 9;
const STATES: Record<string, Embedded> = {
  'by words alone': { share: 0, found: 0 },
  '0 %': { share: 0, found: FOUND },
  '50 %': { share: 0.5, found: FOUND },
  '50 %, none while a search waits': { share: 0.5, found: 0 },
  '100 %': { share: 1, found: 0 },
};

/**
 * The quality of `pro` while an index is being embedded. A half-embedded index must not rank worse than words alone.
 */
export async function benchHalfEmbedded(): Promise<string[]> {
  const skip = skipped('half-embedded', ...SETS.map(({ set }) => set));
  if (skip) return [skip];
  const vectors = await openTextVectors();
  try {
    const lines: string[] = [];
    for (const set of SETS) lines.push(await ofSet(set, vectors));
    return lines;
  } finally {
    await vectors.close();
  }
}

async function ofSet({ set, figure }: (typeof SETS)[number], vectors: TextVectors): Promise<string> {
  const judged = await readSet(set);
  const rescored = await embeddedSet(judged, vectors);
  return withIndexedSet(judged, async (find) => {
    const figures: string[] = [];
    for (const [name, embedded] of Object.entries(STATES)) {
      const reached = await score(judged, figure, async (query) => {
        const { text } = parseQuery(query);
        return rerank(text, await rescored(text, await find(query), embedded))
          .map(({ documentId }) => documentId)
          .slice(0, FIRST);
      });
      figures.push(`${name} ${reached.toFixed(3)}`);
    }
    return `half-embedded, ${set} ${FIGURE_NAMES[figure]}: ${figures.join('; ')}`;
  });
}
