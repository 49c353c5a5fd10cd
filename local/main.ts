import { readConfig, type Config } from '../runtime/config.ts';
import { runUntilSignalled, report } from '../services/process/lifecycle.ts';
import { createHeldLog } from '../runtime/log.ts';
import { reportTimeScale } from '../runtime/time-scale.ts';
import { installRuntime } from '../worker/worker.ts';
import { takeDataFolder } from './data-folder.ts';
import { offeredModels } from './models/offered-models.ts';
import { startService, type Service } from './service.ts';

/** Runs the complete service in one process, with embedded servers where none are configured: `npm start`. */
export async function runEverything(): Promise<void> {
  const config = readConfig(process.env);
  warn(config);
  const { log, release } = createHeldLog(config.QUARRY_LOG);
  installRuntime(log);
  const folder = await takeDataFolder(config.QUARRY_DATA_DIR);
  try {
    await runUntilSignalled(
      (asked) => startService({ config, folder, log, asked }),
      (service) => {
        announce(service);
        release();
        if (config.QUARRY_MODEL === undefined) void tellOffers();
      },
    );
  } finally {
    // Releases the log lines of a failed start.
    release();
    await folder.release();
  }
}

async function tellOffers(): Promise<void> {
  for (const offer of await offeredModels()) report(offer);
}

function warn(config: Config): void {
  if (config.QUARRY_EGRESS_ALLOW !== '')
    report(`QUARRY_EGRESS_ALLOW permits these private targets: ${config.QUARRY_EGRESS_ALLOW}`);
  reportTimeScale(config);
}

/** The first line on standard output: text on a terminal, otherwise JSON, with the text on standard error. */
function announce({ rest, grpc, temporalUi, keyFile, firstKey, markReady }: Service): void {
  const isTerminal = process.stdout.isTTY;
  // Output that is not a terminal is often stored: the key itself does not belong there.
  const prose = proseOf({ rest, grpc, temporalUi, keyFile, firstKey: isTerminal ? firstKey : undefined });
  if (isTerminal) process.stdout.write(prose);
  else
    process.stdout.write(
      `${JSON.stringify({ event: 'ready', rest, grpc, temporal_ui: temporalUi ?? null, key_file: keyFile })}\n`,
    );
  markReady();
  if (!isTerminal) process.stderr.write(prose);
}

function proseOf({
  rest,
  grpc,
  temporalUi,
  keyFile,
  firstKey,
}: Pick<Service, 'rest' | 'grpc' | 'temporalUi' | 'keyFile' | 'firstKey'>): string {
  const curl = (path: string, body: string) => [
    `  curl -s ${rest}/v1/${path} -H "x-api-key: $(cat ${keyFile})" -H 'content-type: application/json' \\`,
    `    -d '${body}'`,
  ];
  const key = firstKey ?? `(in ${keyFile})`;
  return [
    'Quarry is ready.',
    `  API          ${rest}`,
    `  gRPC         ${grpc}`,
    `  API key      ${key}${firstKey ? `, kept in ${keyFile}` : ''}`,
    `  Reference    ${rest}/docs`,
    ...(temporalUi ? [`  Temporal UI  ${temporalUi}`] : []),
    '',
    'Try it:',
    ...curl(
      'documents',
      '{"documents": [{"url": "https://example.com/leave", "text": "Every employee has 28 days of paid leave a year."}]}',
    ),
    ...curl('answer', '{"query": "How many days of paid leave does an employee have?"}'),
    '',
    '',
  ].join('\n');
}
