import { z } from 'zod';
import { cutToTokens, maxTokens } from './budget.ts';
import { tool } from './tool.ts';
import { filters } from './filters.ts';

const TOKENS = 2_000;

interface Answered {
  answer: string;
  citations: Array<{ url: string; title?: string; published_date?: string }>;
}

export const answerTool = tool({
  name: 'answer',
  title: 'Answer',
  description:
    "Answers one question from the web and the organization's own documents, in a few sentences with links to their sources. It says so where no source answers. Use `research` for questions with several parts.",
  operationId: 'answer',
  isReadOnly: true,
  isOpenWorld: true,
  input: z.strictObject({
    query: z.string().min(1).describe('The question.'),
    scope: z
      .string()
      .optional()
      .describe('web (the default), news, wikipedia, people, companies or financial-reports.'),
    thorough: z.boolean().default(false).describe('Search more than once and read more pages. Costs 5 credits, not 1.'),
    max_tokens: maxTokens(TOKENS),
    ...filters,
  }),
  output: z.object({
    answer: z.string().describe('Markdown with links.'),
    characters_left: z.int().optional().describe('How much of the answer is left out by `max_tokens`.'),
    citations: z.array(
      z.object({ url: z.string(), title: z.string().optional(), published_date: z.string().optional() }),
    ),
  }),
  async run({ thorough, max_tokens, ...input }, { call, signal }) {
    const body = { ...input, model: thorough ? 'pro' : 'base' };
    const { answer, citations } = (await call('answer', { body }, signal)) as unknown as Answered;
    const { text, left } = cutToTokens(answer, max_tokens);
    const sources = citations.map(({ url, title, published_date }) => ({
      url,
      ...(title !== undefined && { title }),
      ...(published_date !== undefined && { published_date }),
    }));
    return { text, structured: { answer: text, ...(left > 0 && { characters_left: left }), citations: sources } };
  },
});
