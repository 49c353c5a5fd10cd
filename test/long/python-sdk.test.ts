import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../../services/process/free-port.ts';
import { eventually } from '../support/eventually.ts';
import { emptyEnvironment, runPython, toolsPython } from '../support/python/environment.ts';
import { startFaultyFront, type FaultyFront } from '../support/faulty-front.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const WITHIN_MS = 60_000;
const QUESTION = 'What does a fetch cost?';

const readme = await readFile('sdk/python/README.md', 'utf8');
const examples = [...readme.matchAll(/^## (.+)$\n[\s\S]*?^```python\n([\s\S]*?)^```$/gm)].map(
  ([, title = '', code = '']) => ({ title, code, file: `${title.toLowerCase().replaceAll(/\W+/g, '_')}.py` }),
);

/** What must stand in what an example prints. */
const PRINTED: Record<string, RegExp[]> = {
  'Search and answer': [
    /^Fetch https:\/\/quarry\.example\.com\/fetch A fetch costs one credit/m,
    /A fetch costs one credit.*\(\[.*\]\(https:\/\/quarry\.example\.com\/fetch\)\)/,
  ],
  'Text as it is written': [/^1 sources$/m, /(?:A fetch costs one credit[\s\S]*){2}/],
  'Several calls at once': [/^Fetch True$/m, /A fetch costs one credit/],
  'Documents of your own, and pages': [
    /^\['indexed'\]$/m,
    /^https:\/\/intranet\.example\.com\/files\/hours\.md$/m,
    /^https:\/\/intranet\.example\.com\/handbook Handbook$/m,
    /^The office opens at eight\.$/m,
    /^unsupported_scheme$/m,
    /^2$/m,
  ],
  Research: [
    /^1 plan/m,
    /^\d+ ended/m,
    /^completed .*/m,
    /\[1\] https:\/\/quarry\.example\.com\/fetch/,
    /^run_\S+ What/m,
  ],
  'Sites and sources': [/^createAgentRun$/m, /^\['web'\]$/m],
  Monitors: [/^mon_\S+ whsec_$/m, /^\d+ Fetch$/m, /^\d+ 1$/m, /^paused$/m],
  'Errors, deadlines, ends': [/^INVALID_REQUEST query: is blank True$/m],
};

describe('the Python SDK, with the wheel that is built of it', function () {
  this.timeout(180_000);
  let quarry: TestQuarry;
  let front: FaultyFront;
  let folder: string;
  let python: string;
  let tools: string;
  before(async () => {
    quarry = await startQuarry({ QUARRY_TIME_SCALE: '3600' });
    front = await startFaultyFront(quarry.url, { '/v1/search': 'refused', '/v1/answer': 'lost', '/events': 'cut' });
    const text = 'A fetch costs one credit for each URL. A fetch takes up to 20 URLs.';
    const document = { url: 'https://quarry.example.com/fetch', title: 'Fetch', text };
    const other = { url: 'https://quarry.example.com/heron', title: 'Heron', text: 'A heron stands in the reeds.' };
    await quarry.call('POST', '/v1/documents', { documents: [document, other] });
    tools = await toolsPython();
    ({ folder, python } = await emptyEnvironment());
    for (const { file, code } of examples) await writeFile(join(folder, file), code);
    await cp('test/support/python/sdk_scenario.py', join(folder, 'sdk_scenario.py'));
    await cp('sdk/python', join(folder, 'source'), { recursive: true });
    await runPython(tools, ['-m', 'build', '--no-isolation', '--outdir', join(folder, 'dist'), join(folder, 'source')]);
    const wheel = (await readdir(join(folder, 'dist'))).find((name) => name.endsWith('.whl')) ?? '';
    await runPython(python, ['-m', 'pip', 'install', '--quiet', join(folder, 'dist', wheel)]);
  });
  after(async () => {
    await front.close();
    await quarry.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const env = (url = quarry.url) => ({ QUARRY_API_KEY: quarry.key, QUARRY_URL: url });

  it('has the same modules in the wheel and in the source distribution, with its types', async () => {
    const names = await readdir(join(folder, 'dist'));
    assert.deepEqual(names.sort(), ['quarry_sdk-0.1.0-py3-none-any.whl', 'quarry_sdk-0.1.0.tar.gz']);
    const list =
      'import sys, tarfile, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist())); print("\\n".join(tarfile.open(sys.argv[2]).getnames()))';
    const listed = await runPython(python, [
      '-c',
      list,
      ...names
        .toReversed()
        .map((name) => join(folder, 'dist', name))
        .toReversed(),
    ]);
    const modules = (prefix: string) =>
      listed
        .split('\n')
        .flatMap((name) => (name.startsWith(`${prefix}quarry_sdk/`) ? name.slice(prefix.length) : []))
        .sort();
    assert.ok(modules('').includes('quarry_sdk/py.typed'));
    assert.deepEqual(modules(''), modules('quarry_sdk-0.1.0/'));
  });

  it('installs from its source distribution into another empty environment', async () => {
    const other = await emptyEnvironment();
    try {
      const source = join(folder, 'dist', 'quarry_sdk-0.1.0.tar.gz');
      await runPython(other.python, ['-m', 'pip', 'install', '--quiet', source]);
      assert.equal(
        await runPython(other.python, ['-c', 'import quarry_sdk; print(quarry_sdk.Quarry.__name__)']),
        'Quarry\n',
      );
    } finally {
      await rm(other.folder, { recursive: true, force: true });
    }
  });

  it('passes mypy --strict, with its examples', async () => {
    const files = [...examples.map(({ file }) => file), 'sdk_scenario.py'].map((file) => join(folder, file));
    const checked = ['-m', 'mypy', '--strict', '--python-executable', python, '--cache-dir', join(folder, 'mypy')];
    assert.match(await runPython(tools, [...checked, '-p', 'quarry_sdk'], { cwd: folder }), /^Success/);
    for (const file of files) assert.match(await runPython(tools, [...checked, file], { cwd: folder }), /^Success/);
  });

  it('passes pyright, with its examples, and its types refuse what the interface refuses', async () => {
    await mkdir(join(folder, 'refused'));
    const refused = [
      'quarry.search(query="a", max_result=3)',
      'quarry.search(max_results=3)',
      'quarry.runs.create(query="a", effort="hardly")',
      'quarry.search(query="a", api_key="x")',
      'quarry.search(query="a").documents[0].adress',
    ];
    const code = ['from quarry_sdk import Quarry', 'quarry = Quarry()', ...refused].join('\n');
    await writeFile(join(folder, 'refused', 'refused.py'), code);
    const check = (...paths: string[]) =>
      promisify(execFile)(
        process.execPath,
        [resolve('node_modules/pyright/index.js'), '--outputjson', '--pythonpath', python, ...paths],
        { cwd: folder },
      )
        .catch((error: { stdout: string }) => error)
        .then(
          ({ stdout }) =>
            (
              JSON.parse(stdout) as {
                generalDiagnostics: Array<{ message: string; range: { start: { line: number } } }>;
              }
            ).generalDiagnostics,
        );
    const installed = await runPython(python, ['-c', 'import quarry_sdk; print(quarry_sdk.__path__[0], end="")']);
    assert.deepEqual(await check(installed, ...examples.map(({ file }) => file), 'sdk_scenario.py'), []);
    const lines = new Set((await check('refused/refused.py')).map(({ range }) => range.start.line));
    assert.deepEqual(
      [...lines],
      refused.map((_, place) => place + 2),
    );
  });

  it('repeats a refused call under one key, pays once for a lost response, and continues a lost stream of events', async () => {
    const printed = await runPython(python, [join(folder, 'sdk_scenario.py'), QUESTION], { env: env(front.url) });
    const seen = JSON.parse(printed);
    assert.deepEqual(seen.pieces, [
      ['1', 'plan', '{"a":"\u2028é\x85"}'],
      ['', 'message', 'b'],
    ]);
    const refusedKey = ['UNAUTHENTICATED', false];
    assert.deepEqual(seen.keys, [refusedKey, refusedKey, [], ['DEADLINE_EXCEEDED', false]]);
    assert.deepEqual([seen.shared, seen.waits], [[true, false], true]);
    assert.deepEqual(seen.errors, [
      ['INVALID_REQUEST', 'wait', 'req_'],
      ['UNAVAILABLE', null],
    ]);
    assert.equal(seen.searched[0], 'https://quarry.example.com/fetch');
    const [first, second, ...others] = front.requestsTo('/v1/search').map((headers) => headers['idempotency-key']);
    assert.ok(first);
    assert.deepEqual([second, others], [first, []]);
    assert.deepEqual(
      seen.event_ids,
      Array.from(seen.event_ids, (_, place) => place + 1),
    );
    const resumed = front.requestsTo('/events').map((headers) => headers['last-event-id']);
    assert.equal(resumed[0], undefined);
    assert.match(String(resumed[1]), /^\d+$/);
    assert.deepEqual([seen.last_event, seen.run], ['ended', ['completed', true]]);
    assert.match(seen.answer, /A fetch costs one credit/);
    assert.deepEqual(seen.listed.sort(), ['https://quarry.example.com/fetch', 'https://quarry.example.com/heron']);
  });

  it('has an example for each section of its README', () =>
    assert.deepEqual(
      examples.map(({ title }) => title),
      [...Object.keys(PRINTED), 'Webhooks'],
    ));

  for (const { title, file } of examples) {
    if (title === 'Webhooks') continue;
    it(`has its documented effect: ${title}`, async () => {
      const printed = await runPython(python, [join(folder, file)], { env: env() });
      for (const expected of PRINTED[title] ?? []) assert.match(printed, expected);
    });
  }

  it('has its documented effect: Webhooks', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const port = await freePort('127.0.0.1');
    const receiver = spawn(python, [join(folder, 'webhooks.py')], {
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
    });
    let printed = '';
    receiver.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    const isPrinted = (expected: RegExp) =>
      eventually(
        WITHIN_MS,
        async () => printed,
        (text) => expected.test(text),
      );
    const at = '2026-01-01T00:00:01.000Z';
    const about = { monitor_id: 'mon_1', monitor_name: 'é' };
    const run = {
      run_id: '9223372036854775807',
      status: 'completed',
      status_reason: '',
      started_at: at,
      completed_at: at,
    };
    const counts = {
      first_record_id: '1',
      last_record_id: '2',
      record_count: 2,
      requests_total: 1,
      requests_ok: 1,
      requests_failed: 0,
    };
    const now = new Date();
    const signed = (body: string) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
    });
    const post = (body: string, headers = signed(body)) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers }).then(
        ({ status }) => status,
        () => 0,
      );
    try {
      const ended = JSON.stringify({ type: 'run.completed', timestamp: at, data: { ...about, ...run, ...counts } });
      assert.equal(
        await eventually(
          WITHIN_MS,
          () => post(ended),
          (status) => status !== 0,
        ),
        204,
      );
      await isPrinted(/^run\.completed mon_1\n9223372036854775807 2$/m);
      assert.equal(await post(`${ended} `, signed(ended)), 401);
      assert.equal(await post(JSON.stringify({ type: 'webhook.test', timestamp: at, data: about })), 204);
      await isPrinted(/^webhook\.test mon_1$/m);
    } finally {
      receiver.kill();
    }
  });
});
