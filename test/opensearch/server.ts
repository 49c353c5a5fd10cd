import { findOpenSearch, startOpenSearch, type TestOpenSearch } from '../support/opensearch.ts';

let server: TestOpenSearch;

/** Once for the whole run: one real OpenSearch. Tests name their indexes apart. */
export async function mochaGlobalSetup(): Promise<void> {
  server = await startOpenSearch(await findOpenSearch());
  process.env.QUARRY_TEST_OPENSEARCH = server.url;
}

export async function mochaGlobalTeardown(): Promise<void> {
  await server.stop();
}
