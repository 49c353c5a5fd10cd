import assert from 'node:assert/strict';
import { MonitorService, RecordType } from '../../gen/quarry/v1/monitor_pb.js';
import { startCrawledSite, type CrawledSite } from '../support/crawled-site.ts';
import { openGrpc } from '../support/grpc.ts';
import { callerOf, monitorScene } from '../support/monitors.ts';
import { startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';

type Body = Answered['body'];

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');
const FRAME = [
  'The harbour wall was built in the summer of the great storm, when the old pier had gone with the tide.',
  'Its stones were brought by sea, from a quarry on the other side of the bay, in boats with flat bottoms.',
  'A crane stands at its end, which lifts the boats out of the water before the winter and into it after the ice.',
  'Whoever walks along it in the evening hears the birds before they can be seen, and smells the weed on the steps.',
];

describe('monitors of pages', () => {
  let quarry: TestQuarry;
  const sites: CrawledSite[] = [];
  before(async () => (quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8' })));
  after(async () => {
    await quarry.stop();
    await Promise.all(sites.map((site) => site.close()));
  });
  const scene = monitorScene(() => quarry);

  const site = async () => {
    const started = await startCrawledSite(`127.0.2.${sites.length + 1}`);
    sites.push(started);
    return started;
  };
  const show = (of: CrawledSite, path: string, ...texts: string[]) =>
    of.page(path, `Page ${path}`, [], paragraphs(...FRAME, ...texts));
  const watch = async (of: CrawledSite, pages: Array<string | object>, members: object = {}) => {
    const page_requests = pages.map((page) => (typeof page === 'string' ? { url: of.site.origin + page } : page));
    const id = await scene.create({ search_requests: undefined, page_requests, ...members });
    await scene.runsWhen(id, (runs) => runs.length > 0);
    return id;
  };
  const changes = async (id: string) => (await scene.records(id)).map(({ page_change }) => page_change);
  const outcomes = async (id: string, run: Body) => (await scene.read(`${id}/runs/${run.run_id}/requests`)).requests;
  const balance = async () => (await quarry.call('GET', '/v1/account')).body.balance;

  it('deliver nothing of the first read, and then what was added and removed', async () => {
    const birds = await site();
    show(birds, '/petrels', 'Forty burrows were counted in March.', 'The path is open.');
    const before = await balance();
    const id = await watch(birds, ['/petrels']);
    assert.deepEqual(await changes(id), []);
    show(
      birds,
      '/petrels',
      'Forty burrows were counted in March.',
      'The path is closed until autumn.',
      'Dogs stay out.',
    );
    const run = await scene.runNow(id);
    assert.deepEqual([run.status, run.record_count, run.requests_total, run.requests_ok], ['completed', 1, 1, 1]);
    const [record] = await scene.records(id);
    const { page_change: change, ...rest } = record;
    assert.deepEqual(
      [rest.type, rest.novelty, rest.run_id, rest.search_result],
      ['page_change', 'update', run.run_id, undefined],
    );
    const { read_at, previous_read_at, request_id, ...told } = change;
    assert.deepEqual(told, {
      page: { url: `${birds.site.origin}/petrels`, title: 'Page /petrels' },
      added: ['The path is closed until autumn.', 'Dogs stay out.'],
      removed: ['The path is open.'],
      added_count: 2,
      removed_count: 1,
    });
    assert.ok(previous_read_at < read_at);
    const { page_requests } = await scene.monitor(id);
    assert.deepEqual(page_requests[0].request, { url: `${birds.site.origin}/petrels` });
    assert.equal(page_requests[0].request_id, request_id);
    assert.ok(page_requests[0].last_success_at);
    assert.equal(before - (await balance()), 2);
  });

  it('deliver a change once, and ask for a page that has not changed by its validators', async () => {
    const birds = await site();
    show(birds, '/terns', 'Terns are here.');
    const id = await watch(birds, ['/terns']);
    show(birds, '/terns', 'Terns have left.');
    await scene.runNow(id);
    const bodies = () =>
      birds.site.requests.filter(({ path, headers }) => path === '/terns' && !headers['if-none-match']);
    const before = bodies().length;
    const again = await scene.runNow(id);
    assert.deepEqual([again.status, again.record_count], ['completed', 0]);
    assert.equal(bodies().length, before);
    assert.equal((await changes(id)).length, 1);
  });

  it('leave out what changes on each load', async () => {
    const birds = await site();
    let loads = 0;
    let notice = 'The café is open.';
    birds.serve('/', (_request, response) => {
      loads += 1;
      const texts = [...FRAME, `You are visitor ${loads}.`, notice, `Now it is ${new Date().toISOString()}.`];
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<html><title>Café</title><body><main><h1>Café</h1>${paragraphs(...texts)}</main></body></html>`);
    });
    const id = await watch(birds, ['/']);
    assert.equal((await scene.runNow(id)).record_count, 0);
    notice = 'The café is closed.';
    assert.equal((await scene.runNow(id)).record_count, 1);
    const [change] = await changes(id);
    assert.deepEqual([change.added, change.removed], [['The café is closed.'], ['The café is open.']]);
  });

  it('watch only what the selector names', async () => {
    const birds = await site();
    const serve = (price: string, story: string) =>
      birds.serve('/shop', (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(
          `<html><title>Shop</title><body><main>${paragraphs(...FRAME, story)}</main><div id="price">${price}</div></body></html>`,
        );
      });
    serve('24 €', 'A story.');
    const id = await watch(birds, [{ url: `${birds.site.origin}/shop`, selector: '#price' }]);
    serve('24 €', 'Another story.');
    assert.equal((await scene.runNow(id)).record_count, 0);
    serve('26 €', 'A third story.');
    assert.equal((await scene.runNow(id)).record_count, 1);
    const [change] = await changes(id);
    assert.deepEqual([change.added, change.removed], [['26 €'], ['24 €']]);
  });

  it('watch what a browser shows, where it is asked to render', async () => {
    const birds = await site();
    const serve = (word: string) =>
      birds.serve('/app', (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        const script = `document.querySelector('#state').textContent = ['The', 'gate', 'is', '${word}.'].join(' ')`;
        response.end(
          `<html><title>Gate</title><body><main>${paragraphs(...FRAME)}<p id="state"></p></main><script>${script}</script></body></html>`,
        );
      });
    serve('open');
    const id = await watch(birds, [{ url: `${birds.site.origin}/app`, selector: '#state', render: true }]);
    serve('shut');
    assert.equal((await scene.runNow(id)).record_count, 1);
    const [change] = await changes(id);
    assert.deepEqual([change.added, change.removed], [['The gate is shut.'], ['The gate is open.']]);
  });

  it('report a page that cannot be read with its code, and deliver nothing when it comes back as it was', async () => {
    const birds = await site();
    show(birds, '/auks', 'Auks are here.');
    show(birds, '/skuas', 'Skuas are here.');
    const id = await watch(birds, ['/auks', '/skuas']);
    const back = birds.handler('/auks');
    birds.remove('/auks');
    const before = await balance();
    const run = await scene.runNow(id);
    assert.deepEqual([run.status, run.requests_ok, run.requests_failed, run.record_count], ['partial', 1, 1, 0]);
    assert.match(run.status_reason, /^1 of 2 pages failed\. /);
    const [failed, ok] = await outcomes(id, run);
    assert.deepEqual(
      [failed.url, failed.query, failed.status, failed.error_code, failed.results_returned],
      [`${birds.site.origin}/auks`, '', 'failed', 'url_not_accessible', 0],
    );
    assert.match(failed.reason, /404/);
    assert.deepEqual([ok.status, ok.reason, ok.error_code, ok.results_returned], ['ok', '', undefined, 1]);
    assert.equal(before - (await balance()), 1);
    birds.serve('/auks', back);
    assert.equal((await scene.runNow(id)).record_count, 0);
  });

  it('read no page that robots.txt forbids, and follow no redirect to one', async () => {
    const birds = await site();
    const elsewhere = await site();
    birds.serve('/robots.txt', 'User-agent: *\nDisallow: /private');
    elsewhere.serve('/robots.txt', 'User-agent: *\nDisallow: /');
    for (const [from, to] of [
      ['/near', '/private/nests'],
      ['/far', `${elsewhere.site.origin}/nests`],
    ] as const)
      birds.serve(from, (_request, response) => void response.writeHead(302, { location: to }).end());
    show(birds, '/private/nests', 'Nests.');
    show(elsewhere, '/nests', 'Nests.');
    const id = await watch(birds, ['/private/nests', '/near', '/far']);
    const [run] = await scene.runs(id);
    assert.equal(run.status, 'failed');
    for (const outcome of await outcomes(id, run)) assert.match(outcome.reason, /robots\.txt forbids/);
    assert.deepEqual([birds.requestsOf('/private/nests'), elsewhere.requestsOf('/nests')], [0, 0]);
  });

  it('have searches and pages at once', async () => {
    const birds = await site();
    show(birds, '/gulls', 'Gulls are here.');
    await scene.index({ '/razorbills': 'Razorbills nest on the narrow ledges of the northern cliff, above the surf.' });
    const id = await watch(birds, ['/gulls'], { search_requests: [{ query: 'razorbills' }] });
    show(birds, '/gulls', 'Gulls have left.');
    await scene.index({
      '/puffins': 'Razorbills and puffins have come to the southern cliff, where none were before.',
    });
    const run = await scene.runNow(id);
    assert.deepEqual([run.requests_total, run.requests_ok, run.record_count], [2, 2, 2]);
    const { records } = await scene.read(`${id}/runs/${run.run_id}/records?sort=asc`);
    assert.deepEqual(
      records.map(({ type }: Body) => type),
      ['search_result', 'page_change'],
    );
    assert.deepEqual(
      [run.first_record_id, run.last_record_id],
      records.map(({ record_id }: Body) => record_id),
    );
    assert.deepEqual(
      (await outcomes(id, run)).map(({ new_records }: Body) => new_records),
      [1, 1],
    );
  });

  it('keep what they know of a page over a PATCH that keeps the page', async () => {
    const birds = await site();
    show(birds, '/shags', 'Shags are here.');
    show(birds, '/murres', 'Murres are here.');
    const id = await watch(birds, ['/shags']);
    const [kept] = (await scene.monitor(id)).page_requests;
    const url = (path: string) => ({ url: birds.site.origin + path });
    const { status } = await scene.patch(id, { page_requests: [url('/murres'), url('/shags')] });
    assert.equal(status, 200);
    const { page_requests: both } = await scene.monitor(id);
    assert.deepEqual(
      both.map(({ request }: Body) => request),
      [url('/murres'), url('/shags')],
    );
    assert.equal(both[1].request_id, kept.request_id);
    show(birds, '/shags', 'Shags have left.');
    show(birds, '/murres', 'Murres have left.');
    await scene.runNow(id);
    assert.deepEqual(
      (await changes(id)).map(({ page }) => page.url),
      [`${birds.site.origin}/shags`],
    );
  });

  it('lose all pages, or all searches, by null, and never both', async () => {
    const page_requests = [{ url: 'https://birds.example.com/' }];
    const id = await scene.create({ status: 'paused', page_requests });
    assert.equal((await scene.patch(id, { page_requests: null, search_requests: null })).status, 400);
    const { body } = await scene.patch(id, { search_requests: null });
    assert.deepEqual([body.monitor.search_requests, body.monitor.page_requests.length], [[], 1]);
    assert.equal((await scene.patch(id, { page_requests: [] })).body.monitor.page_requests.length, 1);
    assert.equal((await scene.patch(id, { page_requests: null })).status, 400);
    assert.equal((await scene.monitor(id)).page_requests.length, 1);
  });

  const refused: Array<[string, object]> = [
    ['no URL', [{ selector: 'p' }]],
    ['a URL that is none', [{ url: 'birds' }]],
    ['a URL of another scheme', [{ url: 'ftp://birds.example.com/' }]],
    ['a private name', [{ url: 'http://localhost/' }]],
    ['a selector that is none', [{ url: 'https://birds.example.com/', selector: 'p[' }]],
    ['an unknown member', [{ url: 'https://birds.example.com/', depth: 2 }]],
    ['the same page twice', [{ url: 'https://birds.example.com' }, { url: 'https://birds.example.com/#a' }]],
    ['1,001 pages', Array.from({ length: 1_001 }, (_, at) => ({ url: `https://birds.example.com/${at}` }))],
  ];
  for (const [what, page_requests] of refused) {
    it(`refuse ${what}`, async () => {
      const { status, body } = await quarry.call('POST', '/v1/monitors', { cadence: '1d', page_requests });
      assert.deepEqual([status, body.error.code], [400, 'INVALID_REQUEST'], JSON.stringify(body));
      assert.match(body.error.message, /^page_requests/);
    });
  }

  it('refuse more than 1,000 searches and pages together', async () => {
    const search_requests = Array.from({ length: 600 }, (_, at) => ({ query: `bird ${at}` }));
    const page_requests = Array.from({ length: 401 }, (_, at) => ({ url: `https://birds.example.com/${at}` }));
    const { status, body } = await quarry.call('POST', '/v1/monitors', {
      cadence: '1d',
      search_requests,
      page_requests,
    });
    assert.equal(status, 400);
    assert.match(body.error.message, /^page_requests: .* at most 1000/);
  });

  it('are previewed with the text that they watch, and nothing is kept', async () => {
    const birds = await site();
    show(birds, '/fulmars', 'Fulmars are here.');
    const pages = ['/fulmars', '/missing'].map((path) => ({ url: birds.site.origin + path, selector: 'p:last-child' }));
    const before = await balance();
    const { status, body } = await quarry.call('POST', '/v1/monitors/preview', { cadence: '1d', page_requests: pages });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.pages, [{ url: pages[0]?.url, title: 'Page /fulmars', content: 'Fulmars are here.' }]);
    assert.deepEqual(
      body.requests.map(({ url, status: outcome, error_code }: Body) => [url, outcome, error_code]),
      [
        [pages[0]?.url, 'ok', undefined],
        [pages[1]?.url, 'failed', 'url_not_accessible'],
      ],
    );
    assert.deepEqual([body.records, before - (await balance())], [[], 1]);
  });

  it('are in feeds with what was added and removed', async () => {
    const birds = await site();
    show(birds, '/noddies', 'Noddies are here.');
    const id = await watch(birds, ['/noddies']);
    show(birds, '/noddies', 'Noddies &amp; boobies.');
    await scene.runNow(id);
    const { json, atom } = await scene.read(`${id}/feeds`);
    const feed: Body = await (await fetch(quarry.url + json)).json();
    assert.deepEqual(
      feed.items.map(({ url, content_text }: Body) => [url, content_text]),
      [[`${birds.site.origin}/noddies`, '+ Noddies & boobies.\n\n- Noddies are here.']],
    );
    assert.match(await (await fetch(quarry.url + atom)).text(), /\+ Noddies &amp; boobies\./);
  });

  it('are made and read over gRPC as over REST', async () => {
    const birds = await site();
    show(birds, '/kittiwakes', 'Kittiwakes are here.');
    const grpc = openGrpc(quarry.grpc);
    const { createMonitor, listRecords, listRunRequests } = MonitorService.method;
    const apiKey = quarry.key;
    const pageRequests = [{ url: `${birds.site.origin}/kittiwakes`, selector: 'main' }];
    const { message } = await grpc.unary(createMonitor, { apiKey, cadence: '366d', pageRequests });
    const { monitorId = '', pageRequests: stored = [] } = message?.monitor ?? {};
    assert.deepEqual([stored[0]?.request?.url, stored[0]?.request?.selector], [pageRequests[0]?.url, 'main']);
    await scene.runsWhen(monitorId, (runs) => runs.length > 0);
    show(birds, '/kittiwakes', 'Kittiwakes have left.');
    const run = await scene.runNow(monitorId);
    const [record] = (await grpc.unary(listRecords, { apiKey, monitorId })).message?.records ?? [];
    assert.deepEqual([record?.type, record?.searchResult], [RecordType.PAGE_CHANGE, undefined]);
    assert.deepEqual(
      [record?.pageChange?.added, record?.pageChange?.removed],
      [['Kittiwakes have left.'], ['Kittiwakes are here.']],
    );
    assert.equal(record?.pageChange?.page?.url, pageRequests[0]?.url);
    const outcomes = await grpc.unary(listRunRequests, { apiKey, monitorId, runId: BigInt(run.run_id) });
    assert.equal(outcomes.message?.requests[0]?.url, pageRequests[0]?.url);
    grpc.close();
  });

  it('are seen by their organization alone', async () => {
    const birds = await site();
    show(birds, '/boobies', 'Boobies are here.');
    const id = await watch(birds, ['/boobies']);
    const { key } = await quarry.accounts.createOrganization('other', 10);
    const other = callerOf(quarry, key);
    assert.equal((await other('GET', `/v1/monitors/${id}`)).status, 404);
    assert.equal((await other('GET', `/v1/monitors/${id}/records`)).status, 404);
  });
});
