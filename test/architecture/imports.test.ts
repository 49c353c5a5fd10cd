import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allImports, ROOT, sourceFiles, TOP_FOLDERS, type Import } from '../../scripts/map/imports.ts';
import { ROOMS } from '../../scripts/map/rooms.ts';

const top = (path: string) => path.split('/', 1)[0] ?? '';

/** The server shares what a message looks like over REST with its clients, and nothing else of theirs. */
const CONTRACT = 'sdk/contract';
const part = (path: string) => (path.startsWith(`${CONTRACT}/`) ? CONTRACT : top(path));

/** Beyond the order of the rooms: parts that stay apart. */
const APART: Record<string, readonly string[]> = {
  entities: ['entities'],
  services: ['entities', 'services'],
  activities: ['activities', 'services', 'entities'],
  workflows: ['workflows', 'activities', 'services'],
  runtime: ['runtime', 'services', 'entities'],
  worker: ['worker', 'runtime', 'activities', 'services', 'entities'],
  gen: ['gen'],
  [CONTRACT]: [CONTRACT, 'gen'],
  sdk: ['sdk', CONTRACT, 'gen'],
  api: ['api', 'runtime', 'services', 'entities', 'gen', CONTRACT],
  console: ['console'],
  local: ['local', 'api', 'worker', 'runtime', 'services', 'entities'],
};

// What the workflow bundle and its clients share; the files import nothing of ours.
const SHARED_WITH_WORKFLOWS = new Set([
  'services/temporal/contracts.ts',
  'services/temporal/names.ts',
  'services/temporal/time-limits.ts',
]);

const order = new Map(ROOMS.map(([folder], place) => [folder, place]));

describe('the import graph', () => {
  const imports = allImports();
  const own = imports.filter((one) => TOP_FOLDERS.includes(top(one.to)));

  it('is not empty', () => {
    assert.ok(own.length > 200, `${own.length} imports`);
  });

  it('runs from each room to rooms above it, types included', () => {
    const placeOf = (file: string) => order.get(dirname(file)) ?? order.get(top(file)) ?? -1;
    const upward = own.filter((one) => placeOf(one.to) > placeOf(one.from));
    assert.deepEqual(
      upward.map((one) => `${one.where} imports ${one.to}`),
      [],
    );
  });

  it('keeps unrelated parts apart', () => {
    const crossing = own.filter(
      ({ from, to }) => !(APART[part(from)] ?? [...TOP_FOLDERS, CONTRACT]).includes(part(to)),
    );
    assert.deepEqual(
      crossing.map((one) => `${one.where} imports ${one.to}`),
      [],
    );
  });

  it('lets nothing import workflows, which import types of activities and the files that they share with their clients', () => {
    assert.deepEqual(
      own.filter((one) => top(one.to) === 'workflows' && top(one.from) !== 'workflows').map((one) => one.where),
      [],
    );
    const known = own.filter(
      (one) => top(one.from) === 'workflows' && top(one.to) !== 'workflows' && !SHARED_WITH_WORKFLOWS.has(one.to),
    );
    assert.deepEqual(
      known.filter((one) => !one.typeOnly || top(one.to) !== 'activities').map((one) => one.where),
      [],
    );
    assert.deepEqual(
      own.filter((one) => SHARED_WITH_WORKFLOWS.has(one.from)).map((one) => one.where),
      [],
    );
  });

  it('reaches the network through services/egress only', () => {
    const clients = /^(node:)?(https?|http2|net|tls|dgram)$|^undici$/;
    const reaching = imports.filter(
      (one) => clients.test(one.to) && !one.typeOnly && !MAY_TOUCH_SOCKETS.some((path) => one.from.startsWith(path)),
    );
    assert.deepEqual(
      reaching.map((one) => `${one.where} imports ${one.to}`),
      [],
    );
  });

  // Node ignores `createConnection` where `agent` is given as well: the name would be looked up again, unjudged.
  it('builds no client of services/egress with its own agent', () => {
    const files = sourceFiles(join(ROOT, 'services/egress'));
    assert.ok(
      files.some((file) => /\bcreateConnection\b/.test(readFileSync(file, 'utf8'))),
      'no client was found',
    );
    assert.deepEqual(
      files.filter((file) => /\bagent\b\s*[:,}]|\bAgent\(/.test(withoutComments(readFileSync(file, 'utf8')))),
      [],
    );
  });

  it('has no circle of files, types included', () => {
    assert.deepEqual(circles(own), []);
  });
});

// Servers, metrics and port checks on this machine, the address parser of egress' own rules, and benchmarks, which play both sides.
const MAY_TOUCH_SOCKETS = [
  'services/egress/',
  'services/fetch/browser/',
  'api/rest/',
  'api/grpc/',
  'local/',
  'services/process/free-port.ts',
  'services/telemetry/',
  'bench/',
];

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

function circles(imports: Import[]): string[] {
  const next = Map.groupBy(imports, (one) => one.from);
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (file: string, path: string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (path.includes(file) || done.has(file)) return;
    for (const one of next.get(file) ?? []) walk(one.to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return found;
}
