import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { BUCKETS, PARTS, type PartName } from './parts.ts';

/** A call over either transport that has ended. */
export interface EndedCall {
  operation: string;
  transport: 'rest' | 'grpc';
  /** `OK`, or the code of its error, the same over both transports. */
  code: string;
  seconds: number;
}

/** Values that are read at each scrape, by name: `index_outbox_rows`. Each is one gauge. */
export type GaugeValues = Readonly<Record<string, number>>;

/** A source of gauges. `help` has an entry for each name; a name without a value is not shown. */
export interface GaugeSource {
  help: Readonly<Record<string, string>>;
  read(): Promise<GaugeValues>;
}

/** The metrics of a process. Labels have few values: none is a query, an address, an id or a text. */
export interface Metrics {
  called(call: EndedCall): void;
  /** @param name one of few: it is a label */
  begun(part: PartName): void;
  worked(part: PartName, name: string, ended: { outcome: string; seconds: number }): void;
  /** @param stage a constant of the code */
  staged(operation: string, stage: string, seconds: number): void;
  charged(operation: string, credits: number): void;
  /** Shows values that are read at each scrape. A failed read shows none, and is counted. */
  gauges(source: GaugeSource): void;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
  contentType: string;
}

// Gauges with the ending of a counter, which `promtool check metrics` refuses; others have the same values by type.
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const registers = [registry];
  const calls = new Histogram({
    name: 'quarry_request_duration_seconds',
    help: 'Calls over REST and gRPC, from the first byte read to the last one written',
    labelNames: ['operation', 'transport', 'code'],
    buckets: BUCKETS,
    registers,
  });
  const credits = new Counter({
    name: 'quarry_credits_charged_total',
    help: 'Credits charged by this process',
    labelNames: ['operation'],
    registers,
  });
  const stages = new Histogram({
    name: 'quarry_stage_duration_seconds',
    help: 'Stages of calls, which may overlap',
    labelNames: ['operation', 'stage'],
    buckets: BUCKETS,
    registers,
  });
  const inProgress = new Gauge({
    name: 'quarry_in_progress',
    help: 'Work of each kind that goes on at this moment',
    labelNames: ['part'],
    registers,
  });
  const parts = new Map(
    Object.entries(PARTS).map(([part, { metric, label, help }]) => [
      part,
      new Histogram({
        name: `quarry_${metric}_duration_seconds`,
        help,
        labelNames: [label, 'outcome'],
        buckets: BUCKETS,
        registers,
      }),
    ]),
  );
  return {
    called: ({ operation, transport, code, seconds }) => calls.observe({ operation, transport, code }, seconds),
    begun: (part) => inProgress.inc({ part }),
    worked: (part, name, { outcome, seconds }) => {
      inProgress.dec({ part });
      parts.get(part)?.observe({ [PARTS[part].label]: name, outcome }, seconds);
    },
    staged: (operation, stage, seconds) => stages.observe({ operation, stage }, seconds),
    charged: (operation, amount) => credits.inc({ operation }, amount),
    gauges: gaugesIn(registry),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** The first gauge of a source reads the values of all of them: the registry collects in the order of registration. */
function gaugesIn(registry: Registry): Metrics['gauges'] {
  const registers = [registry];
  const failures = new Counter({
    name: 'quarry_value_read_failures_total',
    help: 'Looks at which values could not be read, such as those of the database while it is away',
    registers,
  });
  return ({ help, read }) => {
    const none: GaugeValues = {};
    let reading: Promise<GaugeValues> | undefined;
    const readOnce = () =>
      (reading ??= read()
        .catch(() => {
          failures.inc();
          return none;
        })
        .finally(() => setImmediate(() => (reading = undefined))));
    for (const [name, meaning] of Object.entries(help)) {
      const gauge: Gauge = new Gauge({
        name: `quarry_${name}`,
        help: meaning,
        registers,
        collect: async () => {
          const value = (await readOnce())[name];
          if (value === undefined) gauge.remove();
          else gauge.set(value);
        },
      });
    }
  };
}
