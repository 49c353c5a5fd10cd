/** Names the run of a period inside the service, in the ledger too: whoever begins it, it is one. */
export function runKeyOf(monitorId: string, periodAt: Date): string {
  return `${monitorId}@${periodAt.toISOString()}`;
}
