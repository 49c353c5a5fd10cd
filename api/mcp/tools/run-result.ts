import { z } from 'zod';
import type { AgentRunObject } from '../../operations/responses/agent-runs.ts';
import { cutToTokens } from './budget.ts';
import type { ToolContext, ToolResult } from './tool.ts';

export type RunBody = z.infer<typeof AgentRunObject>;

export const runOutput = z.object({
  run_id: z.string(),
  status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']),
  report: z.string().optional().describe('Markdown. [n] cites the source with the id n.'),
  characters_left: z
    .int()
    .optional()
    .describe('How much of the report is left out; the linked resource has all of it.'),
  structured: z.record(z.string(), z.unknown()).optional(),
  sources: z.array(z.object({ id: z.int(), url: z.string() })).optional(),
  credits: z.int().optional(),
  warnings: z.array(z.string()).optional(),
  error: z.string().optional(),
});

export const LONGEST_WAIT_SECONDS = 600;
/** Of one call of the operation, so that progress is told while it waits. */
const WAIT_SECONDS = 2;

const isEnded = ({ status }: RunBody) => status !== 'pending' && status !== 'running';

/** Waits for the end of a run, and tells the client its progress; the run, ended or not. */
export async function waitForRun(runId: string, seconds: number, context: ToolContext): Promise<RunBody> {
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1_000;
  for (;;) {
    const wait = Math.floor(Math.min(WAIT_SECONDS, seconds - elapsed()));
    const query = wait >= 1 ? { query: { wait: String(wait) } } : {};
    const run = (await context.call('getAgentRun', { params: { id: runId }, ...query }, context.signal)) as RunBody;
    if (isEnded(run) || wait < 1) return run;
    await context.progress(Math.round(elapsed()), seconds, `The run is ${run.status}.`);
  }
}

export const reportUri = (runId: string) => `quarry://runs/${runId}/report`;

/** What a tool says of a run: its report as far as `tokens` reach, with a link to all of it. */
export function runResult(run: RunBody, tokens: number): ToolResult {
  const { id, status, output, cost, error } = run;
  const { text: report, left } = cutToTokens(output?.text ?? '', tokens);
  const warnings = run.warnings.map(({ message }) => message);
  const structured = {
    run_id: id,
    status,
    ...(report !== '' && { report }),
    ...(left > 0 && { characters_left: left }),
    ...(output?.structured && { structured: output.structured }),
    ...(output && { sources: output.sources }),
    ...(cost && { credits: cost.credits }),
    ...(warnings.length > 0 && { warnings }),
    ...(error && { error: `${error.code}: ${error.message}` }),
  };
  const links = left > 0 ? [{ uri: reportUri(id), name: 'The whole report', mimeType: 'text/markdown' }] : [];
  return { text: written(run, { report, left, warnings }), structured, links };
}

function written(
  run: RunBody,
  { report, left, warnings }: { report: string; left: number; warnings: string[] },
): string {
  if (!isEnded(run)) return `Run ${run.id} is ${run.status}. Ask for it again with \`get_run\`.`;
  if (!run.output) return `Run ${run.id} is ${run.status}. ${run.error?.message ?? ''}`.trim();
  const sources = run.output.sources.map(({ id, url }) => `[${id}] ${url}`);
  const { structured } = run.output;
  return [
    report,
    ...(left > 0 ? [`[${left} characters are left: read ${reportUri(run.id)}.]`] : []),
    ...(structured ? [`\`\`\`json\n${JSON.stringify(structured, undefined, 2)}\n\`\`\``] : []),
    ...(sources.length > 0 ? [`Sources:\n${sources.join('\n')}`] : []),
    ...warnings.map((one) => `Warning: ${one}`),
    `Run: ${run.id}`,
  ].join('\n\n');
}
