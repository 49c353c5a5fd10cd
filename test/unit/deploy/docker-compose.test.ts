import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readConfig, variables } from '../../../runtime/config.ts';
import { parseRoles, ROLES } from '../../../worker/roles.ts';
import { workerHealthCheck } from '../../support/compose.ts';

interface Service {
  image: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  volumes?: string[];
  ports?: string[];
}

interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

// No container engine is at hand where the tests run: the file is held against what it names.
describe('docker-compose.yml', () => {
  let compose: Compose;
  before(async () => {
    compose = parse(await readFile('docker-compose.yml', 'utf8'), { merge: true }) as Compose;
  });

  const own = () => Object.entries(compose.services).filter(([, service]) => service.build !== undefined);

  it('has PostgreSQL, Temporal with its UI, the API and a worker for each role', () => {
    for (const name of ['postgres', 'temporal', 'temporal-ui', 'api']) assert.ok(compose.services[name], name);
    const roles = own().flatMap(([, { command = [] }]) =>
      command[2] === 'worker' ? parseRoles(command.slice(3)) : [],
    );
    assert.deepEqual(roles.toSorted(), ROLES.toSorted());
  });

  it('checks the health of every service', () => {
    for (const [name, service] of Object.entries(compose.services))
      assert.ok((service.healthcheck?.test.length ?? 0) > 1, name);
  });

  it('considers a worker healthy while its health file is present and recent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-compose-'));
    const file = join(folder, 'health');
    const check = await workerHealthCheck();
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    try {
      assert.equal(await check(file), false);
      await writeFile(file, '');
      assert.equal(await check(file), true);
      await utimes(file, minutesAgo(2), minutesAgo(2));
      assert.equal(await check(file), false);
    } finally {
      await rm(folder, { recursive: true });
    }
    for (const [name, { command = [], healthcheck, environment = {} }] of own()) {
      if (command[2] !== 'worker') continue;
      assert.deepEqual(healthcheck?.test, compose.services['worker-fetch']?.healthcheck?.test, name);
      assert.ok(environment.QUARRY_HEALTH_FILE, name);
    }
  });

  it('waits for services that exist and have a health check', () => {
    for (const service of Object.values(compose.services)) {
      for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
        assert.equal(condition, 'service_healthy');
        assert.ok(compose.services[name]?.healthcheck, name);
      }
    }
  });

  it('publishes both ports of the API, to this host only', () => {
    const { QUARRY_PORT: rest, QUARRY_GRPC_PORT: grpc } = readConfig({});
    assert.deepEqual(
      compose.services.api?.ports,
      [rest, grpc].map((port) => `127.0.0.1:${port}:${port}`),
    );
  });

  it('mounts only declared volumes', () => {
    const mounted = Object.values(compose.services)
      .flatMap((service) => service.volumes ?? [])
      .map((volume) => volume.split(':', 1)[0] ?? '');
    for (const volume of mounted) assert.ok(volume in compose.volumes, volume);
  });

  it('sets only variables that Quarry reads, and those that a separate process needs', () => {
    for (const [name, { environment = {} }] of own()) {
      for (const variable of Object.keys(environment)) assert.ok(variable in variables, `${name}: ${variable}`);
      for (const needed of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'QUARRY_ENCRYPTION_KEY'])
        assert.ok(environment[needed], `${name}: ${needed}`);
    }
  });

  // What a container has of its own, what the other services of the file are, or what commands of callers read.
  const OWN =
    /^(?:QUARRY_(?:HOST|HEALTH_FILE|PORT|GRPC_PORT|DATA_DIR|LOG|CHROMIUM|SEED_DOCS|TEMPORAL_\w+|TLS_\w+|BOOTSTRAP_\w+|URL|API_KEY)|TEMPORAL_NAMESPACE)$/;

  it('passes on every setting of an operator, unset if the shell has none', () => {
    for (const [name, { environment = {} }] of own()) {
      const missing = Object.keys(variables).filter((variable) => !OWN.test(variable) && !(variable in environment));
      assert.deepEqual(missing, [], name);
      for (const variable of ['QUARRY_PROVIDERS', 'QUARRY_MODEL', 'OPENAI_API_KEY'])
        assert.equal(environment[variable], null, `${name}: ${variable}`);
    }
  });
});
