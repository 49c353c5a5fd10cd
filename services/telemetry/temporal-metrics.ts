import { freePort } from '../process/free-port.ts';

const HOST = '127.0.0.1';
const READ_WITHIN_MS = 1_000;

/**
 * Address at which the Temporal SDK serves its own metrics: it requires one, and does not report a port that it has
 * chosen.
 */
export interface TemporalMetrics {
  /** host:port, on this machine. */
  bindAddress: string;
  /** Its metrics in Prometheus' text format; empty while they cannot be read. */
  text(): Promise<string>;
}

export async function placeForTemporalMetrics(): Promise<TemporalMetrics> {
  const bindAddress = `${HOST}:${await freePort(HOST)}`;
  return {
    bindAddress,
    text: async () => {
      try {
        const answer = await fetch(`http://${bindAddress}/metrics`, { signal: AbortSignal.timeout(READ_WITHIN_MS) });
        return answer.ok ? await answer.text() : '';
      } catch {
        return '';
      }
    },
  };
}
