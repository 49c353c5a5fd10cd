/** The bundle for the worker's sandbox. */
export { crawl } from './crawl.ts';
export { agentRun } from './agent-run.ts';
export { embedPassages } from './embed-passages.ts';
export { fetchBatch } from './fetch-batch.ts';
export { housekeeping } from './housekeeping.ts';
export { monitorRun } from './monitor-run.ts';
export { sourcePoll } from './source-poll.ts';
export { webhookDelivery } from './webhook-delivery.ts';
