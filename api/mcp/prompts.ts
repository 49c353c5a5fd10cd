import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Prompts for research, which a client offers its user. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'research',
    {
      title: 'Research a question',
      description: 'Researches a question and writes a report with sources.',
      argsSchema: z.object({ question: z.string(), audience: z.string().optional() }),
    },
    ({ question, audience }) =>
      asked(
        `Research this question with the tool \`research\`: ${question}\n\nWhere the report leaves a part open, look for it with \`search\` and \`fetch\`. Then write a summary of three sentences and the findings below it, each with a link to its source. Say plainly what you did not find.${audience === undefined ? '' : ` Write for ${audience}.`}`,
      ),
  );
  server.registerPrompt(
    'compare',
    {
      title: 'Compare things',
      description: 'Compares things by criteria, in a table with sources.',
      argsSchema: z.object({ things: z.string(), criteria: z.string().optional() }),
    },
    ({ things, criteria = 'what matters for choosing one' }) =>
      asked(
        `Compare ${things} by ${criteria}. Ask \`research\` for each difference, and write a table with one column for each thing. Link the source of each cell. Leave a cell empty where no source says it.`,
      ),
  );
  server.registerPrompt(
    'check',
    {
      title: 'Check a claim',
      description: 'Looks for sources that support or contradict a claim.',
      argsSchema: z.object({ claim: z.string() }),
    },
    ({ claim }) =>
      asked(
        `Check this claim: ${claim}\n\nSearch for sources that support it and for sources that contradict it, read the best of both with \`fetch\`, and quote the sentence of each that decides. Say whether the claim is supported, contradicted or open.`,
      ),
  );
}

const asked = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] });
