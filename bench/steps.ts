import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { encryptionKey, takeDataFolder } from '../local/data-folder.ts';
import { startServers } from '../local/embedded.ts';
import { createAccounts } from '../services/accounts/accounts.ts';
import { createSchemas } from '../services/answer/structured/schemas.ts';
import { readConfig } from '../services/config.ts';
import { openFoundation, type Foundation } from '../services/foundation.ts';
import { newId } from '../services/ids.ts';
import { stopInOrder, type Stop } from '../services/lifecycle.ts';
import { createRunEvents } from '../services/research/run-events.ts';
import { createWaitForEnd } from '../services/research/run-state.ts';
import { createAgentRuns } from '../services/research/runs.ts';
import { createWorkerParts } from '../worker/parts.ts';
import { installRuntime, startWorkers } from '../worker/worker.ts';
import { milliseconds, quantile } from './service.ts';
import type { bareSteps, BareStep } from './steps/bare-steps.ts';
import { stepsOf, type Step, type StepHistory } from './steps/history.ts';
import { idleResearch } from './steps/idle-research.ts';

const RUNS = 30;
const WARM_UP = 5;
const CREDITS = 100_000;
const QUERY = 'How deep is the quarry of Barre?';
const BARE_QUEUE = 'bench-bare';

/** What being durable costs a step of a run whose steps take no time themselves, beside a bare activity that carries as many bytes. */
export async function benchSteps(): Promise<string[]> {
  installRuntime(pino({ level: 'silent' }));
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
  const stops: Stop[][] = [[() => rm(folder, { recursive: true, force: true })]];
  try {
    const { foundation, config, run } = await startInstallation(folder, stops);
    const client = new Client({ connection: foundation.temporal, namespace: config.TEMPORAL_NAMESPACE });
    stops.push([await startBareWorkers(foundation, config.TEMPORAL_NAMESPACE)]);
    const runs: StepHistory[] = [];
    const bare: StepHistory[] = [];
    // In turns, so that both see the same machine and the same server.
    for (let index = 0; index < WARM_UP + RUNS; index += 1) {
      const runId = await run();
      await client.workflow.getHandle(runId).result();
      const history = await stepsOf(client, runId);
      const workflowId = `bare-${index}`;
      await client.workflow.execute<typeof bareSteps>('bareSteps', { args: [BARE_QUEUE, batchesLike(history.steps)], workflowId, taskQueue: BARE_QUEUE, requestEagerStart: true });
      if (index < WARM_UP) continue;
      runs.push(history);
      bare.push(await stepsOf(client, workflowId));
    }
    return report(runs, bare);
  } finally {
    await stopInOrder(stops);
  }
}

function report(runs: readonly StepHistory[], bare: readonly StepHistory[]): string[] {
  const beside = (of: (histories: readonly StepHistory[]) => number[]) => {
    const [ours = Number.NaN, theirs = Number.NaN] = [runs, bare].map((histories) => quantile(of(histories).sort((one, other) => one - other), 0.5));
    return `p50 ${milliseconds(ours)}, bare ${milliseconds(theirs)}: ${(ours / theirs).toFixed(2)} times`;
  };
  const ofSteps = (taken: (step: Step) => number) => beside((histories) => histories.flatMap(({ steps }) => steps.map(taken)));
  return [
    `a step of a run without its own work, with its record in the database, from scheduled to completed: ${ofSteps((step) => step.completedAtMs - step.scheduledAtMs)} (target 1.2)`,
    `of that until it is begun: ${ofSteps((step) => step.startedAtMs - step.scheduledAtMs)}`,
    `a whole run of ${runs[0]?.steps.length} such steps, choosing between them and ending: ${beside((histories) => histories.map(({ totalMs }) => totalMs))}`,
  ];
}

async function startInstallation(path: string, stops: Stop[][]) {
  const config = readConfig({ QUARRY_DATA_DIR: path, QUARRY_PORT: '0', QUARRY_GRPC_PORT: '0', QUARRY_TEMPORAL_PORT: '0', QUARRY_TEMPORAL_UI_PORT: '0', QUARRY_PROVIDERS: '' });
  const folder = await takeDataFolder(path);
  const servers = await startServers(config, folder);
  stops.push([servers.stop]);
  const foundation = await openFoundation({ config, databaseUrl: servers.databaseUrl, temporalAddress: servers.temporalAddress });
  stops.push([foundation.close]);
  const parts = createWorkerParts({ config, foundation, roles: ['workflows', 'agent'], encryptionKey: await encryptionKey(folder), onError: console.error });
  stops.push([parts.close]);
  const workers = await startWorkers(foundation.temporal, config.TEMPORAL_NAMESPACE, { ...parts, research: idleResearch(foundation) });
  stops.push([workers.stop]);
  const { orgId } = await createAccounts(foundation.database, foundation.clock).createOrganization('bench', CREDITS);
  const schemas = createSchemas();
  stops.push([schemas.close]);
  const runs = createAgentRuns({ ...foundation, schemas, waitForEnd: createWaitForEnd(foundation.notifications), events: createRunEvents(foundation), runsAtOnce: 1 });
  const run = async () => (await runs.create(orgId, newId('req'), { query: QUERY, output_schema: null, effort: 'medium', api_key: null })).id;
  return { foundation, config, run };
}

/** As the product has it: one worker for workflows and one for activities, on the same connection. */
async function startBareWorkers({ temporal: connection }: Foundation, namespace: string): Promise<Stop> {
  const shared = { connection, namespace, taskQueue: BARE_QUEUE, maxHeartbeatThrottleInterval: '1s', defaultHeartbeatThrottleInterval: '1s' };
  const workflows = await Worker.create({ ...shared, workflowsPath: fileURLToPath(new URL('steps/bare-steps.ts', import.meta.url)), maxCachedWorkflows: 200, maxConcurrentWorkflowTaskExecutions: 20, enableNonLocalActivities: false });
  const activities = await Worker.create({ ...shared, activities: { bareStep: async ({ result }: BareStep) => result }, maxConcurrentActivityTaskExecutions: 120 });
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
