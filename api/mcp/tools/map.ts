import { z } from 'zod';
import type { MapResponse } from '../../operations/crawls/responses.ts';
import { tool } from './tool.ts';

const ADDRESSES = 100;
const MOST_ADDRESSES = 1_000;

export const mapTool = tool({
  name: 'map',
  title: 'Map a site',
  description:
    'Lists the pages of a site by its sitemaps, feeds and links, those that fit a `query` first. Use it to find what `fetch` should read.',
  operationId: 'map',
  isReadOnly: true,
  isOpenWorld: true,
  input: z.strictObject({
    url: z.string().describe('An address on the site.'),
    query: z.string().optional().describe('Words that titles and paths of the wanted pages have.'),
    limit: z.int().min(1).max(MOST_ADDRESSES).default(ADDRESSES),
    include_subdomains: z.boolean().optional(),
  }),
  output: z.object({
    urls: z.array(z.object({ url: z.string(), title: z.string().optional(), last_modified: z.string().optional() })),
    warnings: z.array(z.string()).optional(),
  }),
  async run(input, { call, signal }) {
    const { urls, warnings: told = [] } = (await call('map', { body: input }, signal)) as z.infer<typeof MapResponse>;
    const lines = urls.map(({ url, title }) => (title === undefined ? `- ${url}` : `- ${url} (${title})`));
    const warnings = told.map(({ message }) => message);
    return {
      text: [lines.join('\n') || 'No page was found.', ...warnings.map((one) => `Warning: ${one}`)].join('\n\n'),
      structured: { urls, ...(warnings.length > 0 && { warnings }) },
    };
  },
});
