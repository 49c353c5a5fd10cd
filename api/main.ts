import { bootstrap } from '../services/accounts/bootstrap.ts';
import { readConfig } from '../services/config.ts';
import { migrate } from '../services/database/migrate.ts';
import { connectTemporal } from '../services/durable/connect.ts';
import { openFoundation } from '../services/foundation.ts';
import { createLanceIndex, indexFolder } from '../services/index/lancedb.ts';
import { runUntilSignalled } from '../services/lifecycle.ts';
import { createLog } from '../services/log.ts';
import { startApi } from './api.ts';

/** The API alone, beside servers of the operator's own and workers in other processes. */
export async function runApi(): Promise<void> {
  const config = readConfig(process.env);
  const { DATABASE_URL, TEMPORAL_ADDRESS, QUARRY_ENCRYPTION_KEY, QUARRY_BOOTSTRAP_KEY } = config;
  if (!DATABASE_URL || !TEMPORAL_ADDRESS || !QUARRY_ENCRYPTION_KEY) {
    throw new Error('The API on its own needs DATABASE_URL, TEMPORAL_ADDRESS and QUARRY_ENCRYPTION_KEY. `npm start` runs everything in one process.');
  }
  await runUntilSignalled(async () => {
    await migrate(DATABASE_URL);
    const foundation = await openFoundation(DATABASE_URL);
    if (QUARRY_BOOTSTRAP_KEY) {
      await bootstrap({ ...foundation, credits: config.QUARRY_BOOTSTRAP_CREDITS, firstKey: async () => QUARRY_BOOTSTRAP_KEY });
    }
    const temporal = await connectTemporal(TEMPORAL_ADDRESS, config.TEMPORAL_NAMESPACE);
    const index = createLanceIndex({ folder: indexFolder(config.QUARRY_DATA_DIR) });
    const api = await startApi({
      config,
      foundation,
      index,
      durable: temporal.durable,
      encryptionKey: QUARRY_ENCRYPTION_KEY,
      log: createLog(config.QUARRY_LOG),
    });
    const stop = async () => {
      await api.stop();
      await index.close();
      await temporal.close();
      await foundation.close();
    };
    return { rest: api.url, stop, failed: new Promise<never>(() => {}) };
  }, ({ rest }) => process.stdout.write(`${JSON.stringify({ event: 'ready', rest })}\n`));
}
