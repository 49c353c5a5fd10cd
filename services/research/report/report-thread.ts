import { parentPort } from 'node:worker_threads';
import { writeReport, type ReportTask } from './write-report.ts';

parentPort?.on('message', (task: ReportTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(writeReport(task));
});
