import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { encryptionKey, takeDataFolder } from '../../local/data-folder.ts';
import { startServers } from '../../local/embedded.ts';
import { databaseOn } from '../../services/database/database.ts';
import { actingFor } from '../../services/database/roles/acting.ts';
import { createAccounts } from '../../services/accounts/accounts.ts';
import { createSchemas } from '../../services/structured/schema/schemas.ts';
import { readConfig } from '../../runtime/config.ts';
import { obtainModel } from '../../local/embedding-model/obtain-model.ts';
import { openPlatform, type Platform } from '../../runtime/platform.ts';
import { newId } from '../../services/core/ids.ts';
import { stopInOrder, type Stop } from '../../services/process/lifecycle.ts';
import { createRunEvents } from '../../services/research/run/run-events.ts';
import { NO_FILTERS } from '../../services/research/state/run-state.ts';
import { createAgentRuns } from '../../services/research/run/runs.ts';
import { telemetryOf } from '../../runtime/start-telemetry.ts';
import { createWorkerDependencies } from '../../worker/dependencies.ts';
import { installRuntime, startWorkers } from '../../worker/worker.ts';
import { milliseconds, quantile } from '../harness/service.ts';
import type { bareSteps, BareActivities, BareStep } from './bare-steps.ts';
import { stepsOf, type Step, type StepHistory } from './history.ts';
import { idleResearch } from './idle-research.ts';

const TURNS = 150;
const WARM_UP = 10;
const CREDITS = 100_000;
const QUERY = 'How deep is the quarry of Barre?';
const BARE_QUEUE = 'bench-bare';

/** In turns, so that all see the same machine and the same server. */
interface Turn {
  run: StepHistory;
  bare: StepHistory;
  /** Bare, and each keeps its result by one INSERT: no record can cost less. */
  kept: StepHistory;
}

/** What being durable costs a step of a run, beside a bare activity that carries as many bytes. Searching, reading and writing take no time here. */
export async function benchSteps(): Promise<string[]> {
  installRuntime(pino({ level: 'silent' }));
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
  const stops: Stop[][] = [[() => rm(folder, { recursive: true, force: true })]];
  try {
    const { platform, config, run } = await startInstallation(folder, stops);
    const client = new Client({ connection: platform.temporal, namespace: config.TEMPORAL_NAMESPACE });
    stops.push([await startBareWorkers(platform, config.TEMPORAL_NAMESPACE)]);
    const likeThese = async (step: keyof BareActivities, { steps }: StepHistory, workflowId: string) => {
      await client.workflow.execute<typeof bareSteps>('bareSteps', {
        args: [BARE_QUEUE, step, batchesLike(steps)],
        workflowId,
        taskQueue: BARE_QUEUE,
        requestEagerStart: true,
      });
      return stepsOf(client, workflowId);
    };
    const turns: Turn[] = [];
    for (let index = 0; index < WARM_UP + TURNS; index += 1) {
      const runId = await run();
      await client.workflow.getHandle(runId).result();
      const history = await stepsOf(client, runId);
      turns.push({
        run: history,
        bare: await likeThese('bareStep', history, `bare-${index}`),
        kept: await likeThese('keptStep', history, `kept-${index}`),
      });
    }
    return report(turns.slice(WARM_UP));
  } finally {
    await stopInOrder(stops);
  }
}

const SIDES = ['run', 'bare', 'kept'] as const;
const durationMs = ({ scheduledAtMs, completedAtMs }: Step) => completedAtMs - scheduledAtMs;

interface Kind {
  name: string;
  isOf(index: number, steps: number): boolean;
}

// A run of this query plans, searches once, reads and writes.
const KINDS: Kind[] = [
  {
    name: 'a step without work of its own, which is to read a page (target 1.2)',
    isOf: (index, steps) => index > 1 && index < steps - 1,
  },
  { name: 'planning', isOf: (index) => index === 0 },
  { name: 'searching, which parses its request and looks through ten results', isOf: (index) => index === 1 },
  { name: 'writing and verifying, two steps in one', isOf: (index, steps) => index === steps - 1 },
];

function report(turns: readonly Turn[]): string[] {
  const totalMs = ({ totalMs }: StepHistory) => totalMs;
  return [
    ...KINDS.map((kind) => reportOf(kind, turns)),
    `a whole run of ${turns[0]?.run.steps.length} steps, choosing between them and ending, beside as many bare activities: ${times(turns, totalMs, ['run', 'bare'])}`,
  ];
}

function reportOf({ name, isOf }: Kind, turns: readonly Turn[]): string {
  const like = (turn: Turn, side: keyof Turn) =>
    turn[side].steps.filter((_, index) => isOf(index, turn.run.steps.length));
  const [run = 0, bare = 0, kept = 0] = SIDES.map((side) =>
    median(turns.flatMap((turn) => like(turn, side).map(durationMs))),
  );
  const beside = (ms: number) => `${milliseconds(ms)}, ${(ms / bare).toFixed(2)} times`;
  return `${name}, from scheduled to completed: p50 ${beside(run)} a bare activity's ${milliseconds(bare)}; with one INSERT that one takes ${beside(kept)}`;
}

