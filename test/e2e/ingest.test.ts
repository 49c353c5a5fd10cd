import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { startFollowedSite, type FollowedSite } from '../support/followed-site.ts';
import { zipFile } from '../support/office-files.ts';
import { clusterUrl } from '../support/postgres.ts';
import { runProcess } from '../support/process.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const FOUND_WITHIN_MS = 10_000;

describe('quarry ingest', function () {
  this.timeout(60_000);
  let quarry: TestQuarry;
  let followed: FollowedSite;
  let folder: string;
  let environment: Record<string, string>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-ingest-'));
    followed = await startFollowedSite('127.0.0.11');
    quarry = await startQuarry();
    const [row] = await quarry.database.query<{ name: string }>('select current_database() as name');
    environment = {
      DATABASE_URL: clusterUrl(row?.name ?? ''),
      QUARRY_DATA_DIR: folder,
      QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
    };
  });
  after(async () => {
    await quarry.stop();
    await followed.site.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ingest = (...parameters: string[]) => runProcess(['ingest', ...parameters], environment);
  const url = (path: string) => followed.site.origin + path;
  const found = async (query: string, key = quarry.key) => {
    const { body } = await call(`${quarry.url}/v1/search`, 'POST', { query }, { 'x-api-key': key });
    return body.documents.map((document: { url: string }) => document.url) as string[];
  };
  const stored = async (like: string) =>
    await quarry.database.query<{ url: string; title: string; org_id: string; scope: string | null; source: string }>(
      'select url, title, org_id, scope, source from documents where url like $1 order by url',
      [`${like}%`],
    );

  async function write(path: string, content: string | Buffer): Promise<string> {
    const whole = join(folder, path);
    await mkdir(join(whole, '..'), { recursive: true });
    await writeFile(whole, content);
    return whole;
  }

  it('indexes the files of a folder that globs choose, and those of archives', async () => {
    await write('chosen/a.md', '# Kept');
    await write('chosen/deep/b.csv', 'hour,metres\n6,2.1');
    await write('chosen/drafts/c.md', '# Draft');
    await write('chosen/d.py', 'pass');
    await write('chosen/e.zip', Buffer.from(zipFile({ 'inner.rs': 'fn main() {}', 'f.zip': 'PK' })));
    const globs = ['--include', '**/*.{md,csv,zip}', '--exclude', 'drafts/**'];
    const base = 'https://chosen.example/';
    const { stdout } = await ingest('--json', ...globs, '--base-url', base, join(folder, 'chosen'));
    const { indexed, failed, failures } = JSON.parse(stdout);
    assert.deepEqual([indexed, failed], [3, 1]);
    assert.match(failures[0].name, /chosen\/e\.zip\/f\.zip$/);
    assert.deepEqual(
      (await stored(base)).map((document) => document.url.slice(base.length)),
      ['a.md', 'deep/b.csv', 'e.zip/inner.rs'],
    );
  });

  it('indexes a folder for everyone, and reports the second time that nothing has changed', async () => {
    await write('shelf/tides.md', '# Tides of the bay\n\nHigh water comes twice a day, fifty minutes later each day.');
    await write(
      'shelf/deep/ropes & knots.html',
      '<!doctype html><title>Ropes</title><main><p>A bowline makes a loop that does not slip, whatever the load on it is.</p></main>',
    );
    await write('shelf/notes.txt', 'Fog lifts by noon.');
    await write(
      'shelf/lines.jsonl',
      '{"url": "https://lines.example/one", "text": "A lead line sounds the depth."}\n\n',
    );
    await write('shelf/.hidden.md', '# Hidden');
    await write('shelf/picture.png', 'no picture');
    const first = await ingest('--json', '--base-url', 'https://shelf.example/bay', join(folder, 'shelf'));
    assert.equal(first.code, 0, first.stderr);
    assert.deepEqual(JSON.parse(first.stdout), { indexed: 4, unchanged: 0, failed: 0, failures: [], stopped: false });
    assert.deepEqual(
      (await stored('https://shelf.example/')).map((one) => [one.url, one.title, one.org_id]),
      [
        ['https://shelf.example/bay/deep/ropes%20%26%20knots.html', 'Ropes', '*'],
        ['https://shelf.example/bay/notes.txt', 'notes', '*'],
        ['https://shelf.example/bay/tides.md', 'Tides of the bay', '*'],
      ],
    );
    const other = await quarry.accounts.createOrganization('other', 10);
    assert.deepEqual(
      await eventually(
        FOUND_WITHIN_MS,
        () => found('bowline loop', other.key),
        (urls) => urls.length > 0,
      ),
      ['https://shelf.example/bay/deep/ropes%20%26%20knots.html'],
    );
    const second = await ingest('--base-url', 'https://shelf.example/bay', join(folder, 'shelf'));
    assert.deepEqual([second.code, second.stdout], [0, '0 indexed, 4 unchanged, 0 failed\n']);
  });

  it('is listed and removed again by the operator', async () => {
    const documents = (...parameters: string[]) => runProcess(['documents', ...parameters], environment);
    const listed = await documents('list', '--prefix', 'https://shelf.example/bay/', '--json');
    const urls = listed.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { url: string }).url);
    assert.deepEqual(
      urls.map((one) => one.slice('https://shelf.example/bay/'.length)),
      ['deep/ropes%20%26%20knots.html', 'notes.txt', 'tides.md'],
    );
    assert.match(
      (await documents('list', '--prefix', 'https://shelf.example/bay/t')).stdout,
      /^\d{4}-\S+Z all https:\/\/shelf\.example\/bay\/tides\.md Tides of the bay\n$/,
    );
    const removed = await documents('remove', 'https://shelf.example/bay/tides.md', 'https://shelf.example/bay/none');
    assert.deepEqual([removed.code, removed.stdout], [0, 'removed 1 of 2 documents\n']);
    assert.deepEqual(
      await eventually(
        FOUND_WITHIN_MS,
        () => found('tides high water'),
        (urlsLeft) => urlsLeft.length === 0,
      ),
      [],
    );
  });

  it('indexes for one organization only, with its labels, up to a limit', async () => {
    const { orgId, key } = await quarry.accounts.createOrganization('alone', 10);
    const lines = ['one', 'two', 'three'].map((name) =>
      JSON.stringify({ url: `https://alone.example/${name}`, text: `Lighthouse number ${name}.` }),
    );
    const path = await write('alone.ndjson', lines.join('\n'));
    assert.equal(
      (await ingest('--org', orgId, '--scope', 'news', '--source', 'Keepers', '--limit', '2', path)).stdout,
      '2 indexed, 0 unchanged, 0 failed\n',
    );
    assert.deepEqual(
      (await stored('https://alone.example/')).map((one) => [one.org_id, one.scope, one.source]),
      Array.from({ length: 2 }, () => [orgId, 'news', 'Keepers']),
    );
    const search = async (one: string) =>
      (await call(`${quarry.url}/v1/search`, 'POST', { query: 'lighthouse', scope: 'news' }, { 'x-api-key': one })).body
        .documents.length;
    assert.equal(
      await eventually(
        FOUND_WITHIN_MS,
        () => search(key),
        (count) => count === 2,
      ),
      2,
    );
    assert.equal(await search(quarry.key), 0);
  });

  it('reads a page, all of a feed and all of a sitemap index, and honours robots.txt except for named URLs', async () => {
    followed.answer('/robots.txt', { type: 'text/plain', body: 'User-agent: *\nDisallow: /walled' });
    for (const name of ['named', 'fed', 'mapped', 'packed', 'walled']) followed.page(`/${name}`, `The ${name} page`);
    followed.page('/walled-and-named', 'Named all the same');
    followed.feed('/news', { '/fed': 'Thu, 01 Jan 2026 10:00:00 GMT' });
    followed.sitemap('/pages.xml', { '/mapped': undefined, '/walled': undefined, '/fed': undefined });
    followed.answer('/index.xml', {
      type: 'application/xml',
      body: `<sitemapindex><sitemap><loc>${url('/pages.xml')}</loc></sitemap></sitemapindex>`,
    });
    const { code, stdout, stderr } = await ingest(
      '--json',
      url('/named'),
      url('/walled-and-named'),
      url('/news'),
      url('/index.xml'),
    );
    assert.equal(code, 1);
    assert.match(stderr, /1 could not be indexed/);
    const summary = JSON.parse(stdout);
    assert.deepEqual(summary.failures, [{ name: url('/walled'), reason: "The site's robots.txt forbids it." }]);
    assert.equal(summary.indexed, 4);
    assert.deepEqual(
      (await stored(followed.site.origin)).map((one) => one.url),
      ['/fed', '/mapped', '/named', '/walled-and-named'].map(url),
    );
    assert.equal(followed.asked('/walled').times, 0);
    assert.equal(followed.asked('/fed').times, 1);
    assert.equal(followed.asked('/named').times, 1);
  });

  it('reports each failure with its reason, and indexes the rest', async () => {
    const lines = [
      '{"url": "https://mixed.example/good", "text": "Good."}',
      'nonsense',
      '{"url": "https://mixed.example/none"}',
      '{"url": "ftp://mixed.example/", "text": "a"}',
    ];
    const path = await write('mixed.jsonl', lines.join('\n'));
    const { code, stdout, stderr } = await ingest(
      path,
      url('/missing'),
      join(folder, 'absent'),
      await write('image.gif', 'GIF'),
    );
    assert.deepEqual([code, stdout], [1, '1 indexed, 0 unchanged, 6 failed\n']);
    for (const reason of [
      `${path}:2: the line is not JSON`,
      `${path}:3: text: is required`,
      `${path}:4: url is not an absolute`,
      '/missing: the origin answered with status 404',
      'absent: the file does not exist',
      'image.gif: its name ends in none of',
    ]) {
      assert.ok(stderr.includes(reason), `${reason} is not in ${stderr}`);
    }
  });

  it('reads JSON lines from standard input, a later line for a URL replacing the earlier one', async () => {
    const lines = [
      { url: 'https://piped.example/', text: 'Old.' },
      { url: 'https://piped.example/', title: 'New', text: 'New.' },
    ];
    const { child, output, ended } = start('ingest', '-');
    child.stdin.end(lines.map((line) => JSON.stringify(line)).join('\n'));
    assert.equal(await ended, 0, output());
    assert.deepEqual(
      (await stored('https://piped.example/')).map((one) => one.title),
      ['New'],
    );
  });

  it('lists no control characters of a title', async () => {
    const line = { url: 'https://dye.example/', title: 'Dye \u009B31m red', text: 'Red dye comes from madder.' };
    await writeFile(join(folder, 'dye.jsonl'), JSON.stringify(line));
    await ingest(join(folder, 'dye.jsonl'));
    assert.match((await stored('https://dye.example/'))[0]?.title ?? '', /\u009B/);
    for (const form of [[], ['--json']]) {
      const { stdout } = await runProcess(
        ['documents', 'list', '--prefix', 'https://dye.example/', ...form],
        environment,
      );
      assert.deepEqual([stdout.includes('31m red'), stdout.includes('\u009B')], [true, false], stdout);
    }
  });

  it('stops with Ctrl-C, and stores all documents that it has read', async () => {
    const { child, output, ended } = start('ingest', '--json', '-');
    for (let n = 0; n < 150; n += 1)
      child.stdin.write(`${JSON.stringify({ url: `https://stopped.example/${n}`, text: 'Read in time.' })}\n`);
    // The first portion is stored, the rest waits for more.
    await eventually(
      FOUND_WITHIN_MS,
      () => stored('https://stopped.example/'),
      (rows) => rows.length === 100,
    );
    child.kill('SIGINT');
    assert.equal(await ended, 130, output());
    assert.match(output(), /"indexed":150.*"stopped":true/);
    assert.equal((await stored('https://stopped.example/')).length, 150);
  });

  it('draws its bar on one line of a terminal', async () => {
    const many = Array.from({ length: 800 }, (_, index) =>
      JSON.stringify({ url: `https://bar.example/${index}`, text: `Buoy ${index} marks the channel.` }),
    );
    const path = await write('bar.jsonl', many.join('\n'));
    const terminal = ['sh', '-c', 'exec script --quiet --return --command "stty cols 62; exec $*" /dev/null', 'sh'];
    const { code, stdout } = await runProcess(['ingest', path], environment, terminal);
    assert.equal(code, 0, stdout);
    const drawn = stdout.split('\r\u001B[K').slice(1, -1);
    for (const line of drawn) assert.ok(line.length < 62, line);
    // The last line may be drawn when all is done.
    assert.ok(
      drawn.some((line) => /^\[[#.]+\] {1,3}\d+ % {2}\d+ indexed, 0 unchanged, 0 failed of \d+$/.test(line)),
      JSON.stringify(drawn),
    );
  });

  it('names the variable that allows a target of the private network', async () => {
    const closed = { ...environment, QUARRY_EGRESS_ALLOW: '' };
    for (const target of [url('/named'), 'http://localhost/', 'http://127.0.0.1:22/']) {
      const { code, stderr } = await runProcess(['ingest', target], closed);
      assert.equal(code, 1);
      assert.match(stderr, /^quarry: http\S+ .*; QUARRY_EGRESS_ALLOW can allow it$/m);
    }
  });

  it('rejects an unknown organization', async () => {
    const { code, stderr } = await ingest('--org', 'org_none', folder);
    assert.deepEqual([code, stderr], [1, 'quarry: No organization has the id org_none.\n']);
  });

  function start(...parameters: string[]) {
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('QUARRY_')));
    const child = spawn(process.execPath, ['cli/quarry.ts', ...parameters], {
      env: { ...inherited, ...environment },
      stdio: 'pipe',
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return { child, output: () => text, ended: once(child, 'close').then(() => child.exitCode) };
  }
});
