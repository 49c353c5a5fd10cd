import { createThreads } from '../../process/threads.ts';
import type { RunEvidence, EvidenceTask } from './read-evidence.ts';

/** Reads pages in a separate thread: those of one run may be tens of megabytes. */
export interface EvidenceReader {
  /**
   * @param signal aborts the work; its reason is rethrown
   * @throws Error if the pages exceed the limit of time or memory
   */
  read(task: EvidenceTask, signal: AbortSignal): Promise<RunEvidence>;
  close(): Promise<void>;
}

const THREADS = 1;
// Shorter than the activity's own limit, so that the failure has a name.
const DEADLINE_MS = 90_000;
const MAX_HEAP_MB = 1_024;

export function createEvidenceReader(): EvidenceReader {
  const script = new URL('evidence-thread.ts', import.meta.url);
  const threads = createThreads<EvidenceTask, RunEvidence>({
    script,
    threads: THREADS,
    deadlineMs: DEADLINE_MS,
    maxHeapMb: MAX_HEAP_MB,
  });
  return {
    async read(task, signal) {
      const read = await threads.run(task, signal);
      if (read.status === 'failed') throw new Error(`the pages of the run were not read: ${read.reason}`);
      return read.result;
    },
    close: threads.close,
  };
}
