import assert from 'node:assert/strict';
import { monitorScene, ORIGIN } from '../support/monitors.ts';
import { startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';

type Body = Answered['body'];

const STORY = [
  'Storm petrels returned to the harbour wall on Tuesday night after an absence of eleven years.',
  'Wardens of the reserve counted forty burrows with birds in them before the rain set in.',
  'The last colony on this coast was lost when rats came ashore from a grounded trawler.',
  'Volunteers have laid bait on the rocks every spring since then, at their own expense.',
];
const NEWS = 'On Friday the council decided to close the northern path to walkers until the end of September.';
const MONITOR = { cadence: '6h', search_requests: [{ query: 'storm petrels burrows' }, { query: 'walkers path' }] };

describe('POST /v1/monitors/preview', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
    await index({
      '/original': STORY.join(' '),
      '/copy': STORY.join(' '),
      '/reordered': STORY.toReversed().join(' '),
      '/update': [NEWS, ...STORY].join(' '),
      '/other': 'Guillemots and kittiwakes share the ledges below the lighthouse from April until July.',
    });
  });
  after(() => quarry.stop());
  const { index, create, runsWhen, records, read } = monitorScene(() => quarry);

  const preview = async (body: object, headers?: Record<string, string>): Promise<Body> => {
    const answered = await quarry.call('POST', '/v1/monitors/preview', body, headers);
    assert.equal(answered.status, 200, JSON.stringify(answered.body));
    return answered.body;
  };
  const balance = async () => (await quarry.call('GET', '/v1/account')).body.balance as number;
  const urlOf = ({ search_result: { document } }: Body) => document.url as string;

  it('agrees with the first run of the same monitor', async () => {
    const shown = await preview(MONITOR);
    const id = await create(MONITOR);
    const [run] = await runsWhen(id, ({ length }) => length === 1);
    const delivered = await records(id);
    const { suppressed } = await read(`${id}/runs/${run.run_id}/suppressed`);
    assert.deepEqual(
      shown.records.map(({ novelty, search_result: { document, matched_requests: matched } }: Body) => [
        novelty,
        document,
        matched,
      ]),
      delivered.map(({ novelty, search_result: { document, matched_requests: matched } }) => [
        novelty,
        document,
        matched.map(({ query }: Body) => ({ query })),
      ]),
    );
    const urls = new Map(delivered.map((record) => [record.record_id, urlOf(record)]));
    assert.ok(suppressed.length > 0);
    assert.deepEqual(
      shown.suppressed.map(({ document: _document, ...reprint }: Body) => reprint),
      suppressed.map(({ ordinal: _ordinal, original: _shown, duplicate_of: original, ...reprint }: Body) => ({
        ...reprint,
        duplicate_of: urls.get(original),
      })),
    );
    const { requests } = await read(`${id}/runs/${run.run_id}/requests`);
    assert.deepEqual(
      shown.requests,
      requests.map(({ request_id: _id, completed_at: _at, ...outcome }: Body) => outcome),
    );
  });

  it('shows both texts of a document that would be suppressed', async () => {
    const shown = await preview(MONITOR);
    const [reprint] = shown.suppressed;
    const original = shown.records.find((record: Body) => urlOf(record) === reprint.duplicate_of);
    assert.ok(reprint.document.content.includes(STORY[0]));
    assert.ok(original.search_result.document.content.includes(STORY[0]));
  });

  it('names the next five runs, the first at once, and none of a paused monitor', async () => {
    const { next_runs: times } = await preview(MONITOR);
    const gaps = times.slice(1).map((at: string, index: number) => Date.parse(at) - Date.parse(times[index]));
    assert.deepEqual(
      gaps,
      Array.from({ length: 4 }, () => 6 * 3_600_000),
    );
    assert.deepEqual((await preview({ ...MONITOR, status: 'paused' })).next_runs, []);
  });

  it('stores nothing, and costs a credit for each search', async () => {
    const before = [(await quarry.call('GET', '/v1/monitors')).body, await balance()];
    await preview({ ...MONITOR, name: 'seen' });
    const [monitors, credits] = before;
    assert.deepEqual((await quarry.call('GET', '/v1/monitors')).body, monitors);
    assert.equal(await balance(), credits - 2);
    const [{ found } = { found: '' }] = await quarry.database.query<{ found: string }>(
      'select count(*) as found from monitor_found',
    );
    assert.equal(found, '0');
  });

  it('is charged once under the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'a preview' };
    const first = await preview(MONITOR, headers);
    const credits = await balance();
    assert.deepEqual(await preview(MONITOR, headers), first);
    assert.equal(await balance(), credits);
  });

  it('runs the first 20 searches of a long list, and reports it', async () => {
    const credits = await balance();
    const search_requests = Array.from({ length: 25 }, (_, index) => ({ query: `kittiwakes ${index}` }));
    const shown = await preview({ cadence: '1d', search_requests });
    assert.equal(shown.requests.length, 20);
    assert.deepEqual(
      shown.warnings.map(({ type }: Body) => type),
      ['truncated'],
    );
    assert.equal(await balance(), credits - 20);
  });

  it('omits texts that no search requests', async () => {
    const fields = { snippets: true };
    const shown = await preview({ cadence: '1d', search_requests: [{ query: 'kittiwakes', fields }] });
    assert.deepEqual(shown.records.map(urlOf), [`${ORIGIN}/other`]);
    assert.equal('content' in shown.records[0].search_result.document, false);
  });

  it('refuses the same settings as a creation, and charges nothing', async () => {
    const credits = await balance();
    for (const body of [
      { ...MONITOR, cadence: '5m' },
      { ...MONITOR, search_requests: [{ query: 'a' }, { query: ' a ' }] },
      { ...MONITOR, webhook: { url: 'http://192.168.0.1/hook' } },
      { ...MONITOR, unknown: 1 },
    ]) {
      const { status, body: refused } = await quarry.call('POST', '/v1/monitors/preview', body);
      assert.deepEqual([status, refused.error?.code], [400, 'INVALID_REQUEST'], JSON.stringify(body));
    }
    assert.equal(await balance(), credits);
  });
});
