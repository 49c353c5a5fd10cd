import assert from 'node:assert/strict';
import { SearchService } from '../../gen/quarry/v1/search_pb.js';
import { eventually } from '../support/eventually.ts';
import { openGrpc } from '../support/grpc.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const DOCUMENTS = [
  {
    url: 'https://a.example.com/leave',
    title: 'Leave in Norway',
    text: 'Every employee in Norway has 25 days of paid leave a year.',
    collection: 'norway',
    metadata: { year: 2025, team: 'people', valid_from: '2025-01-01' },
  },
  {
    url: 'https://b.example.com/leave',
    title: 'Leave in Sweden',
    text: 'Every employee in Sweden has 30 days of paid leave a year.',
    collection: 'sweden',
    metadata: { year: 2026, team: 'people', valid_from: '2026-01-01T00:00:00Z', draft: true },
  },
  { url: 'https://c.example.com/leave', title: 'Leave', text: 'Employees of this company have days of paid leave.' },
];
const [norway, sweden] = DOCUMENTS.map(({ url }) => url);

describe('searches of collections and by metadata', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry({ QUARRY_RATE_LIMITS: 'off' });
    const { body } = await quarry.call('POST', '/v1/documents', { documents: DOCUMENTS });
    assert.equal(body.accepted, 3, JSON.stringify(body));
  });
  after(() => quarry.stop());

  const search = async (filter: object) => {
    const { status, body } = await quarry.call('POST', '/v1/search', { query: 'paid leave days', ...filter });
    assert.equal(status, 200, JSON.stringify(body));
    return body.documents.map(({ url }: { url: string }) => url).toSorted();
  };

  it('find what meets all conditions, and everything without one', async () => {
    for (const [filter, urls] of [
      [{}, DOCUMENTS.map(({ url }) => url)],
      [{ collections: [], metadata: {} }, DOCUMENTS.map(({ url }) => url)],
      [{ collections: ['norway'] }, [norway]],
      [{ collections: ['norway', 'sweden', 'norway'] }, [norway, sweden]],
      [{ collections: ['denmark'] }, []],
      [{ metadata: { team: 'people' } }, [norway, sweden]],
      [{ metadata: { year: [2024, 2026] } }, [sweden]],
      [{ metadata: { year: { to: 2025.5 } } }, [norway]],
      [{ metadata: { valid_from: { from: '2025-06-01', to: '2026-01-01' } } }, [sweden]],
      [{ metadata: { draft: true }, collections: ['norway'] }, []],
      [{ metadata: { team: 'people', year: { from: 2026 } } }, [sweden]],
      [{ tier: 'base', collections: ['sweden'] }, [sweden]],
    ] as Array<[object, string[]]>)
      assert.deepEqual(await search(filter), urls, JSON.stringify(filter));
  });

  it('refuse a condition that means nothing', async () => {
    for (const [filter, field] of [
      [{ collections: ['No Name'] }, /^collections\.0: /],
      [{ metadata: { year: {} } }, /^metadata\.year: is a range without/],
      [{ metadata: { year: { from: 1, to: '2026-01-01' } } }, /^metadata\.year: is a range without/],
      [{ metadata: { year: { from: 'soon' } } }, /^metadata\.year: is a range without/],
      [{ metadata: { 'no name': 1 } }, /^metadata/],
      [{ metadata: { year: { above: 1 } } }, /^metadata\.year/],
      [{ metadata: { year: [] } }, /^metadata\.year/],
      [{ metadata: { team: '\0' } }, /^metadata\.team/],
      [{ metadata: JSON.parse('{"__proto__": 1}') }, /^metadata\.__proto__: is not a known field/],
      [{ metadata: [] }, /^metadata/],
    ] as Array<[object, RegExp]>) {
      const { status, body } = await quarry.call('POST', '/v1/search', { query: 'leave', ...filter });
      assert.equal(status, 400, JSON.stringify(filter));
      assert.match(body.error.message, field);
    }
  });

  it('are made over gRPC with metadata as JSON', async () => {
    const grpc = openGrpc(quarry.grpc);
    const metadata = JSON.stringify({ year: { from: 2026 } });
    const { message } = await grpc.unary(SearchService.method.search, {
      apiKey: quarry.key,
      query: 'paid leave days',
      metadata,
    });
    grpc.close();
    assert.deepEqual(
      message?.documents.map(({ url }) => url),
      [sweden],
    );
  });

  it('limit the sources of answers and chats', async () => {
    const query = 'How many days of paid leave does an employee have?';
    const metadata = { year: 2025 };
    const { body: answer } = await quarry.call('POST', '/v1/answer', { query, metadata });
    assert.match(answer.answer, /25 days/);
    assert.deepEqual(new Set(answer.citations.map(({ url }: { url: string }) => url)), new Set([norway]));
    const { body: chat } = await quarry.call('POST', '/v1/chat/completions', {
      model: 'base',
      messages: [{ role: 'user', content: query }],
      scope: 'web',
      collections: ['sweden'],
    });
    assert.match(chat.choices[0].message.content, /30 days/);
    assert.doesNotMatch(chat.choices[0].message.content, /25 days/);
  });

  it('limit the sources of a run, which repeats its filters', async () => {
    const query = 'How many days of paid leave does an employee have?';
    const filters = { collections: ['sweden'], metadata: { draft: true, year: { from: 2020, to: 2030 } } };
    const { body: run } = await quarry.call('POST', '/v1/agent/runs', { query, effort: 'low', ...filters });
    assert.deepEqual([run.request.collections, run.request.metadata], [filters.collections, filters.metadata]);
    const { body: ended } = await quarry.call('GET', `/v1/agent/runs/${run.id}?wait=30`);
    assert.match(ended.output.text, /30 days/);
    assert.deepEqual(
      ended.output.sources.map(({ url }: { url: string }) => url),
      [sweden],
    );
  });

  it('limit what a monitor delivers, and are shown as they were given', async () => {
    const request = { query: 'paid leave days', metadata: { year: [2025] }, collections: ['norway', 'sweden'] };
    const { body } = await quarry.call('POST', '/v1/monitors', { cadence: '1d', search_requests: [request] });
    const {
      monitor_id: id,
      search_requests: [stored],
    } = body.monitor;
    assert.deepEqual([stored.request.metadata, stored.request.collections], [request.metadata, request.collections]);
    const records = async () => (await quarry.call('GET', `/v1/monitors/${id}/records`)).body.records;
    const delivered = await eventually(20_000, records, (found) => found.length > 0);
    assert.deepEqual(
      delivered.map((record: { search_result: { document: { url: string } } }) => record.search_result.document.url),
      [norway],
    );
  });

  it('select what is deleted', async () => {
    const filter = { metadata: { valid_from: { to: '2025-12-31' } } };
    const remove = (body: object) => quarry.call('DELETE', '/v1/documents', body);
    assert.equal((await remove({ filter: { metadata: {} } })).status, 400);
    assert.equal((await remove({ filter, dry_run: true })).body.deleted, 1);
    assert.equal((await remove({ filter })).body.deleted, 1);
    assert.deepEqual(await search({ metadata: { team: 'people' } }), [sweden]);
  });
});
