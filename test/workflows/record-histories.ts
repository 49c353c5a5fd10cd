// `node test/workflows/record-histories.ts [names]` records anew what test/workflows/replay.test.ts replays: the real workflows on a
// real Temporal server, with activities that do what each ending needs. When to do so: CONTRIBUTING, Workflows.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApplicationFailure, Context } from '@temporalio/activity';
import { Client, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { findTemporalCli } from '../../local/temporal/temporal-cli.ts';
import { startTemporal } from '../../local/temporal/temporal.ts';
import { readHistory } from '../../services/temporal/history.ts';
import { SEARCH_ATTRIBUTES, TASK_QUEUES, WORKFLOWS } from '../../services/temporal/names.ts';
import { prepareServer } from '../../services/temporal/server.ts';
import { workflowTrails } from '../../worker/trails.ts';
import { installRuntime } from '../../worker/worker.ts';
import { workflowBundle } from '../../worker/workflow-bundle.ts';

const FOLDER = fileURLToPath(new URL('histories', import.meta.url));
const NAMESPACE = 'default';

type Activities = Record<string, (input: never) => Promise<unknown>>;

interface Scenario {
  workflow: string;
  input: object;
  activities: Partial<Activities>;
  /** Cancels once this activity has begun. */
  cancelIn?: string;
}

// Of a cancel an activity hears by its heartbeat.
const untilCancelled = async () => {
  const context = Context.current();
  const beating = setInterval(() => context.heartbeat(), 50);
  return context.cancelled.finally(() => clearInterval(beating));
};
const refused = async () => {
  throw ApplicationFailure.nonRetryable('refused');
};

/** Gives one after the other, the last one again and again. */
function inTurn(...results: unknown[]): () => Promise<unknown> {
  let next = 0;
  return async () => results[Math.min((next += 1) - 1, results.length - 1)];
}

const RUN = {
  beginRun: async () => ({ isNew: true, maxSteps: 40, wallClockMs: 60_000, rounds: 2 }),
  plan: async () => ({ questions: ['How deep is it?', 'When was it opened?'] }),
  search: async () => ({ found: 3 }),
  followUp: async ({ round }: { round: number }) => ({ questions: round === 1 ? ['barre open', 'penrhyn deep'] : [] }),
  choose: async ({ round }: { round: number }) =>
    round === 1 ? [1, 2, 3, 4, 5].map((ordinal) => ({ ordinal, url: `https://a.example/${ordinal}` })) : [],
  read: async () => ({ status: 'ok' }),
  note: async () => ({ noted: 2 }),
  furtherSearches: async ({ round }: { round: number }) => ({ questions: round === 2 ? ['who opened penrhyn'] : [] }),
  write: async () => ({ usable: true, fits: true }),
  finishRun: async () => 'completed',
};

const run = (activities: Partial<Activities>, cancelIn?: string): Scenario => ({
  workflow: WORKFLOWS.agentRun,
  input: { runId: 'run_1' },
  activities,
  ...(cancelIn && { cancelIn }),
});
const led = (begun: object, activities: Partial<Activities> = {}, cancelIn?: string) =>
  run({ beginRun: async () => ({ ...(await RUN.beginRun()), isLed: true, ...begun }), ...activities }, cancelIn);
const waiting = (name: string) => run({ [name]: untilCancelled }, name);

const urls = ['https://a.example/1', 'https://a.example/2', 'https://b.example/'];
const fetching = (activities: Partial<Activities>): Scenario => ({
  workflow: WORKFLOWS.fetchBatch,
  input: { fetchId: 'fetch_1', orgId: 'org_1', urls, budgetMs: 1_000 },
  activities,
});

const MONITOR_RUN = {
  beginMonitorRun: async () => ({ run: 'mon_1@2026-03-01T10:00:00.000Z', requests: 3, pages: 0, budgetMs: 60_000 }),
  searchBatch: inTurn({ left: 2, waits: false }, { left: 0, waits: false }),
  finishMonitorRun: async () => 'completed',
};
const monitoring = (activities: Partial<Activities>, cancelIn?: string): Scenario => ({
  workflow: WORKFLOWS.monitorRun,
  input: { monitorId: 'mon_1', wantedAt: '2026-03-01T10:00:00.000Z' },
  activities: { ...MONITOR_RUN, ...activities },
  ...(cancelIn && { cancelIn }),
});

const delivering = (attemptDelivery: () => Promise<unknown>, cancelIn?: string): Scenario => ({
  workflow: WORKFLOWS.webhookDelivery,
  input: { messageId: 'msg_1', orgId: 'org_1' },
  activities: { attemptDelivery },
  ...(cancelIn && { cancelIn }),
});

const polling = (activities: Partial<Activities>, cancelIn?: string): Scenario => ({
  workflow: WORKFLOWS.sourcePoll,
  input: { sourceId: 'src_1' },
  activities: { listPages: async () => ({ due: 2 }), readPages: inTurn({ due: 1 }, { due: 0 }), ...activities },
  ...(cancelIn && { cancelIn }),
});

const crawling = (activities: Partial<Activities>, cancelIn?: string): Scenario => ({
  workflow: WORKFLOWS.crawl,
  input: { crawlId: 'crawl_1', orgId: 'org_1' },
  activities: {
    beginCrawl: async () => true,
    beginCrawlRound: async () => true,
    crawlPages: inTurn(
      { next: 'read', waitMs: 0 },
      { next: 'read', waitMs: 5 },
      { next: 'round', waitMs: 5 },
      { next: 'end', stopReason: 'max_pages' },
    ),
    finishCrawl: async () => undefined,
    ...activities,
  },
  ...(cancelIn && { cancelIn }),
});

const SPACE = 'model 3';
const embedding = (...batches: object[]): Scenario => ({
  workflow: WORKFLOWS.embedPassages,
  input: {},
  activities: {
    vectorSpace: async () => SPACE,
    embedNext: inTurn(...batches, { status: 'embedded' }),
    finishEmbedding: async () => undefined,
  },
});

const SCENARIOS: Record<string, Scenario> = {
  'agent-run-finished': run({}),
  'agent-run-nothing-to-do': run({ beginRun: async () => undefined }),
  'agent-run-ended-before': run({ beginRun: async () => ({ ended: 'completed' }) }),
  'agent-run-budget-in-searches': run({ beginRun: async () => ({ maxSteps: 1, wallClockMs: 60_000, rounds: 2 }) }),
  'agent-run-budget-in-reads': run({ beginRun: async () => ({ maxSteps: 5, wallClockMs: 60_000, rounds: 2 }) }),
  'agent-run-timeout': run({
    beginRun: async () => ({ maxSteps: 40, wallClockMs: 500, rounds: 2 }),
    read: untilCancelled,
  }),
  'agent-run-unusable': run({ write: async () => ({ usable: false, fits: true }), finishRun: async () => 'failed' }),
  'agent-run-timeout-without-draft': run({
    beginRun: async () => ({ maxSteps: 40, wallClockMs: 500, rounds: 2 }),
    read: untilCancelled,
    write: async () => ({ usable: false, fits: true }),
    finishRun: async () => 'failed',
  }),
  'agent-run-invalid-output': run({
    write: async () => ({ usable: true, fits: false }),
    finishRun: async () => 'failed',
  }),
  'agent-run-internal-error': run({ search: refused, finishRun: async () => 'failed' }),
  'agent-run-write-fails': run({ write: refused, finishRun: async () => 'failed' }),
  'agent-run-cancelled-planning': waiting('plan'),
  'agent-run-cancelled-searching': waiting('search'),
  'agent-run-cancelled-reading': waiting('read'),
  'agent-run-cancelled-writing': waiting('write'),
  'agent-run-led-finished': led({}),
  'agent-run-led-without-notes': led({}, { note: async () => ({ noted: 0 }) }),
  'agent-run-led-budget': led({ maxSteps: 5 }),
  'agent-run-led-timeout': led({ wallClockMs: 500 }, { note: untilCancelled }),
  'agent-run-led-cancelled-noting': led({}, { note: untilCancelled }, 'note'),
  'agent-run-led-cancelled-asking': led({}, { furtherSearches: untilCancelled }, 'furtherSearches'),
  'fetch-batch-done': fetching({}),
  'fetch-batch-cancelled': { ...fetching({ readOne: untilCancelled }), cancelIn: 'readOne' },
  'monitor-run-completed': monitoring({}),
  'monitor-run-with-pages': monitoring({
    beginMonitorRun: async () => ({ ...(await MONITOR_RUN.beginMonitorRun()), pages: 2 }),
    pageBatch: inTurn({ left: 1, waits: false }, { left: 1, waits: true }, { left: 0, waits: false }),
  }),
  'monitor-run-nothing-to-do': monitoring({ beginMonitorRun: async () => undefined }),
  'monitor-run-waiting': monitoring({
    searchBatch: inTurn({ left: 1, waits: true }, { left: 1, waits: true }, { left: 0, waits: false }),
  }),
  'monitor-run-no-time-left': monitoring({
    beginMonitorRun: async () => ({ ...(await MONITOR_RUN.beginMonitorRun()), budgetMs: 500 }),
    searchBatch: untilCancelled,
    finishMonitorRun: async () => 'partial',
  }),
  'monitor-run-internal-error': monitoring({ searchBatch: refused, finishMonitorRun: async () => 'failed' }),
  'monitor-run-failed': monitoring({ finishMonitorRun: async () => 'failed' }),
  'monitor-run-cancelled': monitoring(
    { searchBatch: untilCancelled, finishMonitorRun: async () => 'failed' },
    'searchBatch',
  ),
  'webhook-delivery-delivered': delivering(inTurn({ status: 'again', waitMs: 5 }, { status: 'delivered' })),
  'webhook-delivery-dropped': delivering(async () => ({ status: 'dropped' })),
  'webhook-delivery-cancelled': delivering(untilCancelled, 'attemptDelivery'),
  'source-poll-done': polling({}),
  'source-poll-nothing-is-due': polling({ listPages: async () => ({ due: 0 }) }),
  'source-poll-nothing-to-do': polling({ listPages: async () => undefined }),
  'source-poll-cancelled': polling({ readPages: untilCancelled }, 'readPages'),
  'crawl-finished': crawling({ crawlPages: async () => ({ next: 'end', stopReason: 'finished' }) }),
  'crawl-rounds': crawling({}),
  'crawl-nothing-to-do': crawling({ beginCrawl: async () => false }),
  'crawl-ended-otherwise': crawling({ crawlPages: async () => ({ next: 'nothing' }) }),
  'crawl-internal-error': crawling({ crawlPages: refused }),
  'crawl-cancelled': crawling({ crawlPages: untilCancelled }, 'crawlPages'),
  'embed-passages-done': embedding({ status: 'embedded', lastId: 'doc_1' }),
  'embed-passages-other-space': embedding({ status: 'other space' }),
  housekeeping: { workflow: WORKFLOWS.housekeeping, input: {}, activities: {} },
};

const folder = await mkdtemp(join(tmpdir(), 'quarry-record-'));
installRuntime(pino({ level: 'silent' }));
const server = await startTemporal({
  cli: await findTemporalCli(process.env.QUARRY_TEMPORAL_CLI, () => {}),
  folder,
  port: 0,
  uiPort: 0,
  namespace: NAMESPACE,
});
const connection = await NativeConnection.connect({ address: server.address });
await prepareServer(connection, NAMESPACE);
// With names, those alone.
const asked = process.argv.slice(2);
if (asked.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
try {
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    await writeFile(join(FOLDER, `${name}.json`), `${JSON.stringify(await record(name, scenario))}\n`);
    console.log(`recorded ${name}`);
  }
} finally {
  await connection.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function record(name: string, { workflow, input, activities, cancelIn }: Scenario): Promise<unknown> {
  const begun = Promise.withResolvers<void>();
  const all = Object.fromEntries(
    Object.entries({
      ...RUN,
      readOne: async () => 'ok',
      expireHolds: async () => 0,
      purge: async () => 0,
      ...activities,
    } as Activities).map(([activity, work]) => [
      activity,
      async (given: never) => {
        if (activity === cancelIn) begun.resolve();
        return work(given);
      },
    ]),
  );
  const workers = await Promise.all(
    Object.values(TASK_QUEUES).map(async (taskQueue) =>
      Worker.create({
        connection,
        namespace: NAMESPACE,
        taskQueue,
        activities: all,
        maxHeartbeatThrottleInterval: '100ms',
        defaultHeartbeatThrottleInterval: '100ms',
        ...(taskQueue === TASK_QUEUES.workflows && {
          workflowBundle: await workflowBundle(),
          sinks: workflowTrails({}),
        }),
      }),
    ),
  );
  const client = new Client({ connection, namespace: NAMESPACE });
  const running = workers.map((worker) => worker.run());
  const handle = await client.workflow.start(workflow, {
    args: [input],
    workflowId: name,
    taskQueue: TASK_QUEUES.workflows,
    workflowExecutionTimeout: '45m',
    typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.status, value: 'running' }],
  });
  if (cancelIn) await begun.promise.then(() => handle.cancel());
  await ended(handle);
  for (const worker of workers) worker.shutdown();
  await Promise.all(running);
  return readHistory({ address: server.address, namespace: NAMESPACE }, name, handle.firstExecutionRunId);
}

async function ended(handle: WorkflowHandle): Promise<void> {
  await handle.result().catch(() => undefined);
}
