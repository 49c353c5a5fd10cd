import type { Platform } from '../../runtime/platform.ts';
import { createPages } from '../../services/fetch/pages.ts';
import { createResearch, type Research } from '../../services/research/research.ts';
import { createRunTransitions } from '../../services/research/state/run-state.ts';
import { createSteps } from '../../services/research/state/steps.ts';
import type { SearchDocument } from '../../services/search/snippets/search-result.ts';

const FOUND = 10;
const TEXT = 'The quarry of Barre in Vermont is 600 feet deep and was opened by Thomas Courser in 1833. '.repeat(8);

/** The product's own steps on its own database, in which searching, reading and writing themselves take no time. */
export function idleResearch({ database, clock }: Platform): Research {
  return createResearch({
    state: createRunTransitions({ database, clock }),
    steps: createSteps(database, clock),
    pages: createPages(database),
    search: {
      search: async (_orgId, { query }) => ({
        documents: Array.from({ length: FOUND }, (_, n) => found(query, n)),
        warnings: [],
        allProvidersFailed: false,
      }),
    },
    readyScopes: async () => new Set(),
    readSource: async (_key, url) => ({
      status: 'ok',
      finalUrl: url,
      httpStatus: 200,
      contentType: 'text/html',
      fetchedAt: clock.now(),
      markdown: TEXT,
    }),
    readPrevious: async () => undefined,
    notes: { put: async () => {}, ofRun: async () => [] },
    evidenceReader: {
      read: async () => ({
        sources: [{ id: 1, url: 'https://a.example/', title: '' }],
        ofQuestions: [],
        forModel: [],
        texts: [],
      }),
      close: async () => {},
    },
    rarityOf: async () => () => 1,
    model: undefined,
    schemas: { mismatch: async () => undefined },
  });
}

function found(query: string, n: number): SearchDocument {
  return {
    url: `https://a.example/${encodeURIComponent(query)}/${n}`,
    title: `Quarry ${n}`,
    snippets: [{ text: TEXT }],
    source: 'a.example',
    score: 1,
  };
}
