import assert from 'node:assert/strict';
import { MonitorService } from '../../gen/quarry/v1/monitor_pb.js';
import { signInOwner, type SignedIn } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { openGrpc } from '../support/grpc.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

interface Entry {
  action: string;
  subject_id: string;
  detail: string | null;
  actor: { id: string; name: string } | null;
  address: string | null;
}

const PAGE = `<title>Cormorants</title><main><h1>Cormorants</h1><p>${'Cormorants dry their wings in the wind. '.repeat(9)}`;

describe('the audit log of calls', () => {
  let quarry: TestQuarry;
  let owner: SignedIn;
  let key: { id: string; name: string };
  let site: Site;
  before(async () => {
    site = await startSite({
      '/one': (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
      '/map.xml': (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/xml' });
        response.end(`<urlset><url><loc>${site.origin}/one</loc></url></urlset>`);
      },
      '/never': () => undefined,
    });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8' });
    owner = await signInOwner(quarry);
    const { id } = await quarry.database.builder.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
    await owner.call('PATCH', `/console/keys/${id}`, { name: 'Batch job' });
    key = { id, name: 'Batch job' };
  });
  after(async () => {
    await quarry.stop();
    await site.close();
  });

  const entriesOf = async (family: string): Promise<Array<[string, string, string | null]>> => {
    const { entries } = (await owner.call('GET', '/console/audit')).body as { entries: Entry[] };
    const ofFamily = entries.filter(({ action }) => action.startsWith(`${family}.`)).toReversed();
    for (const { actor, address } of ofFamily) {
      assert.equal(address, '127.0.0.1');
      assert.ok(actor?.id === key.id || actor?.id.startsWith('usr_'), JSON.stringify(actor));
      if (actor?.id === key.id) assert.deepEqual(actor, key);
    }
    return ofFamily.map(({ action, subject_id: subject, detail }) => [action, subject, detail]);
  };

  it('names who created, changed and deleted a monitor, and what was changed', async () => {
    const settings = { name: 'Leave', cadence: '1d', status: 'paused', search_requests: [{ query: 'paid leave' }] };
    const once = { 'idempotency-key': 'one-monitor' };
    const { monitor } = (await quarry.call('POST', '/v1/monitors', settings, once)).body;
    await quarry.call('POST', '/v1/monitors', settings, once);
    const webhook = { url: `${site.origin}/hook?token=secret` };
    assert.equal(
      (await owner.call('PATCH', `/v1/monitors/${monitor.monitor_id}`, { cadence: '12h', webhook })).status,
      200,
    );
    assert.equal((await quarry.call('PATCH', `/v1/monitors/${monitor.monitor_id}`, { cadence: 'never' })).status, 400);
    const grpc = openGrpc(quarry.grpc);
    const { deleteMonitor } = MonitorService.method;
    const deleted = await grpc.unary(deleteMonitor, { apiKey: quarry.key, monitorId: monitor.monitor_id });
    grpc.close();
    assert.equal(deleted.code, 0);
    assert.deepEqual(await entriesOf('monitor'), [
      ['monitor.create', monitor.monitor_id, 'Leave'],
      ['monitor.change', monitor.monitor_id, 'Leave: cadence 1d → 12h, webhook'],
      ['monitor.delete', monitor.monitor_id, 'Leave'],
    ]);
  });

  it('has one entry for the documents that a call changes, and none where it changes nothing', async () => {
    const documents = ['a', 'b'].map((name) => ({ url: `https://example.com/${name}`, text: name }));
    for (let calls = 0; calls < 2; calls += 1) await quarry.call('POST', '/v1/documents', { documents });
    const urls = ['https://example.com/b', 'https://example.com/none'];
    for (let calls = 0; calls < 2; calls += 1) await owner.call('DELETE', '/v1/documents', { urls });
    const entries = await entriesOf('documents');
    assert.deepEqual(
      entries.map(([action, , detail]) => [action, detail]),
      [
        ['documents.index', '2 documents, the first https://example.com/a'],
        ['documents.delete', 'https://example.com/b'],
      ],
    );
    assert.match(entries[0]?.[1] ?? '', /^doc_/);
  });

  it('names who follows a source and who removes it, but no poll of it', async () => {
    const url = `${site.origin}/map.xml`;
    const before = await entriesOf('documents');
    const { source } = (await owner.call('POST', '/v1/sources', { url })).body;
    const indexed = async () => (await quarry.call('GET', `/v1/sources/${source.id}`)).body.source.pages.indexed;
    assert.equal(await eventually(15_000, indexed, (count) => count === 1), 1);
    assert.deepEqual(await entriesOf('documents'), before);
    await quarry.call('DELETE', `/v1/sources/${source.id}`);
    assert.deepEqual(await entriesOf('source'), [
      ['source.follow', source.id, url],
      ['source.delete', source.id, url],
    ]);
  });

  it('names who creates a run and who cancels it, and no entry for one that has ended', async () => {
    const query = `What is at ${site.origin}/never`;
    const { body: run } = await quarry.call('POST', '/v1/agent/runs', { query, effort: 'low' });
    for (let calls = 0; calls < 2; calls += 1) await owner.call('POST', `/v1/agent/runs/${run.id}/cancel`);
    assert.deepEqual(await entriesOf('run'), [
      ['run.create', run.id, 'low'],
      ['run.cancel', run.id, null],
    ]);
  });
});
