/** The internal id of a period's run, in the ledger too: the run is the same one, whichever process begins it. */
export function runKeyOf(monitorId: string, periodAt: Date): string {
  return `${monitorId}@${periodAt.toISOString()}`;
}
