import type { Pages } from '../../fetch/pages.ts';
import type { PageResult } from '../../fetch/read-page.ts';

export type PageRead = Extract<PageResult, { status: 'ok' }>;

/** The pages that a run has read, in the order of their choice. */
export async function readPages(pages: Pages, runId: string): Promise<PageRead[]> {
  const read = await pages.ofReader(runId);
  return [...read].sort(([one], [other]) => one - other).flatMap(([, page]) => (page.status === 'ok' ? [page] : []));
}
