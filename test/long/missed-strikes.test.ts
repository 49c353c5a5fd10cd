import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { findTemporalCli } from '../../local/temporal/temporal-cli.ts';
import { startTemporal, type EmbeddedTemporal } from '../../local/temporal/temporal.ts';
import { putMonitorSchedule } from '../../services/temporal/monitors.ts';
import { prepareServer } from '../../services/temporal/server.ts';
import { eventually } from '../support/eventually.ts';

const PERIOD_MS = 120_000;
// Above the ten seconds for which a server makes strikes up by itself, and as long as a restart under load.
const DOWN_FOR_MS = 25_000;
// Less than what is left of the period by then.
const MADE_UP_WITHIN_MS = 60_000;

describe("a strike during the server's downtime", function () {
  this.timeout(180_000);
  let folder: string;
  let temporal: EmbeddedTemporal | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
  });
  after(async () => {
    await temporal?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async () =>
    startTemporal({
      cli: await findTemporalCli(process.env.QUARRY_TEMPORAL_CLI, () => {}),
      folder,
      port: 0,
      uiPort: 0,
      namespace: 'default',
    });
  async function connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const connection = await Connection.connect({ address: temporal?.address ?? '' });
    try {
      return await work(new Client({ connection }));
    } finally {
      await connection.close();
    }
  }

  it('is caught up once when the server is back', async () => {
    temporal = await start();
    const native = await NativeConnection.connect({ address: temporal.address });
    await prepareServer(native, 'default');
    await native.close();
    // The next period begins in some five seconds.
    const anchorAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 - PERIOD_MS + 6_000);
    const schedule = {
      monitorId: 'mon_1',
      orgId: 'org_1',
      anchorAt,
      periodMs: PERIOD_MS,
      jitterMs: 0,
      isPaused: false,
      isRecorded: false,
    };
    await connected(async (client) => {
      await putMonitorSchedule(client, schedule);
      // It has taken up its work once it says when the next period begins.
      await eventually(
        5_000,
        async () => (await client.schedule.getHandle('mon_1').describe()).info.nextActionTimes,
        (times) => times.length > 0,
      );
    });
    await temporal.stop();
    await sleep(DOWN_FOR_MS);
    temporal = await start();
    const taken = await connected(async (client) => {
      const handle = client.schedule.getHandle('mon_1');
      return eventually(
        MADE_UP_WITHIN_MS,
        async () => (await handle.describe()).info.recentActions.map(({ scheduledAt }) => scheduledAt.getTime()),
        (actions) => actions.length > 0,
      );
    });
    assert.deepEqual(taken, [anchorAt.getTime() + PERIOD_MS]);
  });
});
