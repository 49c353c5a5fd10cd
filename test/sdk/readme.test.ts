import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../../services/process/free-port.ts';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { packedProject, type Project } from './packed.ts';

const RUN_MS = 60_000;

const readme = await readFile('sdk/README.md', 'utf8');
const examples = [...readme.matchAll(/^## (.+)$\n[\s\S]*?(?:^```ts\n([\s\S]*?)^```$)/gm)].map(
  ([, title = '', code = '']) => ({ title, code }),
);
const nameOf = (index: number) => `example-${index}`;

/** What must stand in what an example prints. */
const PRINTED: Record<string, RegExp[]> = {
  'Search and answer': [
    /^Fetch https:\/\/quarry\.example\.com\/fetch A fetch costs one credit/m,
    /A fetch costs one credit.*\(\[.*\]\(https:\/\/quarry\.example\.com\/fetch\)\)/,
  ],
  'Text as it is written': [/^1 sources$/m, /(?:A fetch costs one credit[\s\S]*){3}/, /^stop$/m],
  'Documents of your own, and pages': [/^true$/m, /^ftp:\/\/example\.com\/ unsupported_scheme$/m, /^1$/m],
  Research: [/^true .*/m, /\[1\] https:\/\/quarry\.example\.com\/fetch/, /^run_\S+ What does a fetch cost/m],
  Monitors: [/^mon_\S+ whsec_$/m, /^\d+n Fetch$/m, /^true true$/m, /^\d+n 1$/m, /^true$/m],
  'Browsers and edge runtimes': [/^https:\/\/quarry\.example\.com\/fetch$/m, /A fetch costs one credit/],
  'Errors, deadlines, ends': [/^INVALID_REQUEST query query: is blank true$/m, /^no longer needed$/m],
};

describe("an example of the SDK's README, with the package that npm makes of it", function () {
  this.timeout(RUN_MS);
  let quarry: TestQuarry;
  let project: Project;
  before(async () => {
    [quarry, project] = await Promise.all([
      startQuarry(),
      packedProject(Object.fromEntries(examples.map(({ code }, index) => [`${nameOf(index)}.ts`, code]))),
    ]);
    const documents = [
      {
        url: 'https://quarry.example.com/fetch',
        title: 'Fetch',
        text: 'A fetch costs one credit for each URL. A fetch takes up to 20 URLs.',
      },
    ];
    await quarry.call('POST', '/v1/documents', { documents });
  });
  after(async () => {
    await project.remove();
    await quarry.stop();
  });

  it('exists', () =>
    assert.deepEqual(
      examples.map(({ title }) => title),
      [...Object.keys(PRINTED), 'Webhooks'],
    ));

  it('is built by a command that replaces no package of a running service', () => {
    const commands = Array.from(readme.matchAll(/^```bash\n([\s\S]*?)^```$/gm), ([, shown = '']) =>
      shown.split(/\n|&&|;/),
    ).flat();
    const [build, ...others] = commands.map((command) => command.trim()).filter((command) => command !== '');
    assert.deepEqual([build, others.filter((command) => /\b(?:npm|npx|pnpm|yarn)\b/.test(command))], ['npm pack', []]);
  });

  it('matches its types', () => project.compile());

  for (const [index, { title }] of examples.entries()) {
    if (title === 'Webhooks') continue;
    it(`has its documented effect: ${title}`, async () => {
      const env = { ...process.env, API_KEY: quarry.key, API_ADDRESS: quarry.grpc, API_URL: quarry.url };
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join(project.folder, 'out', `${nameOf(index)}.js`)],
        { env, timeout: RUN_MS },
      );
      for (const expected of PRINTED[title] ?? []) assert.match(stdout, expected);
    });
  }

  it('has its documented effect: Webhooks', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const port = await freePort('127.0.0.1');
    const at = join(project.folder, 'out', `${nameOf(examples.length - 1)}.js`);
    const receiver = spawn(process.execPath, [at], {
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
    });
    let printed = '';
    receiver.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    const data = {
      monitor_id: 'mon_1',
      monitor_name: 'é',
      run_id: '9223372036854775807',
      started_at: '2026-01-01T00:00:00.000Z',
      completed_at: '2026-01-01T00:00:01.000Z',
      first_record_id: '1',
      last_record_id: '2',
      record_count: 2,
    };
    const body = JSON.stringify({ type: 'run.completed', timestamp: '2026-01-01T00:00:01.000Z', data });
    const now = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
    };
    const post = (text: string, signed = headers) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: text, headers: signed }).then(
        ({ status }) => status,
        () => 0,
      );
    try {
      assert.equal(
        await eventually(
          RUN_MS / 2,
          () => post(body),
          (status) => status !== 0,
        ),
        204,
      );
      assert.match(printed, /^run\.completed mon_1\n9223372036854775807n 2$/m);
      assert.equal(await post(`${body} `), 401);
      // As the service tests a webhook.
      const test = JSON.stringify({
        type: 'webhook.test',
        timestamp: '2026-01-01T00:00:01.000Z',
        data: { monitor_id: 'mon_1', monitor_name: '' },
      });
      assert.equal(
        await post(test, { ...headers, 'webhook-signature': new Webhook(secret).sign('msg_1', now, test) }),
        204,
      );
      assert.match(printed, /^webhook\.test mon_1$/m);
    } finally {
      receiver.kill();
    }
  });
});
