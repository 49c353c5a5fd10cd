import assert from 'node:assert/strict';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { FetchService } from '../../gen/quarry/v1/fetch_pb.js';
import { findChromium } from '../../local/chromium/chromium.ts';
import { openGrpc } from '../support/grpc.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const PROSE = 'The harbour was built in the winter of the great storm, when nobody else would work outside. '.repeat(9);
const PAGE = `<!doctype html><title>Harbours</title><header id="price" class="ad">Berth: 12 euros<script>1</script></header>
<main><h1>Harbours</h1><p>${PROSE}</p><p class="aside">Tides are <b>low</b>.</p></main><footer>Harbour office</footer>`;
const LATER = `<!doctype html><title>Later</title><main><p>${PROSE}</p><div id="box"></div></main>
<script>setTimeout(() => { box.innerHTML = '<p class="late">The ferry has arrived.</p>' }, 900)</script>`;
const SECRET = 'Bearer of-the-harbour-master';

describe('how a fetch reads its pages', () => {
  let quarry: TestQuarry;
  let site: Site;
  let other: Site;
  let hasBrowser = false;
  before(async () => {
    hasBrowser = (await findChromium(process.env.QUARRY_CHROMIUM)) !== undefined;
    other = await startSite({ '/page': PAGE }, '127.0.0.2');
    site = await startSite({
      '/page': PAGE,
      '/later': LATER,
      '/moved': (_request, response) => void response.writeHead(302, { location: `${other.origin}/page` }).end(),
      '/strict': (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "script-src 'self'" })
          .end(`<main style="height: 2000px"><p>${PROSE}</p></main><script src="/late.js"></script>`),
      '/late.js': (_request, response) =>
        void response.end(
          'setTimeout(() => document.body.append("x"), 500); setTimeout(() => document.querySelector("main").insertAdjacentHTML("beforeend", "<p class=late>The ferry has arrived.</p>"), 900)',
        ),
      '/tall': `<main style="height: 2000px"><p>${PROSE}</p></main>`,
      '/endless': `<body style="margin: 0"><main style="height: 200000px"><p>${PROSE}</p></main></body>`,
      '/text': (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('Plain.'),
      '/frames': `<main><p>${PROSE}</p></main><img src="${other.origin}/pixel"><img src="/own">`,
    });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8' });
  });
  after(async () => {
    await quarry.stop();
    await Promise.all([site.close(), other.close()]);
  });

  const call = (path: string, members: object) =>
    quarry.call('POST', '/v1/fetch', { urls: [site.origin + path], ...members });
  const fetched = async (path: string, members: object) => (await call(path, members)).body.results[0];
  const refusal = async (members: object) => {
    const { status, body } = await call('/page', members);
    assert.equal(status, 400);
    return body.error.message;
  };
  const balance = async () => (await quarry.call('GET', '/v1/account')).body.balance;

  describe('tags', () => {
    it('that are included are the content, whatever else the page marks as such', async () => {
      const { markdown, title } = await fetched('/page', { include_tags: ['.aside', '#price', 'b'] });
      assert.deepEqual([markdown.trim(), title], ['Berth: 12 euros\n\nTides are **low**.', 'Harbours']);
    });

    it('that are excluded are not content', async () => {
      const { markdown } = await fetched('/page', { exclude_tags: ['h1', 'p.aside'] });
      assert.match(markdown, /^The harbour was built/);
      assert.doesNotMatch(markdown, /Tides|office/);
    });

    it('that no element has are an error of the URL, which is not billed', async () => {
      const before = await balance();
      const { error } = await fetched('/page', { include_tags: ['.absent'] });
      assert.equal(error.code, 'extraction_failed');
      assert.match(error.message, /include_tags/);
      assert.equal(await balance(), before);
    });

    it('are refused where they are no selectors or too many', async () => {
      assert.match(await refusal({ include_tags: ['p['] }), /^include_tags\.0: is not a CSS selector/);
      assert.match(await refusal({ exclude_tags: [' '] }), /^exclude_tags\.0: is blank/);
      assert.match(await refusal({ include_tags: Array(21).fill('p') }), /at most 20/);
      assert.match(await refusal({ include_tags: ['p'.repeat(513)] }), /longer than 512 bytes/);
    });
  });

  describe('headers', () => {
    const headers = { Authorization: SECRET, cookie: 'berth=7', 'X-Tide': 'high' };

    it('are sent to the origin of the URL', async () => {
      assert.equal((await fetched('/page', { headers })).status, 'ok');
      const sent = site.requests.at(-1)?.headers;
      assert.deepEqual([sent?.authorization, sent?.cookie, sent?.['x-tide']], [SECRET, 'berth=7', 'high']);
    });

    it('do not follow a redirect to another origin', async () => {
      assert.equal((await fetched('/moved', { headers })).status, 'ok');
      const sent = other.requests.at(-1)?.headers;
      assert.deepEqual([sent?.authorization, sent?.cookie, sent?.['x-tide']], [undefined, undefined, undefined]);
      // A header that every request has is the own one again.
      assert.equal((await fetched('/moved', { headers: { 'user-agent': SECRET } })).status, 'ok');
      assert.ok(!JSON.stringify(other.requests.at(-1)?.headers).includes(SECRET));
    });

    it('are in no history and no row that an operator can read', async () => {
      const { body } = await call('/page', { headers });
      const connection = await Connection.connect({ address: process.env.QUARRY_TEST_TEMPORAL ?? '' });
      const workflow = new Client({ connection }).workflow.getHandle(body.request_id.replace('req_', 'fetch_'));
      const json = historyToJSON(await workflow.fetchHistory());
      await connection.close();
      const history = json.replace(/"data": *"([^"]*)"/g, (_all, data) => Buffer.from(data, 'base64').toString());
      assert.match(history, /sealedHeaders/);
      assert.ok(!history.includes(SECRET));
      const rows = await quarry.database.query<{ row: string }>('select pages::text as row from pages');
      assert.ok(rows.length > 0);
      for (const { row } of rows) assert.ok(!row.includes(SECRET));
    });

    it('are refused by name where they are of the transport', async () => {
      for (const name of ['Host', 'Content-Length', 'Cookie2', 'Connection', 'Proxy-Authorization', 'Range'])
        assert.match(await refusal({ headers: { [name]: SECRET } }), new RegExp(`^headers: .*${name.toLowerCase()}`));
    });

    it('are refused with a stored copy, for several origins, and where they cannot be sent', async () => {
      assert.match(await refusal({ headers, max_age_seconds: 60 }), /^headers: .*max_age_seconds/);
      assert.match(await refusal({ headers, urls: [`${site.origin}/page`, `${other.origin}/page`] }), /one origin/);
      const many = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`x-${at}`, 'a']));
      assert.match(await refusal({ headers: many }), /at most 16/);
      const message = await refusal({ headers: { 'x-a': `${SECRET}\r\nx-b: c` } });
      assert.match(message, /x-a/);
      assert.ok(!message.includes(SECRET));
      assert.match(await refusal({ headers: { 'x a': 'b' } }), /name/);
      assert.match(await refusal({ headers: { 'x-a': 'b', 'X-A': 'c' } }), /twice/);
    });
  });

  describe('a stored copy', () => {
    it('that is not older than max_age_seconds is the result, and is billed as one', async () => {
      const first = await fetched('/page', { exclude_tags: ['h1'] });
      const [requests, before] = [site.requests.length, await balance()];
      const second = await fetched('/page', { exclude_tags: ['h1'], max_age_seconds: 3_600 });
      assert.deepEqual(second, first);
      assert.equal(site.requests.length, requests);
      assert.equal(before - (await balance()), 1);
    });

    it('of another reading, or an older one, is not', async () => {
      await fetched('/page', { exclude_tags: ['h1'] });
      const read = async (members: object) => {
        const requests = site.requests.length;
        await fetched('/page', members);
        return site.requests.length - requests;
      };
      assert.equal(await read({ exclude_tags: ['h1', 'b'], max_age_seconds: 3_600 }), 1);
      assert.equal(await read({ exclude_tags: ['h1'] }), 1);
      await quarry.database.query(`update pages set fetched_at = fetched_at - interval '2 hours'`);
      assert.equal(await read({ exclude_tags: ['h1'], max_age_seconds: 3_600 }), 1);
      assert.equal(await read({ exclude_tags: ['h1'], max_age_seconds: 3_600 }), 0);
    });

    it('of another organization is not', async () => {
      await fetched('/page', { exclude_tags: ['main b'] });
      const { key } = await quarry.accounts.createOrganization('Other', 10);
      const requests = site.requests.length;
      const body = { urls: [`${site.origin}/page`], exclude_tags: ['main b'], max_age_seconds: 3_600 };
      const { status } = await quarry.call('POST', '/v1/fetch', body, { 'x-api-key': key });
      assert.equal(status, 200);
      assert.equal(site.requests.length, requests + 1);
    });

    it('of a page that was read with headers is never given', async () => {
      await fetched('/frames', { headers: { authorization: SECRET } });
      const requests = site.requests.length;
      await fetched('/frames', { max_age_seconds: 3_600 });
      assert.equal(site.requests.length, requests + 1);
    });
  });

  describe('the browser', () => {
    before(function () {
      if (!hasBrowser) this.skip();
    });

    it('waits for an element, or some time', async () => {
      for (const waitFor of ['.late', 2_000, '2000'])
        assert.match((await fetched('/later', { wait_for: waitFor })).markdown, /The ferry has arrived/);
      assert.match((await fetched('/strict', { wait_for: 'main > .late' })).markdown, /The ferry has arrived/);
      assert.doesNotMatch((await fetched('/later', {})).markdown, /ferry/);
    });

    it('reports an element that does not come', async () => {
      const { error } = await fetched('/later', { wait_for: '#never', timeout_ms: 6_000 });
      assert.equal(error.code, 'timeout');
      assert.match(await refusal({ wait_for: 30_001 }), /^wait_for: must be at most 30000/);
      assert.match(await refusal({ wait_for: 'p[' }), /^wait_for: is not a CSS selector/);
    });

    it('takes a picture of the start of the page, or of all of it', async () => {
      const pictureOf = async (path: string, isFull: boolean) => {
        const { screenshot, warnings } = await fetched(path, { include: ['screenshot'], screenshot_full_page: isFull });
        const png = Buffer.from(screenshot, 'base64');
        assert.equal(png.subarray(1, 4).toString(), 'PNG');
        return [png.readUInt32BE(16), png.readUInt32BE(20), warnings?.[0].type];
      };
      assert.deepEqual(await pictureOf('/tall', false), [1280, 720, undefined]);
      assert.ok(Number((await pictureOf('/strict', true))[1]) >= 2_000);
      const [width, height] = await pictureOf('/tall', true);
      assert.ok(width === 1280 && Number(height) >= 2_000 && Number(height) < 2_100);
      assert.deepEqual(await pictureOf('/endless', true), [1280, 10_000, 'truncated']);
      const text = await fetched('/text', { include: ['screenshot'] });
      assert.deepEqual(
        [text.status, text.screenshot, text.warnings.map(({ type }: { type: string }) => type)],
        ['ok', undefined, ['no_screenshot']],
      );
    });

    it('sends headers to the origin of the URL alone', async () => {
      const headers = { Authorization: SECRET, cookie: 'berth=7' };
      const [own, others] = [site.requests.length, other.requests.length];
      await fetched('/frames', { headers, include: ['screenshot'] });
      await fetched('/moved', { headers, wait_for: 0 });
      const ofOwn = site.requests.slice(own).filter(({ path }) => path !== '/favicon.ico');
      assert.ok(ofOwn.some(({ path }) => path === '/own'));
      for (const { path, headers: sent } of ofOwn)
        assert.deepEqual([path, sent.authorization, sent.cookie], [path, SECRET, 'berth=7']);
      const ofOther = other.requests.slice(others);
      assert.ok(ofOther.some(({ path }) => path === '/pixel') && ofOther.some(({ path }) => path === '/page'));
      for (const { headers: sent } of ofOther)
        assert.deepEqual([sent.authorization, sent.cookie], [undefined, undefined]);
    });

    it('gives the picture as bytes over gRPC', async () => {
      const grpc = openGrpc(quarry.grpc);
      const { message } = await grpc.unary(FetchService.method.fetch, {
        apiKey: quarry.key,
        urls: [`${site.origin}/page`],
        include: ['screenshot'],
        includeTags: ['.aside'],
        waitFor: '100',
        headers: { 'x-tide': 'low' },
      });
      grpc.close();
      const [page] = message?.results ?? [];
      assert.equal(Buffer.from(page?.screenshot ?? []).toString('latin1', 1, 4), 'PNG');
      assert.equal(page?.markdown?.trim(), 'Tides are **low**.');
      assert.equal(site.requests.at(-1)?.headers['x-tide'], 'low');
    });
  });
});