/** One side as a multiple of the other, taken within each turn. */
function times(
  turns: readonly Turn[],
  of: (history: StepHistory) => number,
  [one, other]: [keyof Turn, keyof Turn],
): string {
  const sorted = turns.map((turn) => of(turn[one]) / of(turn[other])).sort((first, second) => first - second);
  const [lower, middle, upper] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share).toFixed(2));
  return `${middle} times (quartiles ${lower} and ${upper})`;
}

const median = (values: readonly number[]) =>
  quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  );

async function startInstallation(path: string, stops: Stop[][]) {
  const config = readConfig({
    QUARRY_DATA_DIR: path,
    QUARRY_PORT: '0',
    QUARRY_GRPC_PORT: '0',
    QUARRY_TEMPORAL_PORT: '0',
    QUARRY_TEMPORAL_UI_PORT: '0',
    QUARRY_PROVIDERS: '',
    QUARRY_EMBEDDINGS_MODEL: 'off',
  });
  const folder = await takeDataFolder(path);
  const servers = await startServers(config, folder);
  stops.push([servers.stop]);
  const platform = await openPlatform({
    config,
    databaseUrl: servers.databaseUrl,
    temporalAddress: servers.temporalAddress,
    obtainModel: (signal) => obtainModel({ signal, progress: console.error }),
    log: console,
    telemetry: await telemetryOf(config),
  });
  stops.push([platform.close]);
  const parts = createWorkerDependencies({
    config,
    platform,
    roles: ['workflows', 'agent'],
    encryptionKey: await encryptionKey(folder),
    log: console,
    onRebuild: () => {},
    onError: console.error,
  });
  stops.push([parts.close]);
  const workers = await startWorkers(platform.temporal, config.TEMPORAL_NAMESPACE, {
    ...parts,
    research: idleResearch(platform),
  });
  stops.push([workers.stop]);
  const { orgId } = await createAccounts(platform.operator, platform.clock).createOrganization('bench', CREDITS);
  const schemas = createSchemas();
  stops.push([schemas.close]);
  const runs = createAgentRuns({
    ...platform,
    schemas,
    events: createRunEvents(platform),
    runsAtOnce: 1,
  });
  const create = () =>
    actingFor(orgId, () =>
      runs.create({ orgId, keyId: 'bench' }, newId('req'), {
        query: QUERY,
        outputSchema: null,
        effort: 'medium',
        filters: NO_FILTERS,
      }),
    );
  const run = async () => (await create()).id;
  return { platform, config, run };
}

/** As the product has it: one worker for workflows and one for activities, on the same connection. */
async function startBareWorkers({ temporal: connection, ...platform }: Platform, namespace: string): Promise<Stop> {
  // As the owner of the table.
  const database = databaseOn(platform.database.pool);
  await database.query(
    'create table bench_kept (id bigint generated always as identity primary key, result jsonb not null)',
  );
  const keep = { name: 'bench_keep', sql: 'insert into bench_kept (result) values ($1)' };
  const steps: BareActivities = {
    bareStep: async ({ result }) => result,
    keptStep: async ({ result }) => {
      await database.prepared(keep, [JSON.stringify({ result })]);
      return result;
    },
  };
  const shared = {
    connection,
    namespace,
    taskQueue: BARE_QUEUE,
    maxHeartbeatThrottleInterval: '1s',
    defaultHeartbeatThrottleInterval: '1s',
  };
  const workflows = await Worker.create({
    ...shared,
    workflowsPath: fileURLToPath(new URL('bare-steps.ts', import.meta.url)),
    maxCachedWorkflows: 200,
    maxConcurrentWorkflowTaskExecutions: 20,
    enableNonLocalActivities: false,
  });
  const activities = await Worker.create({
    ...shared,
    activities: { ...steps },
    maxConcurrentActivityTaskExecutions: 120,
  });
  const running = [workflows.run(), activities.run()];
  return async () => {
    for (const worker of [workflows, activities]) worker.shutdown();
    await Promise.all(running);
  };
}

// Quotes and the names of two members come on top of what a step is given.
const AROUND = JSON.stringify({ given: '', result: '' }).length;

function batchesLike(steps: readonly Step[]): BareStep[][] {
  const like = ({ givenBytes, resultBytes }: Step): BareStep => {
    const result = 'r'.repeat(Math.max(0, resultBytes - 2));
    return { result, given: 'g'.repeat(Math.max(0, givenBytes - result.length - AROUND)) };
  };
  return [...Map.groupBy(steps, ({ batch }) => batch).values()].map((batch) => batch.map(like));
}
