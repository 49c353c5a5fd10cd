import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from '../support/process.ts';

describe('a start that cannot succeed', function () {
  this.timeout(60_000);
  let folder: string;
  let taken: Server;
  let port: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    port = String((taken.address() as AddressInfo).port);
  });
  after(async () => {
    taken.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ports = { QUARRY_PORT: '0', QUARRY_TEMPORAL_PORT: '0', QUARRY_TEMPORAL_UI_PORT: '0' };
  const cases: Array<[string, () => Record<string, string>, RegExp]> = [
    ['a taken port of the API', () => ({ QUARRY_PORT: port }), /Port \d+ is taken\. Set QUARRY_PORT/],
    ['a taken port of Temporal', () => ({ QUARRY_TEMPORAL_PORT: port }), /Port \d+ is taken\. Set QUARRY_TEMPORAL_PORT/],
    ["a taken port of Temporal's UI", () => ({ QUARRY_TEMPORAL_UI_PORT: port }), /Port \d+ is taken\. Set QUARRY_TEMPORAL_UI_PORT/],
    ['an address that is not ours', () => ({ QUARRY_HOST: '192.0.2.1' }), /192\.0\.2\.1 is not an address of this machine/],
    ['an unknown variable', () => ({ QUARRY_PROT: '1' }), /QUARRY_PROT is not a variable of Quarry/],
    ['a malformed private target', () => ({ QUARRY_EGRESS_ALLOW: '10.0.0.0/33' }), /^quarry: QUARRY_EGRESS_ALLOW: "10\.0\.0\.0\/33" is neither/],
    ['a data folder that is a file', () => ({ QUARRY_DATA_DIR: join(folder, 'file') }), /data folder .* cannot be read and written/],
    ['a data folder where none can be made', () => ({ QUARRY_DATA_DIR: '/proc/quarry' }), /data folder .* cannot be read and written/],
    ['a missing Temporal executable', () => ({ QUARRY_TEMPORAL_CLI: '/nonexistent/temporal' }), /QUARRY_TEMPORAL_CLI names \/nonexistent\/temporal/],
    ['a missing Chromium', () => ({ QUARRY_CHROMIUM: '/nonexistent/chromium' }), /QUARRY_CHROMIUM names \/nonexistent\/chromium/],
    ['a database that does not answer', () => ({ DATABASE_URL: 'postgresql://127.0.0.1:1/none', QUARRY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }), /DATABASE_URL/],
  ];
  for (const [what, environment, message] of cases) {
    it(`says what is wrong and what to do: ${what}`, async () => {
      await writeFile(join(folder, 'file'), '');
      const { code, stdout, stderr } = await runProcess(['start'], { ...ports, QUARRY_DATA_DIR: join(folder, 'data'), ...environment() });
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.equal(stdout, '');
    });
  }
});
