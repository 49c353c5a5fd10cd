import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { ingest } from '../harness/ingest.ts';
import { withService, type BenchService } from '../harness/service.ts';

const GUIDE = fileURLToPath(new URL('../../docs', import.meta.url));
const QUESTIONS = [
  'How does Quarry check that an answer is supported by its sources, and what happens to a sentence that is not?',
  'Compare agent runs and answers: what does each cost, and when should each be used?',
  'How is a lost webhook message delivered again? What must its receiver check?',
];
const WAIT_SECONDS = 60;

interface Run {
  id: string;
  status: string;
  stop_reason: string | null;
  output: { text: string; sources: Array<{ id: number; url: string }> } | null;
  cost: Record<string, number> | null;
  warnings: Array<{ type: string; message: string }>;
}

/**
 * `npm run try:model [-- --documents FOLDER --effort low QUESTION …]`: research runs led by the model of `QUARRY_MODEL`
 * over a folder of documents, by default Quarry's own guide. Prints each report with its figures.
 */
const { values, positionals } = parseArgs({
  options: { documents: { type: 'string', default: GUIDE }, effort: { type: 'string', default: 'low' } },
  allowPositionals: true,
});
const { QUARRY_MODEL, OPENAI_BASE_URL, OPENAI_API_KEY } = process.env;
if (!QUARRY_MODEL || !(OPENAI_BASE_URL || OPENAI_API_KEY)) {
  console.error('try:model needs QUARRY_MODEL, and OPENAI_BASE_URL or OPENAI_API_KEY (docs/agent-runs.md).');
  process.exit(1);
}
await withService(async (service) => {
  await ingest(service, values.documents, 'https://guide.invalid/');
  for (const question of positionals.length > 0 ? positionals : QUESTIONS) await research(service, question);
  return [];
});

async function research(service: BenchService, query: string): Promise<void> {
  const startedAt = performance.now();
  const { id } = (await service.post('/v1/agent/runs', { query, effort: values.effort })) as Run;
  let run: Run;
  do run = (await service.get(`/v1/agent/runs/${id}?wait=${WAIT_SECONDS}`)) as Run;
  while (run.stop_reason === null);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  const cost = Object.entries(run.cost ?? {}).map(([name, value]) => `${value} ${name}`);
  console.log(`\n# ${query}\n\n${run.output?.text ?? '(no report)'}\n`);
  for (const { id: number, url } of run.output?.sources ?? []) console.log(`[${number}] ${url}`);
  console.log(`\n${run.status}, ${run.stop_reason}, ${seconds} s; ${cost.join(', ')}`);
  for (const { type, message } of run.warnings) console.log(`${type}: ${message}`);
}
