import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findMirror, makeBareMachine, type BareMachine } from '../support/bare-machine.ts';
import { startOn, type BareStart } from '../support/bare-start.ts';
import { processesOf } from '../support/process.ts';
import { call } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const WITHIN_MS = 600_000;
const PROSE = 'The quarry was worked for many years by many people who lived nearby. '.repeat(12);
const WRITTEN = `<!doctype html><title>Written</title><main><p>${PROSE}</p></main>`;
const SCRIPTED = `<!doctype html><title>Scripted</title><body><div id="root"></div><script>document.body.innerHTML = '<main><p>${PROSE}</p></main>'</script>`;

/** Debian's minimal packages, Node 20 and npm: no curl, no git, no python3. */
describe('`npm start` on a bare machine', function () {
  this.timeout(WITHIN_MS);
  let machine: BareMachine;
  let site: Site;
  let service: BareStart;
  let isStopped = false;
  let request: (path: string, body: unknown) => ReturnType<typeof call>;

  before(async function () {
    const mirror = await findMirror();
    if (typeof mirror === 'string') {
      console.log(`        skipped: a bare machine ${mirror}`);
      return this.skip();
    }
    site = await startSite({ '/written': WRITTEN, '/scripted': SCRIPTED });
    machine = await makeBareMachine(mirror);
    service = await startOn(machine, {
      QUARRY_PORT: '0',
      QUARRY_GRPC_PORT: '0',
      QUARRY_TEMPORAL_PORT: '0',
      QUARRY_TEMPORAL_UI_PORT: '0',
      QUARRY_PROVIDERS: '',
      QUARRY_EGRESS_ALLOW: site.host,
    });
    const key = (await readFile(join(machine.root, service.ready.key_file ?? ''), 'utf8')).trim();
    request = (path, body) => call(service.ready.rest + path, 'POST', body, { 'x-api-key': key });
  });
  after(async () => {
    if (!isStopped) await service?.stop();
    await site?.close();
    await machine?.remove();
  });

  it('finds an indexed document', async () => {
    const url = 'https://handbook.example/leave';
    assert.equal(
      (
        await request('/v1/documents', {
          documents: [{ url, text: 'Every employee has 28 days of paid leave a year.' }],
        })
      ).status,
      200,
    );
    const { body } = await request('/v1/search', { query: 'days of paid leave' });
    assert.equal(body.documents[0]?.url, url, JSON.stringify(body));
  });

  it('reads a page, and one that a script fills', async () => {
    const { body } = await request('/v1/fetch', { urls: [`${site.origin}/written`, `${site.origin}/scripted`] });
    for (const result of body.results) {
      assert.equal(result.status, 'ok', JSON.stringify(result));
      assert.match(result.markdown, /The quarry was worked/);
    }
  });

  it('ends with exit code 0 at SIGTERM, and leaves no process behind', async () => {
    isStopped = true;
    assert.equal(await service.stop(), 0, service.stderr());
    assert.deepEqual(processesOf(machine.root), []);
  });
});
