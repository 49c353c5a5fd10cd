import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../services/core/ids.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';
import { eventually } from '../support/eventually.ts';
import { startSite, type Site } from '../support/site.ts';

const page = (title: string, text: string, links = '') =>
  `<!doctype html><title>${title}</title><main><article><h1>${title}</h1><p>${text}</p><p>${'More is told of the stone, of those who cut it and of the ships that carried it away over the sea. '.repeat(4)}</p>${links}</article></main>`;

const MEMBERS = [
  'id',
  'object',
  'status',
  'stop_reason',
  'created_at',
  'started_at',
  'completed_at',
  'attempt',
  'request',
  'output',
  'cost',
  'warnings',
];

describe('agent runs over REST', () => {
  let quarry: TestQuarry;
  let site: Site;
  let closed = 0;

  before(async () => {
    site = await startSite({
      '/': page(
        'Quarries of the north',
        'Among the quarries of the north is <a href="/penrhyn">the Penrhyn slate quarry</a>; there is a <a href="/shop">shop</a> too.',
      ),
      '/penrhyn': page('Penrhyn', 'The Penrhyn slate quarry was opened in 1770 by Richard Pennant.'),
      '/private': page('Private', 'The private quarry was opened in 1999.'),
      '/robots.txt': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /private\n'),
      '/never': (request) => void request.once('close', () => (closed += 1)),
    });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8', QUARRY_AGENT_RUNS_AT_ONCE: '3' });
    const documents = [
      {
        url: 'https://stones.example.com/barre',
        title: 'Barre',
        text: 'The Barre granite quarry in Vermont is 600 feet deep.',
      },
    ];
    await quarry.call('POST', '/v1/documents', { documents });
    await eventually(
      2_000,
      () => quarry.call('POST', '/v1/search', { query: 'barre' }),
      ({ body }) => body.documents.length > 0,
    );
  });
  after(async () => {
    await quarry.stop();
    await site.close();
  });

  const account = async () => (await quarry.call('GET', '/v1/account')).body as { balance: number; held: number };
  const ended = async (id: string) => (await quarry.call('GET', `/v1/agent/runs/${id}?wait=20`)).body;
  async function research(body: object) {
    const created = await quarry.call('POST', '/v1/agent/runs', body);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    return ended(created.body.id);
  }

  it('starts pending with every field, null if unset', async () => {
    const { status, body } = await quarry.call('POST', '/v1/agent/runs', {
      query: 'How deep is the Barre granite quarry?',
    });
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body), MEMBERS);
    assert.deepEqual(
      [body.object, body.status, body.stop_reason, body.started_at, body.completed_at, body.output],
      ['agent.run', 'pending', null, null, null, null],
    );
    assert.deepEqual(body.request, {
      query: 'How deep is the Barre granite quarry?',
      output_schema: null,
      effort: 'medium',
      include_domains: [],
      exclude_domains: [],
      from_date: null,
      to_date: null,
      scopes: [],
      collections: [],
      metadata: null,
      previous_run_id: null,
    });
    await ended(body.id);
  });

  it('researches over documents and pages, cites each sentence, and follows links of the same site only when they matter', async () => {
    const before = await account();
    const run = await research({
      query: `How deep is the Barre granite quarry? When was the Penrhyn slate quarry opened? See ${site.origin}/`,
    });
    assert.deepEqual([run.status, run.stop_reason], ['completed', 'finished']);
    const id = (url: string) => run.output.sources.find((source: { url: string }) => source.url === url)?.id;
    assert.match(run.output.text, new RegExp(`600 feet deep\\. \\[${id('https://stones.example.com/barre')}\\]`));
    assert.match(
      run.output.text,
      new RegExp(`opened in 1770 by Richard Pennant\\. \\[${id(`${site.origin}/penrhyn`)}\\]`),
    );
    const markers = [...run.output.text.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n));
    assert.ok(markers.every((marker) => run.output.sources.some((source: { id: number }) => source.id === marker)));
    assert.ok(!site.requests.some((request) => request.path === '/shop'));
    // Two searches and what one of them led to; the start page, the document and the linked page.
    assert.deepEqual(await account(), { ...before, balance: before.balance - 6 });
  });

  it('notes that a report without a model is in the language of its sources if another language is requested', async () => {
    const run = await research({ query: 'How deep is the Barre granite quarry? Answer in French.' });
    assert.match(
      run.output.text,
      /^The Barre granite quarry in Vermont is 600 feet deep\. \[1\]\n\n\*Sentences are in the language of their sources\.\*$/,
    );
  });

  it('honours robots.txt', async () => {
    const run = await research({ query: `When was the private quarry opened? ${site.origin}/private` });
    assert.equal(run.status, 'completed');
    assert.ok(!site.requests.some((request) => request.path === '/private'));
    assert.deepEqual(
      run.output.sources.filter((source: { url: string }) => source.url.includes('/private')),
      [],
    );
  });

  it('completes an empty query with a one-sentence report, for one credit', async () => {
    const before = await account();
    const run = await research({});
    assert.deepEqual(
      [run.status, run.stop_reason, run.output.text],
      ['completed', 'finished', 'No question was given.'],
    );
    assert.deepEqual(await account(), { ...before, balance: before.balance - 1 });
  });

  it('returns json_object as structured, with its grounding', async () => {
    const run = await research({
      query: 'How deep is the Barre granite quarry?',
      output_schema: { type: 'json_object' },
    });
    assert.match(run.output.structured.answer, /600 feet deep/);
    assert.deepEqual(run.output.grounding, [
      { field: 'answer', citations: [{ source_id: 1, url: 'https://stones.example.com/barre' }] },
    ]);
  });

  it('replaces characters that the database cannot store with U+FFFD', async () => {
    const run = await research({ query: 'Is\0this\ud800kept?' });
    assert.equal(run.request.query, 'Is\ufffdthis\ufffdkept?');
  });

  it('researches a query that exceeds the limit of a search', async () => {
    const run = await research({
      query: `How deep is the Barre granite quarry, ${'and the slate quarries too, '.repeat(1_000)} in feet?`,
    });
    assert.deepEqual([run.status, run.stop_reason], ['completed', 'finished']);
  });

  it('cancels at once, stops running work within five seconds, and releases unused credits', async () => {
    const before = await account();
    const { body } = await quarry.call('POST', '/v1/agent/runs', { query: `What is at ${site.origin}/never` });
    const closedBefore = closed;
    await eventually(5_000, async () => site.requests.some((request) => request.path === '/never'), Boolean);
    const cancelled = await quarry.call('POST', `/v1/agent/runs/${body.id}/cancel`);
    assert.deepEqual(
      [cancelled.status, cancelled.body.status, cancelled.body.stop_reason, cancelled.body.output],
      [200, 'cancelled', 'cancelled', null],
    );
    assert.ok(cancelled.body.completed_at);
    assert.equal(
      await eventually(
        5_000,
        async () => closed,
        (count) => count > closedBefore,
      ),
      closedBefore + 1,
    );
    const again = await quarry.call('POST', `/v1/agent/runs/${body.id}/cancel`);
    assert.deepEqual(again.body, cancelled.body);
    const { balance, held } = await account();
    assert.equal(held, before.held);
    assert.ok(before.balance - balance <= 2, `${before.balance - balance} credits`);
  });

  it('returns a finished run unchanged on cancel', async () => {
    const run = await research({});
    assert.deepEqual((await quarry.call('POST', `/v1/agent/runs/${run.id}/cancel`)).body, run);
  });

  it('lists newest first, page by page, each run once', async () => {
    const other = await quarry.accounts.createOrganization('lister', 1_000);
    const own = (method: string, path: string, body?: unknown) =>
      call(quarry.url + path, method, body, { 'x-api-key': other.key });
    const created: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { body } = await own('POST', '/v1/agent/runs', {});
      created.push(body.id);
      await own('GET', `/v1/agent/runs/${body.id}?wait=20`);
    }
    const listed: string[] = [];
    let after = '';
    do {
      const { body } = await own('GET', `/v1/agent/runs?limit=2${after && `&after=${after}`}`);
      listed.push(...body.runs.map((run: { id: string }) => run.id));
      // A run that is created meanwhile moves none to another page.
      await own('GET', `/v1/agent/runs/${(await own('POST', '/v1/agent/runs', {})).body.id}?wait=20`);
      after = body.next;
    } while (after !== null);
    assert.deepEqual(listed, created.toReversed());
  });

  it('also ends a page at 3.5 MiB, and continues on the next', async () => {
    const { orgId, key } = await quarry.accounts.createOrganization('long questions', 1);
    await quarry.database.query(
      `insert into agent_runs (id, org_id, status, stop_reason, query, effort, created_at, completed_at)
       select id, $1, 'completed', 'finished', repeat('x', 65536), 'low', now(), now() from unnest($2::text[]) as given(id)`,
      [orgId, Array.from({ length: 100 }, () => newId('run'))],
    );
    const page = async (after: string) =>
      (
        await call(`${quarry.url}/v1/agent/runs?limit=100${after && `&after=${after}`}`, 'GET', undefined, {
          'x-api-key': key,
        })
      ).body;
    const first = await page('');
    const second = await page(first.next);
    assert.ok(first.runs.length > 50 && first.runs.length < 57, `${first.runs.length} runs`);
    assert.equal(second.next, null);
    assert.equal(new Set([...first.runs, ...second.runs].map(({ id }: { id: string }) => id)).size, 100);
  });

  it('allows at most a hundred unfinished runs over all organizations', async () => {
    const { orgId } = await quarry.accounts.createOrganization('crowd', 1);
    const crowd = (verb: string) => quarry.database.query(verb, [orgId]);
    await crowd(`insert into agent_runs (id, org_id, status, query, effort, created_at, stop_reason)
                 select 'run_crowd_' || n, $1, 'running', 'x', 'low', now(), 'finished' from generate_series(1, 100) as n`);
    const refused = await quarry.call('POST', '/v1/agent/runs', {});
    await crowd('delete from agent_runs where org_id = $1');
    assert.deepEqual([refused.status, refused.body.error?.code], [429, 'RATE_LIMITED']);
    assert.ok(refused.headers.get('retry-after'));
  });

  it('allows no more unfinished runs than the limit', async () => {
    const waiting: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      waiting.push(
        (await quarry.call('POST', '/v1/agent/runs', { query: `What is at ${site.origin}/never?${count}` })).body.id,
      );
    }
    const refused = await quarry.call('POST', '/v1/agent/runs', {});
    for (const id of waiting) await quarry.call('POST', `/v1/agent/runs/${id}/cancel`);
    assert.equal(refused.status, 429);
    assert.ok(refused.headers.get('retry-after'));
    await sleep(0);
  });

  it('gives the same response for an absent run, a malformed id and the run of another organization', async () => {
    const run = await research({});
    const other = await quarry.accounts.createOrganization('nosy', 100);
    const absent = `run_${run.id.slice(4, -4)}0000`;
    const answers = await Promise.all([
      call(`${quarry.url}/v1/agent/runs/${run.id}`, 'GET', undefined, { 'x-api-key': other.key }),
      call(`${quarry.url}/v1/agent/runs/${absent}`, 'GET', undefined, { 'x-api-key': other.key }),
      call(`${quarry.url}/v1/agent/runs/nothing`, 'GET', undefined, { 'x-api-key': other.key }),
      call(`${quarry.url}/v1/agent/runs/${run.id}/cancel`, 'POST', undefined, { 'x-api-key': other.key }),
    ]);
    for (const { status, body } of answers) {
      assert.equal(status, 404);
      assert.deepEqual(body.error, answers[0]?.body.error);
    }
  });

  const refused: Array<[string, string, string, object | undefined]> = [
    ['an unknown field', 'POST', '/v1/agent/runs', { colour: 'red' }],
    ['an unknown effort', 'POST', '/v1/agent/runs', { effort: 'huge' }],
    ['a query over 32 KiB', 'POST', '/v1/agent/runs', { query: 'a'.repeat(32_769) }],
    ['an output_schema of no known type', 'POST', '/v1/agent/runs', { output_schema: { type: 'xml' } }],
    [
      'an output_schema with an unknown member',
      'POST',
      '/v1/agent/runs',
      { output_schema: { type: 'json_object', colour: 'red' } },
    ],
    ['a schema without a name', 'POST', '/v1/agent/runs', { output_schema: { type: 'json_schema', schema: {} } }],
    ['a limit of 0', 'GET', '/v1/agent/runs?limit=0', undefined],
    ['a limit of 101', 'GET', '/v1/agent/runs?limit=101', undefined],
    ['a limit that is no number', 'GET', '/v1/agent/runs?limit=ten', undefined],
    ['a malformed cursor', 'GET', '/v1/agent/runs?after=nonsense', undefined],
  ];
  for (const [what, method, path, body] of refused) {
    it(`refuses ${what}`, async () => {
      const answered = await quarry.call(method, path, body);
      assert.equal(answered.status, 400, JSON.stringify(answered.body));
    });
  }
});
