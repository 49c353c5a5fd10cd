import { z } from 'zod';
import type { SearchResponseBody } from '../../operations/endpoints/search.ts';
import { maxTokens } from './budget.ts';
import { tool } from './tool.ts';
import { filters } from './filters.ts';

const MOST_RESULTS = 20;
const TOKENS = 4_000;
// The model reads the best passages, and the page with `fetch`.
const SNIPPETS = 4;
// The operation takes no less.
const LEAST_BUDGET = 512;

export const searchTool = tool({
  name: 'search',
  title: 'Search',
  description:
    "Searches the web and the organization's own documents. Returns pages, best first, each with its address and the passages that match. Use `fetch` to read a page, and `answer` for one question.",
  operationId: 'search',
  isReadOnly: true,
  isOpenWorld: true,
  input: z.strictObject({
    query: z.string().min(1).describe('Words or a question. `"exact phrase"` and `-word` are understood.'),
    max_results: z.int().min(1).max(MOST_RESULTS).default(8),
    max_tokens: maxTokens(TOKENS),
    scope: z
      .string()
      .optional()
      .describe('web (the default), news, wikipedia, people, companies or financial-reports.'),
    from_date: z.string().optional().describe('Only pages published since then: `2026-01-31`, or `now-7d`.'),
    to_date: z.string().optional(),
    include_domains: z.array(z.string()).optional().describe('Only pages of these domains.'),
    exclude_domains: z.array(z.string()).optional(),
    ...filters,
  }),
  output: z.object({
    results: z.array(
      z.object({
        url: z.string(),
        title: z.string(),
        source: z.string(),
        published_date: z.string().optional(),
        snippets: z.array(z.string()),
      }),
    ),
    warnings: z.array(z.string()).optional(),
  }),
  async run({ max_tokens, ...input }, { call, signal }) {
    const snippets = { max_tokens: Math.max(LEAST_BUDGET, max_tokens), max_snippets_per_result: SNIPPETS };
    const fields = { content: false, snippets };
    const found = (await call('search', { body: { ...input, fields } }, signal)) as SearchResponseBody;
    const results = found.documents.map(({ url, title, source, published_date, snippets }) => ({
      url,
      title,
      source,
      ...(published_date !== undefined && { published_date }),
      snippets: snippets.map(({ text }) => text),
    }));
    const warnings = found.warnings?.map(({ message }) => message) ?? [];
    return {
      text: [...results.map(written), ...warnings.map((one) => `Warning: ${one}`)].join('\n\n') || 'Nothing was found.',
      structured: { results, ...(warnings.length > 0 && { warnings }) },
    };
  },
});

function written(
  {
    url,
    title,
    published_date: date,
    snippets,
  }: { url: string; title: string; published_date?: string; snippets: string[] },
  place: number,
): string {
  return [`## ${place + 1}. ${title}`, date === undefined ? url : `${url} (${date})`, ...snippets].join('\n\n');
}
