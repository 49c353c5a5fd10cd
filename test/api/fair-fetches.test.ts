import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const CALLS = 6;
const URLS_A_CALL = 20;
const PAGE_MS = 300;
const PAGE = `<!doctype html><title>Slow</title><main><p>${'The ferry was late again today. '.repeat(20)}</p></main>`;

describe('a host that one organization saturates', () => {
  let site: Site;
  let quarry: TestQuarry;
  before(async () => {
    site = await startSite({
      '/page': async (_request, response) => {
        await sleep(PAGE_MS);
        response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      },
    });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: site.host });
  });
  after(async () => {
    await quarry.stop();
    await site.close();
  });

  const fetchPages = (who: string, count: number, headers: Record<string, string> = {}) =>
    quarry.call(
      'POST',
      '/v1/fetch',
      { urls: Array.from({ length: count }, (_, n) => `${site.origin}/page?${who}-${n}`) },
      headers,
    );
  const asked = (who: string) => site.requests.filter(({ path }) => path.includes(`?${who}-`)).length;

  it('is read for another organization as soon as a download ends', async () => {
    const { key } = await quarry.accounts.createOrganization('other', 100);
    const many = Promise.all(Array.from({ length: CALLS }, (_, call) => fetchPages(`many-${call}`, URLS_A_CALL)));
    await eventually(
      10_000,
      async () => asked('many'),
      (count) => count >= 6,
    );
    const { status, body } = await fetchPages('one', 2, { 'x-api-key': key });
    const askedMeanwhile = asked('many');
    assert.deepEqual([status, body.results.map((result: { status: string }) => result.status)], [200, ['ok', 'ok']]);
    // Each of the calls waits with six of its pages at once: in the order of their coming, 36 would come first.
    assert.ok(askedMeanwhile < 24, `${askedMeanwhile} of ${CALLS * URLS_A_CALL} came first`);
    for (const call of await many)
      assert.ok(
        call.body.results.every((result: { status: string }) => result.status === 'ok'),
        JSON.stringify(call.body.results[0]),
      );
  });

  it("is read by workflows with their organization's key, by which queues share their slots", async () => {
    const { orgId, key } = await quarry.accounts.createOrganization('key', 100);
    const { body } = await fetchPages('keyed', 1, { 'x-api-key': key });
    const connection = await Connection.connect({ address: process.env.QUARRY_TEST_TEMPORAL ?? '' });
    const described = await new Client({ connection }).workflow
      .getHandle(body.request_id.replace('req_', 'fetch_'))
      .describe();
    await connection.close();
    assert.equal(described.priority?.fairnessKey, orgId);
  });
});
