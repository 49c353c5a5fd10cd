/** A monitor as it is typed in. */
export interface MonitorForm {
  name: string;
  /** One search a line. */
  queries: string;
  cadence: string;
  scope: string;
  webhook: string;
}

/** The body of `POST /v1/monitors`; fields that were left empty are not in it. */
export function monitorRequest({ name, queries, cadence, scope, webhook }: MonitorForm) {
  const lines = queries.split('\n').map((line) => line.trim());
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    cadence: cadence.trim(),
    search_requests: lines.filter((query) => query !== '').map((query) => ({ query, ...(scope !== '' && { scope }) })),
    ...(webhook.trim() !== '' && { webhook: { url: webhook.trim() } }),
  };
}
