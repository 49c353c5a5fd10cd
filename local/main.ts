import { readConfig, withoutEffect, type Config } from '../services/config.ts';
import { createLog } from '../services/log.ts';
import { takeDataFolder } from './data-folder.ts';
import { tell } from './progress.ts';
import { startService, type Service } from './service.ts';

const STOP_WITHIN_MS = 9_500;

/** The whole service in one process: what `npm start` runs. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  warn(config);
  const log = createLog(config.QUARRY_LOG);
  const folder = await takeDataFolder(config.QUARRY_DATA_DIR);
  const asked = signalled();
  try {
    const starting = startService(config, folder, log);
    const service = await Promise.race([starting, asked.then(() => undefined)]);
    // Asked to stop while starting: what is being started has to be there before it can be stopped.
    if (!service) return void (await stopWithin((await starting).stop));
    announce(service);
    const failure = await Promise.race([asked, service.failed.catch((error: unknown) => error)]);
    await stopWithin(service.stop);
    if (failure instanceof Error) throw failure;
  } finally {
    await folder.release();
  }
}

function signalled(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}

async function stopWithin(stop: () => Promise<void>): Promise<void> {
  const late = setTimeout(() => {
    tell('not everything ended in time; what is left is cut off');
    process.exit(1);
  }, STOP_WITHIN_MS);
  await stop();
  clearTimeout(late);
}

function warn(config: Config): void {
  for (const name of withoutEffect(process.env)) tell(`${name} is set, but has no effect in this version`);
  if (config.QUARRY_EGRESS_ALLOW !== '') tell(`private targets that may be fetched: ${config.QUARRY_EGRESS_ALLOW}`);
  if (config.QUARRY_TIME_SCALE !== 1) tell(`QUARRY_TIME_SCALE is ${config.QUARRY_TIME_SCALE}: this is a rehearsal, time does not pass as usual`);
}

/** The first line on standard output: for people on a terminal, JSON otherwise. */
function announce({ rest, temporalUi, keyFile, firstKey }: Service): void {
  if (!process.stdout.isTTY) {
    process.stdout.write(`${JSON.stringify({ event: 'ready', rest, grpc: null, temporal_ui: temporalUi ?? null, key_file: keyFile })}\n`);
    return;
  }
  const key = firstKey ?? `(in ${keyFile})`;
  process.stdout.write(
    [
      'Quarry is ready.',
      `  API          ${rest}`,
      `  API key      ${key}${firstKey ? `, kept in ${keyFile}` : ''}`,
      `  Reference    ${rest}/docs`,
      ...(temporalUi ? [`  Temporal UI  ${temporalUi}`] : []),
      '',
      'Try it:',
      `  curl -s ${rest}/v1/answer -H "x-api-key: $(cat ${keyFile})" -H 'content-type: application/json' \\`,
      `    -d '{"query": "What does a fetch cost?"}'`,
      '',
      '',
    ].join('\n'),
  );
}

main().then(
  // A socket or timer that somebody forgot must not keep a stopped service alive.
  () => process.exit(0),
  (error: unknown) => {
    tell(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
