import { z } from 'zod';
import { maxTokens } from './budget.ts';
import { tool } from './tool.ts';
import { LONGEST_WAIT_SECONDS, runOutput, runResult, waitForRun } from './run-result.ts';

const TOKENS = 8_000;

export const getRunTool = tool({
  name: 'get_run',
  title: 'Report of a research run',
  description: 'Returns a research run by its id: its status, and its report once it is completed.',
  operationId: 'getAgentRun',
  isReadOnly: true,
  isOpenWorld: false,
  input: z.strictObject({
    run_id: z.string().describe('`run_…`, from `research`.'),
    wait_seconds: z
      .int()
      .min(0)
      .max(LONGEST_WAIT_SECONDS)
      .default(0)
      .describe('How long the call waits for the end of the run.'),
    max_tokens: maxTokens(TOKENS),
  }),
  output: runOutput,
  async run({ run_id, wait_seconds, max_tokens }, context) {
    return runResult(await waitForRun(run_id, wait_seconds, context), max_tokens);
  },
});
