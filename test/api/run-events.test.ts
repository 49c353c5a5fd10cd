import assert from 'node:assert/strict';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { eventually } from '../support/eventually.ts';

interface Read {
  id: number;
  event: string;
  data: Record<string, unknown>;
}

describe('the events of a run', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
    const documents = [
      {
        url: 'https://songs.example.com/hello',
        title: 'Hello Love',
        text: 'Hello Love is a song that was recorded by Hank Snow in 1974.',
      },
      { url: 'https://people.example.com/snow', title: 'Hank Snow', text: 'Hank Snow died in Madison, Tennessee.' },
    ];
    await quarry.call('POST', '/v1/documents', { documents });
    await eventually(
      5_000,
      () => quarry.call('POST', '/v1/search', { query: 'tennessee' }),
      ({ body }) => body.documents.length > 0,
    );
  });
  after(() => quarry.stop());

  const create = async () =>
    (await quarry.call('POST', '/v1/agent/runs', { query: 'Where did the performer of Hello Love die?' })).body
      .id as string;
  const open = (runId: string, headers: Record<string, string> = {}, signal: AbortSignal | null = null) =>
    fetch(`${quarry.url}/v1/agent/runs/${runId}/events`, { headers: { 'x-api-key': quarry.key, ...headers }, signal });
  const eventsIn = (text: string): Read[] =>
    text
      .split('\n\n')
      .filter((frame) => frame.startsWith('id: '))
      .map((frame) => {
        const [, id = '', event = '', data = ''] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
        return { id: Number(id), event, data: JSON.parse(data) as Record<string, unknown> };
      });
  const readAll = async (runId: string, headers?: Record<string, string>) =>
    eventsIn(await (await open(runId, headers)).text());

  it('report the whole run in order, and end with it', async () => {
    const response = await open(await create());
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const events = eventsIn(await response.text());
    assert.deepEqual(
      events.map(({ id }) => id),
      events.map((_, index) => index + 1),
    );
    assert.deepEqual(events.at(-1)?.data.status, 'completed');
    assert.deepEqual(
      events
        .map(({ event }) => event)
        .filter((event, index, all) => event !== all[index - 1])
        .slice(0, 2),
      ['plan', 'search'],
    );
    assert.deepEqual(
      events.slice(-3).map(({ event }) => event),
      ['write', 'verify', 'ended'],
    );
    assert.ok(Number(events.at(-2)?.data.markers) >= 1);
    assert.ok(
      events.some(
        ({ event, data }) => event === 'read' && data.url === 'https://people.example.com/snow' && data.status === 'ok',
      ),
    );
  });

  it('show the second hop: a search for a name in the first document', async () => {
    const events = await readAll(await create());
    const searches = events.filter(({ event }) => event === 'search').map(({ data }) => String(data.question));
    assert.equal(searches[0], 'Where did the performer of Hello Love die?');
    assert.ok(
      searches.slice(1).some((question) => question.includes('hank snow')),
      JSON.stringify(searches),
    );
  });

  it('resume after the last event that a client received', async () => {
    const runId = await create();
    const all = await readAll(runId);
    assert.deepEqual(await readAll(runId, { 'last-event-id': '2' }), all.slice(2));
    assert.deepEqual(await readAll(runId, { 'last-event-id': String(all.length) }), []);
  });

  it('reject a malformed id, and are empty for a run of another organization', async () => {
    const runId = await create();
    for (const id of ['x', '-1', '1.5', '9'.repeat(10)])
      assert.equal((await open(runId, { 'last-event-id': id })).status, 400, id);
    const { key } = await quarry.accounts.createOrganization('other', 10);
    assert.equal((await open(runId, { 'x-api-key': key })).status, 404);
    assert.equal((await open('run_unknown')).status, 404);
  });

  it('end with a cancel, and allow a disconnect at any time', async () => {
    const runId = await create();
    await quarry.call('POST', `/v1/agent/runs/${runId}/cancel`);
    const events = await readAll(runId);
    assert.match(String(events.at(-1)?.data.status), /cancelled|completed/);
    const leaving = new AbortController();
    const response = await open(await create(), {}, leaving.signal);
    leaving.abort();
    await assert.rejects(response.text());
  });
});
