import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually.ts';
import { runProcess, startProcess, type QuarryProcess } from '../support/process.ts';
import { call } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';
import { ownInput } from './own-site.ts';
import { realInput, type RealInput } from './shared-data.ts';

const BATCH = 500;

/** Starts the product as its user would and does the whole job with it, on real documents and pages where there are some. */
describe('the product, started with one command', function () {
  this.timeout(120_000);
  let input: RealInput;
  let site: Site;
  let folder: string;
  let quarry: QuarryProcess;
  let key: string;
  let environment: Record<string, string>;

  before(async () => {
    const real = await realInput();
    if (!real) console.log('    (no ../shared/data beside this checkout: a small site of our own stands in)');
    input = real ?? ownInput;
    site = await startSite(Object.fromEntries(Object.entries(input.pages).map(([name, html]) => [`/${name}`, html])));
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    environment = {
      // What a killed process leaves behind goes with the folder.
      TMPDIR: folder,
      QUARRY_DATA_DIR: join(folder, 'data'),
      QUARRY_PORT: '0',
      QUARRY_GRPC_PORT: '0',
      QUARRY_TEMPORAL_PORT: '0',
      QUARRY_TEMPORAL_UI_PORT: '0',
      QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
    };
    quarry = await startProcess(['start'], environment);
    key = (await readFile(quarry.ready.key_file ?? '', 'utf8')).trim();
  });
  after(async () => {
    await quarry.end('SIGTERM');
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (path: string, body: unknown) => call(quarry.ready.rest + path, 'POST', body, { 'x-api-key': key });
  const readyText = () =>
    eventually(
      10_000,
      async () => quarry.stderr(),
      (text) => /^Try it:\n[^]*\n\n/m.test(text),
    );
  const get = (path: string) => call(quarry.ready.rest + path, 'GET', undefined, { 'x-api-key': key });

  it('reports readiness as text on standard error, without its key', async () => {
    // These lines follow the one that says on standard output that the service is ready.
    assert.match(await readyText(), /^Quarry is ready\.\n {2}API {10}http:\/\/127\.0\.0\.1:\d+$/m);
    assert.ok(!quarry.stderr().includes(key));
  });

  it('signs in with a link from its command, and prints none if the output is not a terminal', async () => {
    assert.doesNotMatch(await readyText(), /login=/);
    const { code, stdout } = await runProcess(['login-link', '--url', `${quarry.ready.rest}/`], environment);
    assert.equal(code, 0);
    const [, address, token] = /^(http:\/\/127\.0\.0\.1:\d+)\/#login=([\w-]{43})\n$/.exec(stdout) ?? [];
    assert.equal(address, quarry.ready.rest);
    const { status, body } = await call(`${address}/console/session`, 'POST', { token });
    assert.deepEqual([status, body.role], [200, 'owner']);
    const operator = await runProcess(['login-link', '--operator', '--json', '--url', address ?? ''], environment);
    const link = JSON.parse(operator.stdout) as { url: string };
    const signedIn = await call(`${address}/console/session`, 'POST', { token: link.url.split('#login=')[1] });
    assert.deepEqual([signedIn.status, signedIn.body.role], [200, 'operator']);
  });

  it('keeps its first key in a file that only its owner can read', async () => {
    assert.equal((await stat(quarry.ready.key_file ?? '')).mode & 0o777, 0o600);
  });

  it('finds its own guide in every scope if the search names its host, and nowhere else', async () => {
    const search = async (members: object) =>
      (await post('/v1/search', { query: 'What does a fetch cost?', ...members })).body;
    for (const scope of ['web', 'people']) {
      const { documents } = await search({ scope, include_domains: ['127.0.0.1'] });
      assert.match(documents[0].url, /^http:\/\/127\.0\.0\.1:\d+\/docs\/guide\/[a-z-]+$/);
      assert.equal((await get(new URL(documents[0].url as string).pathname)).status, 200);
    }
    assert.equal(
      (
        await post('/v1/documents', {
          documents: [{ url: 'https://own.example/', text: 'A fetch costs nothing here.' }],
        })
      ).status,
      200,
    );
    for (const members of [{}, { include_domains: ['own.example'] }]) {
      assert.deepEqual(
        (await search(members)).documents.map(({ url }: { url: string }) => url),
        ['https://own.example/'],
      );
    }
    const { body: answered } = await post('/v1/answer', { query: 'What does a fetch cost?' });
    assert.deepEqual(
      answered.citations.map(({ url }: { url: string }) => url),
      ['https://own.example/'],
    );
  });

  it('prints a first command that returns an answer', async () => {
    const [, commands = ''] = /^Try it:\n([^]*?)\n\n/m.exec(await readyText()) ?? [];
    assert.match(commands, /curl/);
    const { body: tried } = await eventually(
      10_000,
      () => tryIt(commands),
      ({ body }) => body.citations?.length > 0,
    );
    assert.match(tried.answer, /28 days/, JSON.stringify(tried));
    await call(
      `${quarry.ready.rest}/v1/documents`,
      'DELETE',
      { urls: tried.citations.map(({ url }: { url: string }) => url) },
      { 'x-api-key': key },
    );
  });

  /** Body of what the last of the commands prints. */
  // oxlint-disable-next-line no-explicit-any -- the parsed body of a response
  async function tryIt(commands: string): Promise<{ body: any }> {
    const { stdout } = await promisify(execFile)('bash', ['-c', commands.replaceAll(/^ {2}curl/gm, 'echo; curl')]);
    return { body: JSON.parse(stdout.trim().split('\n').at(-1) ?? '') };
  }

  it('indexes documents and finds them', async () => {
    for (let from = 0; from < input.documents.length; from += BATCH) {
      const documents = input.documents.slice(from, from + BATCH);
      assert.equal((await post('/v1/documents', { documents })).body.accepted, documents.length);
    }
    const { body } = await post('/v1/search', { query: input.search.query, fields: { snippets: true } });
    const found = body.documents.map((document: { url: string }) => document.url);
    assert.ok(
      found.some((url: string) => input.search.relevant.includes(url)),
      `none of ${found.join(', ')}`,
    );
  });

  it('fetches real pages as Markdown', async () => {
    const names = Object.keys(input.pages).filter((name) => /^(ars-1|bbc-1|nytimes-1)\./.test(name));
    const { body } = await post('/v1/fetch', { urls: names.map((name) => `${site.origin}/${name}`) });
    for (const result of body.results) {
      assert.equal(result.status, 'ok', JSON.stringify(result.error));
      assert.ok(result.markdown.length > 200);
      assert.ok(!/<(script|nav|style)/.test(result.markdown));
    }
  });

  it('researches over pages, citing for each question the page that answers it', async () => {
    const pages = ['ars-1', 'bbc-1', 'nytimes-1'].map((name) => `${site.origin}/${name}.html`);
    const query = `Which exploit crashes Minecraft servers? Who plans to lift trade sanctions against Sudan? Read ${pages.join(' ')}`;
    const created = await post('/v1/agent/runs', { query });
    const { body: run } = await get(`/v1/agent/runs/${created.body.id}?wait=60`);
    assert.deepEqual([run.status, run.stop_reason], ['completed', 'finished']);
    const idOf = (page: string) =>
      run.output.sources.find((source: { url: string }) => source.url === `${site.origin}/${page}.html`)?.id as number;
    const replayed = await runProcess(['runs', 'replay', run.id], environment);
    assert.deepEqual([replayed.code, replayed.stderr], [0, '']);
    assert.match(replayed.stdout, /^deterministic: run_\S+, \d+ events\n$/);
    const [, minecraft = '', sudan = ''] = run.output.text.split(/^## .*$/m);
    assert.ok(minecraft.includes(`[${idOf('ars-1')}]`), run.output.text);
    assert.ok(sudan.includes(`[${idOf('nytimes-1')}]`), run.output.text);
  });

  it("shows the run in Temporal's UI, filtered by its organization and status", async () => {
    const { body: account } = await get('/v1/account');
    const query = encodeURIComponent(`QuarryOrgId = '${account.organization_id}' and QuarryStatus = 'completed'`);
    const list = () => call(`${quarry.ready.temporal_ui}/api/v1/namespaces/default/workflows?query=${query}`, 'GET');
    // Temporal's visibility follows a little later.
    const { body } = await eventually(10_000, list, (answered) => answered.body.executions?.length > 0);
    assert.equal(body.executions[0].type.name, 'agentRun');
  });

  it("lets the operator's commands run beside it", async () => {
    const created = await runProcess(['orgs', 'create', 'Second', '--credits', '7', '--json'], environment);
    const {
      org_id: orgId,
      key_id: keyId,
      key: secondKey,
    } = JSON.parse(created.stdout) as { org_id: string; key_id: string; key: string };
    assert.equal((await runProcess(['orgs', 'grant', orgId, '5'], environment)).code, 0);
    const account = await call(`${quarry.ready.rest}/v1/account`, 'GET', undefined, { 'x-api-key': secondKey });
    assert.deepEqual([account.body.organization_id, account.body.balance], [orgId, 12]);
    const organizations = await runProcess(['orgs', 'list', '--json'], environment);
    assert.deepEqual(
      (JSON.parse(organizations.stdout) as Array<{ org_id: string; name: string; balance: string }>)
        .map(({ org_id: id, name, balance }) => [id, name, balance])
        .at(-1),
      [orgId, 'Second', '12'],
    );
    assert.match(
      (await runProcess(['orgs', 'list'], environment)).stdout,
      new RegExp(`^${orgId} balance 12 Second$`, 'm'),
    );
    const further = await runProcess(['keys', 'create', orgId, '--scopes', 'search,answer', '--json'], environment);
    const { key_id: furtherId, key: furtherKey } = JSON.parse(further.stdout) as { key_id: string; key: string };
    assert.equal((await runProcess(['keys', 'revoke', furtherId], environment)).code, 0);
    const lines = async () => (await runProcess(['keys', 'list', orgId], environment)).stdout.trim().split('\n');
    const [first, second] = await eventually(10_000, lines, ([line = '']) => !line.includes('never'));
    assert.match(first ?? '', new RegExp(`^${keyId} …${secondKey.slice(-4)} scopes all last used \\d{4}-\\S+Z$`));
    assert.match(
      second ?? '',
      new RegExp(`^${furtherId} …${furtherKey.slice(-4)} scopes search,answer last used never revoked \\S+Z$`),
    );
    assert.deepEqual(
      (await runProcess(['keys', 'list', 'org_none'], environment)).stderr,
      'quarry: No organization has the id org_none.\n',
    );
    const audit = await runProcess(['ledger', 'audit', '--json'], environment);
    assert.equal(audit.code, 0);
    assert.equal((JSON.parse(audit.stdout) as { ok: boolean }).ok, true);
  });

  it('keeps all data over a stop and a start', async () => {
    assert.equal(await quarry.end('SIGTERM'), 0);
    quarry = await startProcess(['start'], environment);
    assert.equal((await get('/v1/account')).status, 200);
    const { body } = await post('/v1/search', { query: input.search.query, fields: { snippets: true } });
    assert.ok(body.documents.some((document: { url: string }) => input.search.relevant.includes(document.url)));
  });

  it('recovers by itself after kill -9', async () => {
    await quarry.end('SIGKILL');
    quarry = await startProcess(['start'], environment);
    const { body } = await post('/v1/search', { query: input.search.query, fields: { snippets: true } });
    assert.ok(body.documents.some((document: { url: string }) => input.search.relevant.includes(document.url)));
  });
});
