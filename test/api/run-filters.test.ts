import assert from 'node:assert/strict';
import { newId } from '../../services/core/ids.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { eventually } from '../support/eventually.ts';

const DOCUMENTS = [
  {
    url: 'https://old.example.com/barre',
    title: 'Barre',
    text: 'The Barre granite quarry is 500 feet deep.',
    published_date: '1990-01-01',
  },
  {
    url: 'https://new.example.com/barre',
    title: 'Barre',
    text: 'The Barre granite quarry is 600 feet deep.',
    published_date: '2024-01-01',
  },
  {
    url: 'https://press.example.org/barre',
    title: 'Barre',
    text: 'The Barre granite quarry is 700 feet deep.',
    scope: 'news',
  },
  {
    url: 'https://old.example.com/penrhyn',
    title: 'Penrhyn',
    text: 'The Penrhyn slate quarry was opened in 1770.',
    published_date: '1990-01-01',
  },
];
const QUERY = 'How deep is the Barre granite quarry?';

describe('the searches of a run', () => {
  let quarry: TestQuarry;

  before(async () => {
    quarry = await startQuarry({ QUARRY_RATE_LIMITS: 'off' });
    await quarry.call('POST', '/v1/documents', { documents: DOCUMENTS });
    await eventually(
      5_000,
      () => quarry.call('POST', '/v1/search', { query: 'quarry' }),
      ({ body }) => body.documents.length >= 3,
    );
  });
  after(() => quarry.stop());

  async function research(body: object) {
    const created = await quarry.call('POST', '/v1/agent/runs', { query: QUERY, effort: 'low', ...body });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    return (await quarry.call('GET', `/v1/agent/runs/${created.body.id}?wait=30`)).body;
  }
  const hostsOf = (run: { output: { sources: Array<{ url: string }> } }) =>
    [...new Set(run.output.sources.map(({ url }) => new URL(url).hostname))].toSorted();

  it("stay within the domains, dates and scopes of the request, which the run's response repeats", async () => {
    const cases: Array<[object, string[]]> = [
      [{ include_domains: ['new.example.com'] }, ['new.example.com']],
      [{ exclude_domains: ['example.com'], scopes: ['news'] }, ['press.example.org']],
      [{ from_date: '2000-01-01', exclude_domains: ['press.example.org'] }, ['new.example.com']],
      [{ to_date: '2000-01-01' }, ['old.example.com']],
    ];
    for (const [filters, hosts] of cases) {
      const run = await research(filters);
      assert.equal(run.status, 'completed');
      assert.deepEqual(hostsOf(run), hosts, JSON.stringify(filters));
      for (const [name, value] of Object.entries(filters)) assert.deepEqual(run.request[name], value);
    }
  });

  it('refuse filters that are not valid, by their names', async () => {
    const cases = [
      [{ include_domains: ['https://example.com/'] }, 'include_domains'],
      [{ from_date: 'yesterday' }, 'from_date'],
      [{ from_date: '2024-06-01', to_date: '2024-01-01' }, 'from_date'],
      [{ scopes: ['gossip'] }, 'scopes'],
      [{ collections: ['No Name'] }, 'collections'],
      [{ metadata: { year: {} } }, 'metadata.year'],
    ] as const;
    for (const [filters, param] of cases) {
      const { status, body } = await quarry.call('POST', '/v1/agent/runs', { query: QUERY, ...filters });
      assert.deepEqual([status, body.error.code], [400, 'INVALID_REQUEST'], JSON.stringify(body));
      assert.ok(JSON.stringify(body).includes(param), JSON.stringify(body));
    }
  });

  it('follow up on the subject and the sources of an earlier run of the organization only', async () => {
    const first = await research({ query: 'When was the Penrhyn slate quarry opened?' });
    const next = await research({ query: 'How deep is it?', previous_run_id: first.id });
    assert.match(next.output.text, /Penrhyn slate quarry/);
    assert.ok(hostsOf(next).includes('old.example.com'));
    const elsewhere = { previous_run_id: first.id, exclude_domains: ['old.example.com'] };
    assert.ok(!hostsOf(await research(elsewhere)).includes('old.example.com'));
    for (const id of [newId('run'), 'run_\u0000']) {
      const unknown = await quarry.call('POST', '/v1/agent/runs', { query: QUERY, previous_run_id: id });
      assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'NOT_FOUND'], id);
    }
    const stranger = await quarry.accounts.createOrganization('stranger', 1_000);
    const body = { query: QUERY, previous_run_id: first.id };
    const foreign = await quarry.call('POST', '/v1/agent/runs', body, { 'x-api-key': stranger.key });
    assert.deepEqual([foreign.status, foreign.body.error.code], [404, 'NOT_FOUND']);
  });

  it("are returned with the run's cost once it has ended, also for a cancelled run", async () => {
    const run = await research({});
    assert.equal(run.cost.credits, Math.max(1, run.cost.searches + run.cost.pages));
    assert.ok(run.cost.searches > 0 && run.cost.pages > 0);
    assert.deepEqual([run.cost.tokens, run.warnings], [0, []]);
    const { body: pending } = await quarry.call('POST', '/v1/agent/runs', { query: QUERY });
    assert.equal(pending.cost, null);
    const { body: cancelled } = await quarry.call('POST', `/v1/agent/runs/${pending.id}/cancel`);
    assert.equal(cancelled.status, 'cancelled');
    assert.equal(cancelled.cost.credits, cancelled.cost.searches + cancelled.cost.pages);
  });
});
