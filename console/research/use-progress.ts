import { useEffect, useState } from 'preact/hooks';
import { open } from '../api/call.ts';
import { eventsOf } from '../api/event-stream.ts';
import { progressLine, type ProgressLine } from './run-progress.ts';

const AGAIN_MS = 2000;
const ENDED = 'ended';

/** The events of a run, live. After a lost connection they continue after the last one. @param ended is called once */
export function useProgress(runId: string, ended: () => void): { lines: ProgressLine[]; error: Error | undefined } {
  const [lines, setLines] = useState<ProgressLine[]>([]);
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const leaving = new AbortController();
    const follow = async () => {
      let last = '';
      while (!leaving.signal.aborted) {
        const headers = last === '' ? {} : { 'last-event-id': last };
        const response = await open(`/v1/agent/runs/${runId}/events`, { headers, signal: leaving.signal });
        for await (const event of eventsOf(response)) {
          last = event.id;
          setLines((before) => [...before, progressLine(event)]);
          if (event.type === ENDED) return ended();
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    };
    setLines([]);
    follow().catch((reason: unknown) => {
      if (!leaving.signal.aborted) setError(reason as Error);
    });
    return () => leaving.abort();
  }, [runId]);
  return { lines, error };
}
