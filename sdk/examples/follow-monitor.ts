// Follows a monitor and stores its position in a file: after a restart, it continues from there.
// API_KEY=… API_ADDRESS=127.0.0.1:50051 node follow-monitor.js MONITOR_ID PLACE_FILE
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Quarry, QuarryError } from 'quarry-sdk';

const [monitorId = '', placeFile = 'place.txt'] = process.argv.slice(2);
const quarry = new Quarry({ apiKey: process.env.API_KEY ?? '', address: process.env.API_ADDRESS ?? '127.0.0.1:50051' });
const ending = new AbortController();
process.once('SIGINT', () => ending.abort());
process.once('SIGTERM', () => ending.abort());

const since = existsSync(placeFile) ? BigInt(readFileSync(placeFile, 'utf8')) : undefined;
try {
  for await (const { record } of quarry.monitors.streamRecords({ monitorId, since }, { signal: ending.signal })) {
    if (!record) continue;
    console.log(record.recordId, record.searchResult?.document?.url);
    writeFileSync(placeFile, String(record.recordId));
  }
} catch (error) {
  if (error instanceof QuarryError) console.error(error.code, error.message);
  process.exitCode = ending.signal.aborted ? 0 : 1;
} finally {
  quarry.close();
}
