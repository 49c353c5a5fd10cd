import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createAccounts } from '../../services/accounts/accounts.ts';
import type { Database } from '../../services/database/database.ts';
import { parseAllowList } from '../../services/egress/allow-list.ts';
import { createEncryption } from '../../services/core/encryption.ts';
import { newId } from '../../services/core/ids.ts';
import { insertMonitor } from '../../services/monitors/create-monitor.ts';
import {
  CreateMonitorRequest,
  toMonitorChanges,
  toMonitorSettings,
  UpdateMonitorRequest,
} from '../../api/operations/requests/monitors.ts';
import { beginRun, type MonitorRunStart } from '../../services/monitors/run/begin.ts';
import { finishRun } from '../../services/monitors/run/finish.ts';
import { searchBatch } from '../../services/monitors/run/search-batch.ts';
import { updateMonitor } from '../../services/monitors/update-monitor.ts';
import type { SearchDocument } from '../../services/search/snippets/search-result.ts';
import { parseRequest } from '../../api/operations/calls/parse-request.ts';
import { createTestDatabase } from '../support/postgres.ts';

export const HOUR_MS = 3_600_000;
/** Of every document that a search finds. */
export const PUBLISHED = '2026-02-27';

/** Monitors on a real database, with a clock that the test sets and searches that find what the test says. */
export interface MonitorDatabase {
  database: Database;
  clock: { now(): Date; at: Date };
  orgId: string;
  /** What every search finds, texts by path. */
  found: Record<string, string>;
  create(members?: object): Promise<string>;
  update(monitorId: string, members: object): Promise<boolean>;
  begin(monitorId: string, at: Date, isWanted?: boolean): Promise<MonitorRunStart | undefined>;
  search(run: string): Promise<number>;
  finish(run: string, givesUp?: boolean): Promise<string | undefined>;
  /** Begins the period's run, makes its searches and ends it. */
  run(monitorId: string): Promise<void>;
  runs(): Promise<Array<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** @param egressAllow private targets that webhooks may have; default none */
export async function openMonitorDatabase(egressAllow = ''): Promise<MonitorDatabase> {
  const { database, drop } = await createTestDatabase();
  const clock = { at: new Date('2026-03-01T10:00:07.500Z'), now: () => clock.at };
  const { orgId } = await createAccounts(database, clock).createOrganization('birds', 1_000);
  const encryption = createEncryption(randomBytes(32).toString('base64'));
  const found: Record<string, string> = {};
  const documents = (): SearchDocument[] =>
    Object.entries(found).map(([path, text]) => ({
      url: `https://a.example${path}`,
      title: path,
      content: text,
      publishedDate: PUBLISHED,
      snippets: [],
      source: 'a',
      score: 1,
    }));
  const search = {
    check: () => undefined,
    search: async () => ({ documents: documents(), warnings: [], allProvidersFailed: false }),
  };
  const onError = (error: unknown) => assert.fail(String(error));
  const deps = { database, clock, search, onError, timeScale: 1 };
  const writes = {
    ...deps,
    encryption,
    defaultScope: 'web',
    allowList: parseAllowList(egressAllow),
    monitorsPerOrganization: 100,
  } as const;

  const scene: MonitorDatabase = {
    database,
    clock,
    orgId,
    found,
    async create(members = {}) {
      const monitorId = newId('mon');
      const body = parseRequest(CreateMonitorRequest, {
        cadence: '1h',
        search_requests: [{ query: 'a' }],
        ...members,
      });
      await insertMonitor(writes, { orgId, monitorId, settings: toMonitorSettings(body) });
      return monitorId;
    },
    update: (monitorId, members) =>
      updateMonitor(writes, {
        orgId,
        monitorId,
        changes: toMonitorChanges(parseRequest(UpdateMonitorRequest, members)),
      }),
    begin: (monitorId, at, isWanted = false) =>
      beginRun(deps, { monitorId, workflowId: `${monitorId} ${at.toISOString()}`, at, isWanted }),
    search: async (run) => (await searchBatch(deps, run, new AbortController().signal)).left,
    finish: (run, givesUp = false) => finishRun(deps, run, { unfinishedReason: 'left', givesUp }),
    async run(monitorId) {
      clock.at = new Date(clock.at.getTime() + HOUR_MS);
      const begun = await scene.begin(monitorId, clock.at);
      if (!begun) throw new Error('there was nothing to run');
      await scene.search(begun.run);
      await scene.finish(begun.run);
    },
    runs: () => database.query('select * from monitor_runs order by run_id'),
    close: drop,
  };
  return scene;
}
