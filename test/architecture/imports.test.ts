import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allImports, ROOT, sourceFiles, type Import } from './imports.ts';

const room = (path: string) => path.split('/', 1)[0] ?? '';

/** Which rooms a room may import from; types alone may come from those in brackets. @see docs/architecture.md */
const ALLOWED: Record<string, { rooms: string[]; types: string[] }> = {
  entities: { rooms: ['entities'], types: [] },
  services: { rooms: ['entities', 'services'], types: [] },
  activities: { rooms: ['activities', 'services', 'entities'], types: [] },
  workflows: { rooms: ['workflows'], types: ['activities'] },
  worker: { rooms: ['worker', 'activities', 'services', 'entities'], types: [] },
  gen: { rooms: ['gen'], types: [] },
  sdk: { rooms: ['sdk', 'gen'], types: [] },
  api: { rooms: ['api', 'services', 'entities', 'gen'], types: [] },
  local: { rooms: ['local', 'api', 'worker', 'services', 'entities'], types: [] },
  cli: { rooms: ['cli', 'local', 'api', 'worker', 'services', 'entities'], types: [] },
};

// What the workflow bundle and its clients share; the files import nothing of ours.
const SHARED_WITH_WORKFLOWS = new Set(['services/temporal/contracts.ts', 'services/temporal/names.ts']);

describe('the import graph', () => {
  const imports = allImports();
  const own = imports.filter((one) => room(one.to) in ALLOWED);

  it('is read at all', () => {
    assert.ok(own.length > 200, `${own.length} imports`);
  });

  it('runs in one direction', () => {
    assert.deepEqual(own.filter((one) => !isAllowed(one)).map((one) => `${one.where} imports ${one.to}`), []);
  });

  it('lets nothing know workflows, which share two files with their clients', () => {
    const known = imports.filter((one) => room(one.to) === 'workflows' && room(one.from) !== 'workflows');
    assert.deepEqual(known.map((one) => one.where), []);
    assert.deepEqual(imports.filter((one) => SHARED_WITH_WORKFLOWS.has(one.from) && room(one.to) in ALLOWED).map((one) => one.where), []);
  });

  it('reaches the network through services/egress only', () => {
    const clients = /^(node:)?(https?|http2|net|tls|dgram)$|^undici$/;
    const reaching = imports.filter((one) => clients.test(one.to) && !one.typeOnly && !MAY_TOUCH_SOCKETS.some((path) => one.from.startsWith(path)));
    assert.deepEqual(reaching.map((one) => `${one.where} imports ${one.to}`), []);
  });

  // Node ignores `createConnection` where `agent` is given as well: the name would be looked up again, unjudged.
  it('builds no client of services/egress with an agent of its own', () => {
    const files = sourceFiles(join(ROOT, 'services/egress'));
    assert.ok(files.some((file) => /\bcreateConnection\b/.test(readFileSync(file, 'utf8'))), 'no client was found');
    assert.deepEqual(files.filter((file) => /\bagent\b\s*[:,}]|\bAgent\(/.test(withoutComments(readFileSync(file, 'utf8')))), []);
  });

  it('has no circle', () => {
    const runtime = own.filter((one) => !one.typeOnly);
    assert.deepEqual(circles(runtime), []);
  });
});

// Servers and port checks on this machine, and the address parser of egress' own rules.
const MAY_TOUCH_SOCKETS = ['services/egress/', 'services/fetch/browser/', 'api/rest/', 'api/grpc/', 'local/'];

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const allowed = ALLOWED[room(from)];
  if (!allowed) return false;
  if (SHARED_WITH_WORKFLOWS.has(to) && room(from) === 'workflows') return true;
  return allowed.rooms.includes(room(to)) || (typeOnly && allowed.types.includes(room(to)));
}

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
