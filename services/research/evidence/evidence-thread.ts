import { parentPort } from 'node:worker_threads';
import { readEvidence, type EvidenceTask } from './read-evidence.ts';

parentPort?.on('message', (task: EvidenceTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(readEvidence(task));
});
