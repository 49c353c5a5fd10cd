import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAnswers } from './answers/answers.ts';
import { benchCrawl } from './pages/crawl.ts';
import { benchDocs } from './answers/docs.ts';
import { benchLanguages } from './answers/languages/languages.ts';
import { benchConsole } from './console/console.ts';
import { benchEmbeddings } from './retrieval/embeddings.ts';
import { benchExtraction } from './extraction/extraction.ts';
import { benchFetch } from './pages/fetch.ts';
import { benchHalfEmbedded } from './retrieval/half-embedded.ts';
import { benchSearchBesideEmbedding } from './load/embedding.ts';
import { benchFlood } from './load/flood.ts';
import { benchGrpc } from './load/grpc.ts';
import { benchHourlyMonitors } from './monitors/hourly-monitors.ts';
import { benchIdle } from './load/idle.ts';
import { benchIndexing } from './load/indexing.ts';
import { benchMonitors } from './monitors/monitors.ts';
import { benchNeighbours } from './load/neighbours.ts';
import { benchNovelty } from './monitors/novelty.ts';
import { benchPageSizes } from './pages/page-sizes.ts';
import { benchExplanations } from './research/explanations.ts';
import { benchMissingParts } from './research/missing-parts.ts';
import { benchResearch } from './research/research.ts';
import { benchRetrieval } from './retrieval/retrieval.ts';
import { benchSearch } from './load/search.ts';
import { benchSoak } from './load/soak.ts';
import { benchStart } from './load/start.ts';
import { benchTelemetry } from './load/telemetry.ts';
import { benchSteps } from './research/steps.ts';

const benches: Record<string, () => Promise<string[]>> = {
  start: benchStart,
  search: benchSearch,
  'search-beside-embedding': benchSearchBesideEmbedding,
  flood: benchFlood,
  indexing: benchIndexing,
  fetch: benchFetch,
  crawl: benchCrawl,
  retrieval: benchRetrieval,
  'half-embedded': benchHalfEmbedded,
  embeddings: benchEmbeddings,
  answers: benchAnswers,
  'answers-docs': benchDocs,
  'answers-languages': benchLanguages,
  research: benchResearch,
  'missing-parts': benchMissingParts,
  explanations: benchExplanations,
  steps: benchSteps,
  extraction: benchExtraction,
  monitors: benchMonitors,
  'hourly-monitors': benchHourlyMonitors,
  novelty: benchNovelty,
  'page-sizes': benchPageSizes,
  soak: benchSoak,
  neighbours: benchNeighbours,
  grpc: benchGrpc,
  telemetry: benchTelemetry,
  idle: benchIdle,
  console: benchConsole,
};

/** `npm run bench [-- start search …]`: the published figures, measured through the product's own interfaces. */
const options = { minutes: { type: 'string' }, stages: { type: 'boolean' }, documents: { type: 'string' } } as const;
const { positionals: asked } = parseArgs({ options, allowPositionals: true });
console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  const bench = benches[name];
  if (!bench) throw new Error(`${name} is not a benchmark; there are ${Object.keys(benches).join(', ')}.`);
  for (const line of await bench()) console.log(line);
}
