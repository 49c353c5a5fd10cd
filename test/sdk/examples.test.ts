import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually.ts';
import { monitorScene } from '../support/monitors.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { packedProject, type Project } from './packed.ts';

const WITHIN_MS = 30_000;

/** What the compiler must refuse: each line behind a mark fails to compile, or the mark itself does. */
const TYPES = `
import { MonitorStatus, Quarry, type MonitorRecord } from 'quarry-sdk';
const quarry = new Quarry({ apiKey: '', address: '' });
const status: MonitorStatus = MonitorStatus.MONITOR_STATUS_PAUSED;
void quarry.monitors.streamRecords({ monitorId: 'mon_1', since: 2n ** 62n });
void quarry.monitors.update({ monitorId: 'mon_1', status, webhook: {} });
export const id = (record: MonitorRecord): bigint => record.recordId;
// @ts-expect-error a number cannot hold an int64
void quarry.monitors.streamRecords({ monitorId: 'mon_1', since: 5 });
// @ts-expect-error an id is no number
export const wrong = (record: MonitorRecord): number => record.recordId;
// @ts-expect-error there is no such field
void quarry.search({ query: 'a', maxResult: 3 });
// @ts-expect-error the client sends the key itself
void quarry.search({ query: 'a', apiKey: 'x' });
// @ts-expect-error enums are constants
void quarry.monitors.update({ monitorId: 'mon_1', status: 'paused' });
// @ts-expect-error a client needs a key
void new Quarry({ address: '' });
`;

describe("the SDK's examples and types, with the package that npm makes of it", function () {
  this.timeout(60_000);
  let quarry: TestQuarry;
  let project: Project;
  before(async () => {
    const names = await readdir('sdk/examples');
    const files = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join('sdk/examples', name), 'utf8')] as const)),
    );
    [quarry, project] = await Promise.all([
      startQuarry({ QUARRY_TIME_SCALE: '3600' }),
      packedProject({ ...files, 'types.ts': TYPES }),
    ]);
    await project.compile();
  });
  after(async () => {
    await project.remove();
    await quarry.stop();
  });
  const { index, create, records, runsWhen, runNow } = monitorScene(() => quarry);
  const env = () => ({ ...process.env, API_KEY: quarry.key, API_ADDRESS: quarry.grpc });
  const script = (name: string) => join(project.folder, 'out', name);

  it('print a report with its sources', async () => {
    await index({ '/quarry': 'The old quarry is 102 feet deep. It was opened in 1801.' });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script('research-report.js'), 'How deep is the old quarry?'],
      { env: env(), timeout: WITHIN_MS },
    );
    assert.match(stdout, /102 feet deep\.? \[1\]/);
    assert.match(stdout, /^\[1\] https:\/\/birds\.example\.com\/quarry$/m);
  });

  it('answer from an edge function, which keeps the key', async () => {
    await index({ '/spring': 'The spring of the mill yields 40 litres a minute.' });
    type Fetch = (request: Request, env: Record<string, string>) => Promise<Response>;
    const { default: edge } = (await import(script('edge-function.js'))) as { default: { fetch: Fetch } };
    const ask = (question: string) =>
      edge.fetch(new Request(`https://edge.example.com/?q=${encodeURIComponent(question)}`), {
        API_KEY: quarry.key,
        API_URL: quarry.url,
      });
    const answered = await ask('How much does the spring yield?');
    assert.equal(answered.status, 200);
    assert.match(await answered.text(), /40 litres a minute/);
    assert.equal((await ask(' ')).status, 400);
  });

  it('follow a monitor, and continue where they stopped', async () => {
    await index({ '/ouzel': 'A ring ouzel sang on the crag this morning.' });
    const id = await create({ search_requests: [{ query: 'ouzel' }] });
    await runsWhen(id, (all) => all.length === 1);
    const place = join(project.folder, 'place.txt');
    const follow = async (count: number) => {
      const child = spawn(process.execPath, [script('follow-monitor.js'), id, place], { env: env() });
      let printed = '';
      child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
      const lines = () => printed.split('\n').filter((line) => line !== '');
      await eventually(
        WITHIN_MS,
        async () => lines().length,
        (length) => length >= count,
      );
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number];
      assert.equal(code, 0);
      return lines();
    };
    const [first] = await records(id);
    assert.deepEqual(await follow(1), [`${first.record_id}n https://birds.example.com/ouzel`]);
    await index({ '/second': 'Four ouzels were counted in the upper valley by the warden.' });
    await runNow(id);
    assert.match((await follow(1)).join(), /^\d+n https:\/\/birds\.example\.com\/second$/);
  });
});
