import type { Logger } from 'pino';
import { readConfig, type Config } from '../runtime/config.ts';
import { runUntilSignalled, report } from '../services/process/lifecycle.ts';
import { createHeldLog } from '../runtime/log.ts';
import { temporalMetricsOf } from '../runtime/start-telemetry.ts';
import type { TemporalMetrics } from '../services/telemetry/temporal-metrics.ts';
import { reportTimeScale } from '../runtime/time-scale.ts';
import { TEMPORAL_FOLDER, takeDataFolder } from './data-folder.ts';
import { offeredModels } from './offered-models.ts';
import { requirePorts } from './require-ports.ts';
import type { Service, ServiceOptions } from './service.ts';

/** Runs the complete service in one process, with embedded servers where none are configured: `npm start`. */
export async function runEverything({ observe }: Pick<ServiceOptions, 'observe'> = {}): Promise<void> {
  const config = readConfig(process.env);
  warn(config);
  const { log, release } = createHeldLog(config.QUARRY_LOG);
  const temporalMetrics = await temporalMetricsOf(config);
  const folder = await takeDataFolder(config.QUARRY_DATA_DIR);
  try {
    await runUntilSignalled(
      async (asked) => {
        await requirePorts(config, folder.of(TEMPORAL_FOLDER));
        const startService = await loadService(log, temporalMetrics);
        return startService({
          config,
          folder,
          log,
          asked,
          observe,
          temporalMetrics,
          makesLoginLink: process.stdout.isTTY,
        });
      },
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

/** Loading the service takes a second: what is wrong with the configuration, the data folder or a port is told before. */
async function loadService(log: Logger, metrics: TemporalMetrics | undefined) {
  const [{ installRuntime }, { startService }] = await Promise.all([
    import('../worker/worker.ts'),
    import('./service.ts'),
  ]);
  installRuntime(log, metrics?.bindAddress);
  return startService;
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
function announce({ rest, grpc, temporalUi, metrics, keyFile, firstKey, loginLink, markReady }: Service): void {
  const isTerminal = process.stdout.isTTY;
  // Output that is not a terminal is often stored: it must contain neither the key nor a login link.
  const secrets = isTerminal ? { firstKey, loginLink } : { firstKey: undefined, loginLink: undefined };
  const prose = proseOf({ rest, grpc, temporalUi, metrics, keyFile, ...secrets });
  if (isTerminal) process.stdout.write(prose);
  else
    process.stdout.write(
      `${JSON.stringify({ event: 'ready', rest, grpc, temporal_ui: temporalUi ?? null, metrics, key_file: keyFile })}\n`,
    );
  markReady();
  if (!isTerminal) process.stderr.write(prose);
}

function proseOf({
  rest,
  grpc,
  temporalUi,
  metrics,
  keyFile,
  firstKey,
  loginLink,
}: Pick<Service, 'rest' | 'grpc' | 'temporalUi' | 'metrics' | 'keyFile' | 'firstKey' | 'loginLink'>): string {
  const curl = (path: string, body: string) => [
    `  curl -s ${rest}/v1/${path} -H "x-api-key: $(cat ${keyFile})" -H 'content-type: application/json' \\`,
    `    -d '${body}'`,
  ];
  const key = firstKey ?? `(in ${keyFile})`;
  return [
    'Quarry is ready.',
    `  API          ${rest}`,
    loginLink
      ? `  Console      ${loginLink} (signs in once, within 15 minutes)`
      : `  Console      ${rest}/ (npx quarry login-link prints a link that signs in)`,
    `  gRPC         ${grpc}`,
    `  API key      ${key}${firstKey ? `, kept in ${keyFile}` : ''}`,
    `  Reference    ${rest}/docs`,
    ...(temporalUi ? [`  Temporal UI  ${temporalUi}`] : []),
    ...(metrics ? [`  Metrics      ${metrics}`] : []),
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
