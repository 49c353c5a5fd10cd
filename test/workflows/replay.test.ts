import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { replay } from '../../worker/replay.ts';
import { workflowBundle } from '../../worker/workflow-bundle.ts';

const HISTORIES = new URL('histories/', import.meta.url);
const TWIN = fileURLToPath(new URL('twin.ts', import.meta.url));

const historyOf = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(name, HISTORIES), 'utf8'));

describe('recorded histories', function () {
  this.timeout(60_000);
  let folder: string;
  let twin: { codePath: string };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-twin-'));
    const quiet = { ...console, log: () => {}, trace: () => {}, debug: () => {}, info: () => {} };
    const { code } = await bundleWorkflowCode({ workflowsPath: TWIN, logger: quiet });
    twin = { codePath: join(folder, 'twin.js') };
    await writeFile(twin.codePath, code);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('cover every ending', async () => {
    const names = await readdir(HISTORIES);
    for (const ending of [
      'finished',
      'budget',
      'timeout',
      'cancelled-planning',
      'cancelled-searching',
      'cancelled-reading',
      'cancelled-writing',
      'invalid-output',
      'unusable',
      'timeout-without-draft',
      'internal-error',
    ]) {
      assert.ok(
        names.some((name) => name.startsWith(`agent-run-${ending}`)),
        ending,
      );
    }
  });

  it('cover every ending of a crawl', async () => {
    const names = await readdir(HISTORIES);
    for (const ending of ['finished', 'rounds', 'nothing-to-do', 'ended-otherwise', 'internal-error', 'cancelled'])
      assert.ok(names.includes(`crawl-${ending}.json`), ending);
  });

  it('cover every ending of a monitor', async () => {
    const names = await readdir(HISTORIES);
    for (const ending of [
      'completed',
      'with-pages',
      'nothing-to-do',
      'waiting',
      'no-time-left',
      'failed',
      'internal-error',
      'cancelled',
    ])
      assert.ok(names.includes(`monitor-run-${ending}.json`), ending);
  });

  it('cover every ending of a poll and of embedding', async () => {
    const names = await readdir(HISTORIES);
    for (const ending of [
      'source-poll-done',
      'source-poll-nothing-is-due',
      'source-poll-nothing-to-do',
      'source-poll-cancelled',
      'embed-passages-done',
      'embed-passages-other-space',
    ])
      assert.ok(names.includes(`${ending}.json`), ending);
  });

  for (const name of [
    'agent-run-invalid-output',
    'agent-run-unusable',
    'agent-run-timeout-without-draft',
    'monitor-run-failed',
    'monitor-run-internal-error',
  ]) {
    it(`end as failed, after the row: ${name}`, async () => {
      const { events } = (await historyOf(`${name}.json`)) as { events: Array<{ eventType: string }> };
      assert.equal(events.at(-1)?.eventType, 'EVENT_TYPE_WORKFLOW_EXECUTION_FAILED');
    });
  }

  it('replay against the current workflows', async () => {
    for (const name of await readdir(HISTORIES)) {
      const replayed = await replay(await workflowBundle(), await historyOf(name), name);
      assert.equal(replayed.status, 'deterministic', `${name}: ${JSON.stringify(replayed)}`);
    }
  });

  it('diverge from a workflow that decides otherwise', async () => {
    const replayed = await replay(twin, await historyOf('agent-run-finished.json'), 'agent-run-finished');
    assert.equal(replayed.status, 'diverged');
    assert.match(JSON.stringify(replayed), /Nondeterminism error/);
  });

  it('contain no host name', async () => {
    for (const name of await readdir(HISTORIES))
      assert.doesNotMatch(
        await readFile(new URL(name, HISTORIES), 'utf8'),
        /"identity"|"stackTrace"|\/home\/|\/root\/|\/work\//,
        name,
      );
  });
});
