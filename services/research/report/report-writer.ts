import { createThreads } from '../../process/threads.ts';
import type { ReportTask, WrittenReport } from './write-report.ts';

/** Writes reports in a separate thread: the sources of one run may be tens of megabytes. */
export interface ReportWriter {
  /**
   * @param signal aborts the work; its reason is rethrown
   * @throws Error if the report exceeds its time or memory limit
   */
  write(task: ReportTask, signal: AbortSignal): Promise<WrittenReport>;
  close(): Promise<void>;
}

const THREADS = 1;
// Shorter than the activity's own limit, so that the failure has a name.
const DEADLINE_MS = 90_000;
const MAX_HEAP_MB = 1_024;

export function createReportWriter(): ReportWriter {
  const script = new URL('report-thread.ts', import.meta.url);
  const threads = createThreads<ReportTask, WrittenReport>({
    script,
    threads: THREADS,
    deadlineMs: DEADLINE_MS,
    maxHeapMb: MAX_HEAP_MB,
  });
  return {
    async write(task, signal) {
      const written = await threads.run(task, signal);
      if (written.status === 'failed') throw new Error(`the report was not written: ${written.reason}`);
      return written.result;
    },
    close: threads.close,
  };
}
