// Researches a question and prints the report with its sources. Ctrl-C cancels the run.
//   API_KEY=… API_ADDRESS=127.0.0.1:50051 node research-report.js 'How deep is the quarry?'
import { AgentRunStatus, Quarry } from 'quarry-sdk';

const quarry = new Quarry({ apiKey: process.env.API_KEY ?? '', address: process.env.API_ADDRESS ?? '127.0.0.1:50051' });
const { run } = await quarry.agent.create({ query: process.argv[2] ?? '', effort: 'low' });
const id = run?.id ?? '';
process.once('SIGINT', () => void quarry.agent.cancel({ id }));

const ended = await quarry.agent.wait({ id });
if (ended.run?.status === AgentRunStatus.AGENT_RUN_STATUS_COMPLETED) {
  console.log(ended.run.output?.text);
  for (const source of ended.run.output?.sources ?? []) console.log(`[${source.id}] ${source.url}`);
} else {
  console.error(`The run has ended without a report: ${ended.run?.error?.message ?? 'it was cancelled'}`);
  process.exitCode = 1;
}
quarry.close();
