import { obtainPages } from '../data/manuals.ts';
import { ingest } from '../harness/ingest.ts';
import { withService, type BenchService } from '../harness/service.ts';
import { settled } from '../retrieval/served-set.ts';
import { BASE_URL } from './docs-qa.ts';

/** Works with a service that has read the manuals of the set as `quarry ingest` reads them. */
export async function withManuals(use: (service: BenchService) => Promise<string[]>): Promise<string[]> {
  const pages = await obtainPages();
  return withService(async (service) => {
    await ingest(service, pages, BASE_URL);
    await settled();
    return use(service);
  });
}
