import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { documentsFrom, queryOf } from '../harness/synthetic-text.ts';
import { milliseconds, quantile, withService, type BenchService } from '../harness/service.ts';

const DOCUMENTS = 5_000;
const BATCH = 1_000;
const WARM_UP = 300;
const ROUNDS = 1_500;
const INDEXED_POLL_MS = 500;

interface Variant {
  name: string;
  service: BenchService;
  /** In milliseconds, by round. */
  taken: number[];
}

/**
 * The cost of metrics and traces for a search: several services answer the same queries in turn. Two of them are
 * identical: their difference is noise.
 */
export async function benchTelemetry(): Promise<string[]> {
  const receiver = createServer((request, response) => request.resume().once('end', () => response.end()));
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const metrics = { QUARRY_METRICS_PORT: '0' };
  const settings: ReadonlyArray<[name: string, environment: Record<string, string>]> = [
    ['off', {}],
    ['off again', {}],
    ['metrics', metrics],
    ['metrics and traces', { ...metrics, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }],
  ];
  const startNext = async (variants: Variant[]): Promise<string[]> => {
    const next = settings[variants.length];
    if (!next) return compared(variants);
    const [name, environment] = next;
    return withService((service) => startNext([...variants, { name, service, taken: [] }]), {
      QUARRY_EMBEDDINGS_MODEL: 'off',
      ...environment,
    });
  };
  try {
    return await startNext([]);
  } finally {
    receiver.close();
  }
}

async function compared(variants: readonly Variant[]): Promise<string[]> {
  for (const { service } of variants) await indexed(service);
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const query = queryOf(round + WARM_UP);
    // Each of them is first equally often.
    for (let nth = 0; nth < variants.length; nth += 1) {
      const variant = variants[(nth + round + WARM_UP) % variants.length];
      const startedAt = performance.now();
      await variant?.service.post('/v1/search', { query, tier: 'base' });
      if (round >= 0) variant?.taken.push(performance.now() - startedAt);
    }
  }
  const off = variants[0]?.taken ?? [];
  const of = (values: readonly number[], share: number) =>
    quantile(
      values.toSorted((one, other) => one - other),
      share,
    );
  return variants.map(({ name, taken }) => {
    const differences = taken.map((ms, round) => ms - (off[round] ?? 0));
    const added = of(differences, 0.5);
    const share = (100 * added) / of(off, 0.5);
    const paired =
      name === 'off' ? '' : `; median of the paired differences ${added.toFixed(3)} ms, ${share.toFixed(1)} %`;
    return `search base over ${DOCUMENTS} documents, ${name}: p50 ${milliseconds(of(taken, 0.5))}, p95 ${milliseconds(of(taken, 0.95))}${paired}`;
  });
}

async function indexed(service: BenchService): Promise<void> {
  for (let from = 0; from < DOCUMENTS; from += BATCH)
    await service.post('/v1/documents', { documents: documentsFrom(from, BATCH) });
  const marker = { url: 'https://bench.example.com/last', text: 'lastofall' };
  await service.post('/v1/documents', {
    documents: Array.from({ length: 100 }, (_, n) => ({ ...marker, url: `${marker.url}/${n}` })),
  });
  for (;;) {
    const { documents } = (await service.post('/v1/search', { query: marker.text, max_results: 100 })) as {
      documents: unknown[];
    };
    if (documents.length === 100) return;
    await new Promise((resolve) => setTimeout(resolve, INDEXED_POLL_MS));
  }
}
