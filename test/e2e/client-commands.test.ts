import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually.ts';
import { startFaultyFront } from '../support/faulty-front.ts';
import { monitorScene } from '../support/monitors.ts';
import { runProcess } from '../support/process.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const WITHIN_MS = 20_000;

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

describe('the commands of callers', function () {
  this.timeout(90_000);
  let quarry: TestQuarry;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-cli-'));
    quarry = await startQuarry({ QUARRY_TIME_SCALE: '3600' });
    await writeFile(join(folder, 'key'), `${quarry.key}\n`);
    await index({ '/heron': 'A grey heron stands in the reeds. A heron is ninety centimetres tall.' });
  });
  after(async () => {
    await quarry.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const { index, create, runsWhen, runNow } = monitorScene(() => quarry);
  const environment = () => ({ QUARRY_URL: quarry.url, QUARRY_API_KEY: quarry.key });
  const run = (parameters: string[], given: Record<string, string> = environment()) => runProcess(parameters, given);
  const lines = async (...parameters: string[]) => {
    const { code, stdout, stderr } = await run(parameters);
    assert.equal(code, 0, stderr);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };

  it('search and answer, as JSON lines for a program', async () => {
    const [found] = await lines('search', 'grey', 'heron', '--max', '1');
    assert.deepEqual([found.url, found.title !== ''], ['https://birds.example.com/heron', true]);
    const [answered] = await lines('answer', 'How tall is a heron?');
    assert.match(answered.answer, /ninety centimetres/);
  });

  it('chat: each line is a question, and its answer a line', async () => {
    const chat = spawn(process.execPath, ['cli/quarry.ts', 'chat'], { env: { ...process.env, ...environment() } });
    chat.stdin.end('How tall is a heron?\n\nWhere does a heron stand?\n');
    let printed = '';
    chat.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    await once(chat, 'close');
    const answers = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { question: string; answer: string });
    assert.deepEqual([answers.length, chat.exitCode], [2, 0]);
    assert.match(answers[0]?.answer ?? '', /ninety centimetres/);
    assert.match(answers[1]?.answer ?? '', /reeds/);
  });

  it('chat: Ctrl-C ends an answer, and Ctrl-D comes after it', async () => {
    const front = await startFaultyFront(quarry.url, { '/completions': 'held' });
    const given = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment() };
    const begin = (url: string) =>
      spawn('script', ['-qec', `"${process.execPath}" cli/quarry.ts chat`, '/dev/null'], {
        env: { ...given, QUARRY_URL: url },
      });
    const interrupted = begin(front.url);
    interrupted.stdin.write('How tall is a heron?\r');
    await eventually(
      WITHIN_MS,
      async () => front.requestsTo('/completions').length,
      (count) => count === 1,
    );
    interrupted.stdin.write('\u0003');
    await once(interrupted, 'close');
    assert.equal(interrupted.exitCode, 130);
    await front.close();
    const ended = begin(quarry.url);
    let shown = '';
    ended.stdout.on('data', (text: Buffer) => (shown += text.toString()));
    await eventually(
      WITHIN_MS,
      async () => shown,
      (text) => text.includes('›'),
    );
    ended.stdin.write('How tall is a heron?\r\u0004');
    await once(ended, 'close');
    assert.equal(ended.exitCode, 0, shown);
    assert.match(shown, /ninety centimetres/);
  });

  it('research a question to its report', async () => {
    const [report] = await lines('research', '--effort', 'low', 'How tall is a heron?');
    assert.equal(report.status, 'completed');
    assert.match(report.output.text, /ninety centimetres/);
    const [started] = await lines('research', '--effort', 'low', '--no-wait', 'How tall is a heron?');
    assert.equal((await lines('runs', 'follow', started.id))[0].status, 'completed');
    assert.equal((await lines('runs', 'list', '--limit', '1'))[0].id, started.id);
    for (const command of ['show', 'cancel'])
      assert.deepEqual((await lines('runs', command, started.id))[0].status, 'completed');
  });

  it('go on with the steps of a run over a lost connection', async () => {
    const front = await startFaultyFront(quarry.url, { '/events': 'cut' });
    const research = ['research', '--effort', 'low', 'Where does a heron stand?'];
    const { code, stdout } = await run(research, { ...environment(), QUARRY_URL: front.url });
    assert.deepEqual([code, JSON.parse(stdout).status], [0, 'completed']);
    const [first, second] = front.requestsTo('/events').map((headers) => Number(headers['last-event-id']));
    assert.deepEqual([first, (second ?? 0) > 0], [0, true]);
    await front.close();
  });

  it('cancel a run at Ctrl-C', async () => {
    const front = await startFaultyFront(quarry.url, { '/events': 'held' });
    const research = spawn(process.execPath, ['cli/quarry.ts', 'research', 'How tall is a heron?'], {
      env: { ...process.env, ...environment(), QUARRY_URL: front.url },
    });
    await eventually(
      WITHIN_MS,
      async () => front.requestsTo('/events').length,
      (count) => count === 1,
    );
    research.kill('SIGINT');
    await once(research, 'close');
    assert.deepEqual([research.exitCode, front.requestsTo('/cancel').length], [130, 1]);
    await front.close();
  });

  it('cancel at Ctrl-C the run of a call that has not been answered', async () => {
    const front = await startFaultyFront(quarry.url, { '/v1/agent/runs': 'kept' });
    const question = 'How tall is a heron in the reeds?';
    const research = spawn(process.execPath, ['cli/quarry.ts', 'research', question], {
      env: { ...process.env, ...environment(), QUARRY_URL: front.url },
    });
    const ofQuestion = async () =>
      (await lines('runs', 'list')).filter(({ request }) => request.query === question).map(({ id }) => id);
    const ids = await eventually(WITHIN_MS, ofQuestion, (found) => found.length > 0);
    research.kill('SIGINT');
    await once(research, 'close');
    assert.equal(research.exitCode, 130);
    const [first, second] = front.requestsTo('/v1/agent/runs').map((headers) => headers['idempotency-key']);
    assert.ok(first);
    assert.equal(second, first);
    assert.equal(front.requestsTo(`/${ids[0]}/cancel`).length, 1);
    assert.deepEqual(await ofQuestion(), ids);
    await front.close();
  });

  it('say at Ctrl-C that a run goes on which could not be cancelled', async () => {
    const front = await startFaultyFront(quarry.url, { '/events': 'held', '/cancel': 'refused' });
    const research = spawn(process.execPath, ['cli/quarry.ts', 'research', '--effort', 'low', 'How tall is a heron?'], {
      env: { ...process.env, ...environment(), QUARRY_URL: front.url },
    });
    let told = '';
    research.stderr.on('data', (text: Buffer) => (told += text.toString()));
    await eventually(
      WITHIN_MS,
      async () => front.requestsTo('/events').length,
      (count) => count === 1,
    );
    research.kill('SIGINT');
    await once(research, 'close');
    assert.equal(research.exitCode, 130, told);
    assert.match(told, /the run run_\S+ goes on, because it could not be cancelled: UNAVAILABLE/);
    await front.close();
  });

  it('show monitors, their runs and their records, and run one now', async () => {
    const id = await create({ name: 'herons', search_requests: [{ query: 'heron' }] });
    await runsWhen(id, (all) => all.length === 1);
    assert.ok((await lines('monitors', 'list')).some(({ monitor_id: one }) => one === id));
    assert.equal((await lines('monitors', 'show', id))[0].monitor.name, 'herons');
    assert.equal((await lines('monitors', 'runs', id))[0].record_count, 1);
    assert.equal((await lines('records', id)).length, 1);
    assert.equal((await run(['monitors', 'trigger', id])).code, 0);
    await runsWhen(id, (all) => all.length >= 2);
  });

  it('follow the records of a monitor until Ctrl-C', async () => {
    const id = await create({ search_requests: [{ query: 'bittern' }] });
    await runsWhen(id, (all) => all.length === 1);
    const follower = spawn(process.execPath, ['cli/quarry.ts', 'records', '--follow', id], {
      env: { ...process.env, ...environment() },
    });
    const printed = createInterface(follower.stdout)[Symbol.asyncIterator]();
    for (const place of ['/bittern/1', '/bittern/2']) {
      await index({ [place]: `A bittern booms in the marsh of ${place.slice(1)} before dawn.` });
      await runNow(id);
      const { value } = await printed.next();
      assert.equal(JSON.parse(String(value)).search_result.document.url, `https://birds.example.com${place}`);
    }
    follower.kill('SIGINT');
    await once(follower, 'close');
    assert.equal(follower.exitCode, 130);
  });

  it('list sources and what was used', async () => {
    assert.deepEqual(await lines('sources'), []);
    const rows = await lines('usage', '--by', 'operation');
    assert.ok(
      rows.some(({ operation, credits }) => operation === 'search' && credits > 0),
      JSON.stringify(rows),
    );
  });

  it('end with a code that says why they failed', async () => {
    const codeOf = async (parameters: string[], given?: Record<string, string>) => (await run(parameters, given)).code;
    const { key: poor } = await quarry.accounts.createOrganization('poor', 0);
    assert.deepEqual(
      [
        await codeOf(['search', 'heron', '--max', '0']),
        await codeOf(['search', 'heron'], { ...environment(), QUARRY_API_KEY: 'qry_live_nonsense' }),
        await codeOf(['monitors', 'show', 'mon_x']),
        await codeOf(['search', 'heron'], { ...environment(), QUARRY_API_KEY: poor }),
        await codeOf(['search', 'heron'], { ...environment(), QUARRY_URL: 'http://127.0.0.1:9' }),
      ],
      [1, 3, 4, 5, 6],
    );
    const { stderr } = await run(['monitors', 'show', 'mon_x']);
    assert.match(stderr, /^quarry: NOT_FOUND: /m);
  });

  it('take no key over a redirect', async () => {
    const seen: Array<string | undefined> = [];
    const other = createServer((request, response) => {
      seen.push(request.url);
      response.end('{}');
    });
    const first = createServer((_request, response) => response.writeHead(307, { location: urlOf(other) }).end());
    for (const server of [other, first]) await once(server.listen(0, '127.0.0.1'), 'listening');
    const { code, stderr } = await run(['search', 'heron', '--url', urlOf(first)]);
    assert.deepEqual([code, seen, stderr.includes(`redirects to ${urlOf(other)}`)], [6, [], true]);
    for (const server of [other, first]) await once(server.close(), 'close');
  });

  it('fail where what they print cannot be kept', async () => {
    const full = spawn('sh', ['-c', '"$1" cli/quarry.ts search heron > /dev/full', 'sh', process.execPath], {
      env: { ...process.env, ...environment() },
    });
    await once(full, 'close');
    assert.equal(full.exitCode, 1);
  });

  it('use the service of quarry login, whose key the user alone can read', async () => {
    const own = { XDG_CONFIG_HOME: folder };
    const refused = await run(['login', quarry.url, '--key-file', 'package.json'], own);
    assert.match(refused.stderr, /package\.json holds no key/);
    const { code, stdout, stderr } = await run(['login', `${quarry.url}/docs`, '--key-file', join(folder, 'key')], own);
    assert.deepEqual([code, /logged in at/.test(stdout), stderr], [0, true, '']);
    const profile = join(folder, 'quarry', 'profile.json');
    assert.equal((await stat(profile)).mode & 0o777, 0o600);
    assert.equal((JSON.parse(await readFile(profile, 'utf8')) as { url: string }).url, quarry.url);
    assert.equal((await run(['search', 'heron'], own)).code, 0);
    // Another key of the same service.
    assert.equal((await run(['search', 'heron', '--key-file', join(folder, 'key')], own)).code, 0);
    const checked = await run(['doctor', '--json', '--key-file', join(folder, 'key')], own);
    assert.match(checked.stdout, /"check":"key and credits","state":"ok"/);
    // The environment names another service: the key stays with its own.
    assert.match((await run(['search', 'heron'], { ...own, QUARRY_DATA_DIR: folder })).stderr, /There is no key/);
    await writeFile(profile, '{}');
    assert.match(
      (await run(['search', 'heron'], own)).stderr,
      /profile\.json cannot be read\. Run quarry login again\./,
    );
    await chmod(profile, 0o644);
    assert.match((await run(['search', 'heron'], own)).stderr, /can be read by other users\. Run: chmod 600/);
    assert.equal((await run(['logout'], own)).stdout, 'logged out\n');
    await assert.rejects(stat(profile));
  });

  it('say at a login that the key goes in clear to another host', async () => {
    const key = join(folder, 'key');
    // Nothing answers there: names below `invalid` have no address.
    const clear = await run(['login', 'http://quarry.invalid', '--key-file', key], { XDG_CONFIG_HOME: folder });
    assert.match(clear.stderr, /the key goes in clear to http:\/\/quarry\.invalid/);
    const secret = await run(['login', 'https://quarry.invalid', '--key-file', key], { XDG_CONFIG_HOME: folder });
    assert.doesNotMatch(secret.stderr, /in clear/);
  });

  it('check a service, and say how to mend what is wrong', async () => {
    const { stdout } = await run(['doctor', '--json'], { ...environment(), QUARRY_DATA_DIR: folder });
    const found = new Map(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map((one) => [one.check, one]),
    );
    for (const name of ['service', 'parts', 'key and credits', 'clock', 'workers', 'disk'])
      assert.equal(found.get(name)?.state, 'ok', JSON.stringify(found.get(name)));
    assert.ok(found.has('Chromium') && found.has('DNS'));
    const away = await run(['doctor'], { QUARRY_URL: 'http://127.0.0.1:9', QUARRY_DATA_DIR: folder });
    assert.equal(away.code, 1);
    assert.match(
      away.stdout,
      /"check":"service","state":"failed","message":"does not answer at [^"]+","mend":"Start it/,
    );
  });

  it('are completed by bash', async () => {
    const { stdout: script } = await run(['completion', 'bash'], {});
    await writeFile(join(folder, 'completion.bash'), script);
    const complete = async (...words: string[]) => {
      const program = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _quarry; echo "\${COMPREPLY[@]}"`;
      const parameters = ['--norc', '-c', program, 'bash', join(folder, 'completion.bash'), 'quarry', ...words];
      return (await promisify(execFile)('bash', parameters)).stdout.trim().split(' ');
    };
    assert.deepEqual(await complete('moni'), ['monitors']);
    assert.deepEqual(await complete('monitors', ''), ['list', 'show', 'runs', 'trigger', '--help']);
    assert.deepEqual(await complete('keys', 'cr'), ['create']);
    assert.deepEqual(await complete('records', 'mon_1', '--fo'), ['--follow']);
    for (const shell of ['zsh', 'fish']) assert.match((await run(['completion', shell], {})).stdout, /trigger/);
  });
});
