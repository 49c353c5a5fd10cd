import assert from 'node:assert/strict';
import { freePort } from '../../services/process/free-port.ts';
import { openWay, type BreakableWay } from '../support/breakable-way.ts';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { indexesOf, newPrefix, removeIndexes, serverUrl } from './prefix.ts';

describe('a service whose index is on OpenSearch', () => {
  const prefix = newPrefix();
  let quarry: TestQuarry;

  before(async () => {
    quarry = await startQuarry({ QUARRY_OPENSEARCH_URL: serverUrl(), QUARRY_OPENSEARCH_PREFIX: prefix });
  });
  after(async () => {
    await quarry.stop();
    await removeIndexes(prefix);
  });

  const search = async (query: string) =>
    (await quarry.call('POST', '/v1/search', { query })).body.documents.map(({ url }: { url: string }) => url);

  it('finds a document as soon as it is accepted, answers from it, and removes it', async () => {
    const url = 'https://example.com/leave';
    const text = 'Every employee has 28 days of paid leave a year. Unused days expire in March.';
    const indexed = await quarry.call('POST', '/v1/documents', { documents: [{ url, title: 'Leave policy', text }] });
    assert.equal(indexed.body.accepted, 1);
    assert.deepEqual(await search('days of paid leave'), [url]);
    const answer = await quarry.call('POST', '/v1/answer', { query: 'How many days of paid leave are there?' });
    assert.match(answer.body.answer, /28 days/);
    await quarry.call('DELETE', '/v1/documents', { urls: [url] });
    assert.deepEqual(await search('days of paid leave'), []);
  });

  it('is not ready while its index is gone, and rebuilds it', async () => {
    const url = 'https://example.com/heron';
    const ready = async () => (await fetch(`${quarry.url}/readyz`)).status;
    await quarry.call('POST', '/v1/documents', { documents: [{ url, text: 'A heron waits.' }] });
    assert.equal(await ready(), 200);
    await removeIndexes(prefix);
    assert.equal(await ready(), 503);
    assert.equal((await quarry.call('POST', '/v1/search', { query: 'heron' })).status, 503);
    assert.equal(await eventually(15_000, ready, (status) => status === 200), 200);
    assert.deepEqual(await search('heron'), [url]);
  });
});

describe('a service whose OpenSearch is unavailable for a while', () => {
  const prefix = newPrefix();
  let way: BreakableWay;
  let quarry: TestQuarry;

  before(async () => {
    way = await openWay(new URL(serverUrl()));
    quarry = await startQuarry({ QUARRY_OPENSEARCH_URL: `http://${way.host}`, QUARRY_OPENSEARCH_PREFIX: prefix });
  });
  after(async () => {
    await quarry.stop();
    await way.cut();
    await removeIndexes(prefix);
  });

  it('accepts documents meanwhile, and finds them afterwards without a rebuild', async () => {
    const index = (name: string) =>
      quarry.call('POST', '/v1/documents', {
        documents: [{ url: `https://example.com/${name}`, text: `A heron, ${name}.` }],
      });
    const search = () => quarry.call('POST', '/v1/search', { query: 'heron' });
    await index('before');
    const indexes = await indexesOf(prefix);
    await way.cut();
    assert.equal((await search()).status, 503);
    assert.equal((await fetch(`${quarry.url}/readyz`)).status, 503);
    assert.equal((await index('meanwhile')).body.accepted, 1);
    await way.mend();
    const found = await eventually(20_000, search, ({ body }) => body.documents?.length === 2);
    assert.equal(found.body.documents?.length, 2);
    assert.deepEqual(await indexesOf(prefix), indexes);
  });
});

describe('the start of a service whose OpenSearch is unavailable', () => {
  it('reports it, and what to do', async () => {
    const host = `127.0.0.1:${await freePort('127.0.0.1')}`;
    await assert.rejects(startQuarry({ QUARRY_OPENSEARCH_URL: `http://quarry:secret@${host}` }), (error: Error) => {
      assert.match(error.message, /cannot be reached.*QUARRY_OPENSEARCH_URL/s);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  });
});
