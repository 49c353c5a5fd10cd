/** What is bundled for the worker's sandbox. */
export { agentRun } from './agent-run.ts';
export { fetchBatch } from './fetch-batch.ts';
export { housekeeping } from './housekeeping.ts';
export { sourcePoll } from './source-poll.ts';
