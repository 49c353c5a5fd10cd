import { z } from 'zod';
import { ServiceError } from '../../../services/core/errors.ts';
import { maxTokens } from './budget.ts';
import { tool, type ToolContext } from './tool.ts';
import { filters } from './filters.ts';
import { LONGEST_WAIT_SECONDS, runOutput, runResult, waitForRun, type RunBody } from './run-result.ts';

const TOKENS = 8_000;
// Most clients give a call a minute.
const WAIT_SECONDS = 50;

export const researchTool = tool({
  name: 'research',
  title: 'Research',
  description:
    'Researches a question with several parts: plans searches, reads pages and writes a report with numbered sources. Takes seconds to minutes. If it is not ready in time, the result holds a `run_id` for `get_run`. Cancelling the call cancels the run.',
  operationId: 'createAgentRun',
  isReadOnly: true,
  isOpenWorld: true,
  input: z.strictObject({
    query: z.string().min(1).describe('The question, with what matters for the answer.'),
    effort: z
      .enum(['low', 'medium', 'high', 'max'])
      .default('medium')
      .describe('How much is searched and read: at most 10, 40, 100 or 200 credits.'),
    output_schema: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('JSON Schema of an object that the result shall fit, each value with its source.'),
    previous_run_id: z.string().optional().describe('A run that this one follows up: it starts from its sources.'),
    include_domains: z.array(z.string()).optional(),
    exclude_domains: z.array(z.string()).optional(),
    wait_seconds: z
      .int()
      .min(0)
      .max(LONGEST_WAIT_SECONDS)
      .default(WAIT_SECONDS)
      .describe('How long the call waits for the report. Stay below the time limit of your client.'),
    max_tokens: maxTokens(TOKENS),
    ...filters,
  }),
  output: runOutput,
  async run({ wait_seconds, max_tokens, ...body }, context) {
    const run = (await context.call('createAgentRun', { body }, context.signal)) as RunBody;
    try {
      return runResult(await waitForRun(run.id, wait_seconds, context), max_tokens);
    } catch (thrown) {
      if (context.signal.aborted) {
        if (!context.isStopping()) await cancelled(run.id, context);
        throw thrown;
      }
      if (!(thrown instanceof ServiceError)) throw thrown;
      // The run goes on, and is paid for: its id is the way to its report.
      return runResult(run, max_tokens);
    }
  },
});

/** The call's own signal has aborted, so this has one of its own. A run that has ended stays as it is. */
async function cancelled(id: string, { call }: ToolContext): Promise<void> {
  await call('cancelAgentRun', { params: { id } }, new AbortController().signal).catch(() => undefined);
}
