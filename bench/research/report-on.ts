import type { BenchService } from '../harness/service.ts';

const WAIT_SECONDS = 60;

/** The text of the report on a run's request, and its status; no text if the run has none yet after a minute. */
export async function reportOn(
  service: BenchService,
  request: { query: string; effort?: string },
): Promise<{ text: string | undefined; status: string }> {
  const { id } = (await service.post('/v1/agent/runs', request)) as { id: string };
  const { status, output } = (await service.get(`/v1/agent/runs/${id}?wait=${WAIT_SECONDS}`)) as {
    status: string;
    output: { text: string } | null;
  };
  return { text: output?.text, status };
}
