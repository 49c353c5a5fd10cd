import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { download, fileOfTar } from '../../../local/obtain/download.ts';
import { reasonOf } from '../../../local/obtain/wheel.ts';
import { installationHint } from '../../../local/temporal/temporal-cli.ts';
import { startSite, type Site } from '../../support/site.ts';

describe('a download during the start', () => {
  let site: Site;
  before(async () => {
    site = await startSite({
      '/archive': 'the archive',
      '/moved': (_request, response) => void response.writeHead(302, { location: '/archive' }).end(),
    });
  });
  after(() => site.close());

  it('works by Node alone, through redirects too', async () => {
    assert.equal((await download(`${site.origin}/archive`)).toString(), 'the archive');
    assert.equal((await download(`${site.origin}/moved`)).toString(), 'the archive');
  });

  it('names the host and the cause if it fails', async () => {
    await assert.rejects(download(`${site.origin}/nothing`), { message: `${site.host}: it answered with status 404` });
    const gone = await startSite({});
    await gone.close();
    await assert.rejects(download(`${gone.origin}/archive`), /^Error: 127\.0\.0\.1:\d+: .*ECONNREFUSED/);
  });

  it('uses the proxy of the environment', async () => {
    const through: string[] = [];
    const proxy = createServer((asked, answer) => {
      through.push(asked.url ?? '');
      request(asked.url ?? '', { headers: asked.headers }, (response) => response.pipe(answer)).end();
    });
    proxy.on('connect', ({ url = '' }, socket: Socket) => {
      through.push(url);
      const [host, port] = url.split(':');
      const outside = connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      outside
        .on('error', () => socket.destroy())
        .pipe(socket)
        .on('error', () => outside.destroy())
        .pipe(outside);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const before = { http_proxy: process.env.http_proxy, no_proxy: process.env.no_proxy };
    Object.assign(process.env, {
      http_proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      no_proxy: '',
    });
    try {
      assert.equal((await download(`${site.origin}/archive`)).toString(), 'the archive');
      assert.equal(through.length, 1);
      assert.ok(through[0]?.includes(site.host), through[0]);
    } finally {
      for (const [name, value] of Object.entries(before))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it('is unpacked without the program tar', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-tar-test-'));
    const content = Buffer.from(Array.from({ length: 3_000 }, (_, n) => n % 251));
    await Promise.all([
      writeFile(join(folder, 'LICENSE'), 'words'),
      writeFile(join(folder, 'temporal'), content),
      writeFile(join(folder, 'empty'), ''),
    ]);
    const archive = execFileSync('tar', ['-c', '-C', folder, 'LICENSE', 'empty', 'temporal']);
    await rm(folder, { recursive: true });
    assert.deepEqual(fileOfTar(archive, 'temporal'), content);
    assert.equal(fileOfTar(archive, 'empty')?.length, 0);
    assert.equal(fileOfTar(archive, 'nothing'), undefined);
    assert.throws(() => fileOfTar(archive.subarray(0, 3_000), 'temporal'), /not complete/);
  });

  it('reports why each attempt failed, and each remedy', () => {
    const missing = reasonOf(Object.assign(new Error('spawn python3 EACCES'), { code: 'EACCES', path: 'python3' }));
    const said = installationHint(`temporal.download: getaddrinfo ENOTFOUND; ${missing}`);
    for (const part of [
      /ENOTFOUND/,
      /python3 is not installed/,
      /HTTPS_PROXY/,
      /pip/,
      /QUARRY_TEMPORAL_CLI/,
      /TEMPORAL_ADDRESS/,
    ])
      assert.match(said, part);
  });
});
