import assert from 'node:assert/strict';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const PAGE = `<title>Auks</title><article><h1>Auks</h1>${'<p>An auk dives for sand eels in the cold sea of the north.</p>'.repeat(6)}</article>`;

describe("Jina's reader", () => {
  let quarry: TestQuarry;
  let site: Site;
  before(async () => {
    site = await startSite({ '/auk': PAGE });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: site.host });
  });
  after(async () => {
    await quarry.stop();
    await site.close();
  });
  const read = (address: string, headers: Record<string, string> = {}) =>
    fetch(`${quarry.url}/compat/jina/${address}`, { headers: { authorization: `Bearer ${quarry.key}`, ...headers } });

  it('reads a page as text, with the query of its address', async () => {
    const answered = await read(`${site.origin}/auk?of=the&north=1`);
    assert.deepEqual([answered.status, answered.headers.get('content-type')], [200, 'text/plain; charset=utf-8']);
    const text = await answered.text();
    assert.ok(text.startsWith(`Title: Auks\n\nURL Source: ${site.origin}/auk?of=the&north=1\n\n`), text);
    assert.match(text, /Markdown Content:\n[\s\S]*dives for sand eels/);
    assert.equal(site.requests.at(-1)?.path, '/auk?of=the&north=1');
  });

  it('reads a page as JSON', async () => {
    const answered = await read(`${site.origin}/auk`, { accept: 'application/json' });
    const { code, data } = (await answered.json()) as { code: number; data: { title: string; content: string } };
    assert.deepEqual([code, data.title], [200, 'Auks']);
  });

  it('refuses a page that cannot be read, and a call without a key', async () => {
    const missing = await read(`${site.origin}/none`);
    assert.equal(missing.status, 422);
    assert.match(((await missing.json()) as { message: string }).message, /404/);
    assert.equal((await read(`${site.origin}/auk`, { authorization: '' })).status, 401);
  });
});
