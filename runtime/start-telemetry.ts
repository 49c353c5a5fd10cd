import product from '../package.json' with { type: 'json' };
import { startTelemetry, type Telemetry, type TelemetrySettings } from '../services/telemetry/telemetry.ts';
import { placeForTemporalMetrics, type TemporalMetrics } from '../services/telemetry/temporal-metrics.ts';
import type { Config } from './config.ts';

const TRACES_PATH = '/v1/traces';

/**
 * Starts the metrics and traces that the configuration enables.
 *
 * @throws Error saying what to do if the port of the metrics is unavailable
 */
export function telemetryOf(config: Config, temporal?: TemporalMetrics): Promise<Telemetry> {
  const { QUARRY_METRICS_HOST: host, QUARRY_METRICS_PORT: port } = config;
  return startTelemetry({
    metrics: port === undefined ? undefined : { host, port },
    traces: tracesOf(config),
    temporal,
  });
}

/** The address at which this process's Temporal SDK serves its metrics; undefined if they are off. */
export async function temporalMetricsOf({
  QUARRY_METRICS_PORT: port,
}: Pick<Config, 'QUARRY_METRICS_PORT'>): Promise<TemporalMetrics | undefined> {
  return port === undefined ? undefined : placeForTemporalMetrics();
}

function tracesOf(config: Config): TelemetrySettings['traces'] {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_EXPORTER_OTLP_ENDPOINT: base } = config;
  const url = whole ?? (base && base.replace(/\/+$/, '') + TRACES_PATH);
  if (url === undefined || config.OTEL_SDK_DISABLED) return undefined;
  return {
    url,
    serviceName: config.OTEL_SERVICE_NAME,
    version: product.version,
    sampler: config.OTEL_TRACES_SAMPLER,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
  };
}
