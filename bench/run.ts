import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAnswers } from './answers.ts';
import { benchExtraction } from './extraction.ts';
import { benchFetch } from './fetch.ts';
import { benchFlood } from './flood.ts';
import { benchGrpc } from './grpc.ts';
import { benchHourlyMonitors } from './hourly-monitors.ts';
import { benchIdle } from './idle.ts';
import { benchMonitors } from './monitors.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchNovelty } from './novelty.ts';
import { benchPageSizes } from './page-sizes.ts';
import { benchResearch } from './research.ts';
import { benchRetrieval } from './retrieval.ts';
import { benchSearch } from './search.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { benchSteps } from './steps.ts';

const benches: Record<string, () => Promise<string[]>> = { start: benchStart, search: benchSearch, flood: benchFlood, fetch: benchFetch, retrieval: benchRetrieval, answers: benchAnswers, research: benchResearch, steps: benchSteps, extraction: benchExtraction, monitors: benchMonitors, 'hourly-monitors': benchHourlyMonitors, novelty: benchNovelty, 'page-sizes': benchPageSizes, soak: benchSoak, neighbours: benchNeighbours, grpc: benchGrpc, idle: benchIdle };

/** `npm run bench [-- start search …]`: the figures that we claim, measured through the product's own interfaces. */
const { positionals: asked } = parseArgs({ options: { minutes: { type: 'string' } }, allowPositionals: true });
console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  const bench = benches[name];
  if (!bench) throw new Error(`${name} is not a benchmark; there are ${Object.keys(benches).join(', ')}.`);
  for (const line of await bench()) console.log(line);
}
