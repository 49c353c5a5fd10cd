import { z } from 'zod';
import type { MapResponse } from '../../operations/crawls/responses.ts';
import { maxTokens, withinTokens } from './budget.ts';
import { tool } from './tool.ts';

const ADDRESSES = 100;
const MOST_ADDRESSES = 1_000;
const TOKENS = 4_000;

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
    max_tokens: maxTokens(TOKENS),
  }),
  output: z.object({
    urls: z.array(z.object({ url: z.string(), title: z.string().optional(), last_modified: z.string().optional() })),
    left: z.int().optional().describe('How many addresses are left out by `max_tokens`.'),
    warnings: z.array(z.string()).optional(),
  }),
  async run({ max_tokens, ...input }, { call, signal }) {
    const found = (await call('map', { body: input }, signal)) as z.infer<typeof MapResponse>;
    const urls = withinTokens(found.urls, line, max_tokens);
    const left = found.urls.length - urls.length;
    const warnings = found.warnings?.map(({ message }) => message) ?? [];
    return {
      text: [
        urls.map(line).join('\n') || 'No page was found.',
        ...(left > 0 ? [`[${left} addresses are left: name a \`query\`, or raise \`max_tokens\`.]`] : []),
        ...warnings.map((one) => `Warning: ${one}`),
      ].join('\n\n'),
      structured: { urls, ...(left > 0 && { left }), ...(warnings.length > 0 && { warnings }) },
    };
  },
});

const line = ({ url, title }: { url: string; title?: string | undefined }) =>
  title === undefined ? `- ${url}` : `- ${url} (${title})`;
