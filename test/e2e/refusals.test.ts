import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { clusterUrl } from '../support/postgres.ts';
import { processesOf, runProcess } from '../support/process.ts';
import { found } from '../support/programs.ts';

const SOMEBODY = '65534';

const ENDED_WITHIN_MS = 10_000;

describe('a start that cannot succeed', function () {
  this.timeout(60_000);
  let folder: string;
  /** Taken, and never answering. */
  let silent: Server;
  let port: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    // Other users are let in as far as it takes to be refused.
    await chmod(folder, 0o755);
    await writeFile(join(folder, 'file'), '');
    silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    port = String((silent.address() as AddressInfo).port);
  });
  after(async () => {
    silent.close();
    await rm(folder, { recursive: true, force: true });
  });

  const anyPort = { QUARRY_PORT: '0', QUARRY_GRPC_PORT: '0', QUARRY_TEMPORAL_PORT: '0', QUARRY_TEMPORAL_UI_PORT: '0' };
  const ownDatabase = (url: string) => ({
    DATABASE_URL: url,
    QUARRY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });

  interface Refusal {
    environment: Record<string, string>;
    launcher?: string[];
    message: RegExp;
  }

  /** @param own by which all processes of the start are known */
  async function assertRefusal({ environment, launcher = [], message }: Refusal, own = folder): Promise<void> {
    const { code, stdout, stderr } = await runProcess(
      ['start'],
      { ...anyPort, TMPDIR: own, QUARRY_DATA_DIR: join(own, 'data'), ...environment },
      launcher,
    );
    assert.match(stderr, message);
    assert.deepEqual([code, stdout], [1, '']);
    // A checkpoint under way ends by itself after its server has been stopped; on a slow disk a moment later.
    const left = await eventually(
      ENDED_WITHIN_MS,
      async () => processesOf(own),
      (processes) => processes.length === 0,
    );
    assert.deepEqual(left, []);
  }

  type Case = [what: string, environment: () => Record<string, string>, message: RegExp];

  const cases: Case[] = [
    [
      'a certificate that cannot be read',
      () => ({ QUARRY_TLS_CERT: join(folder, 'no.pem'), QUARRY_TLS_KEY: join(folder, 'no.key') }),
      /QUARRY_TLS_CERT names a file that cannot be read/,
    ],
    [
      'one port for two',
      () => ({ QUARRY_PORT: '20001', QUARRY_TEMPORAL_UI_PORT: '20001' }),
      /QUARRY_PORT and QUARRY_TEMPORAL_UI_PORT are both 20001\./,
    ],
    [
      'an address that is not ours',
      () => ({ QUARRY_HOST: '192.0.2.1' }),
      /192\.0\.2\.1 is not an address of this machine/,
    ],
    ['an unknown variable', () => ({ QUARRY_PROT: '1' }), /QUARRY_PROT is not a variable of Quarry/],
    [
      'a malformed private target',
      () => ({ QUARRY_EGRESS_ALLOW: '10.0.0.0/33' }),
      /^quarry: QUARRY_EGRESS_ALLOW: "10\.0\.0\.0\/33" is neither/,
    ],
    [
      'a data folder that is a file',
      () => ({ QUARRY_DATA_DIR: join(folder, 'file') }),
      /data folder .* cannot be read and written/,
    ],
    [
      'a data folder where none can be made',
      () => ({ QUARRY_DATA_DIR: '/proc/quarry' }),
      /data folder .* cannot be read and written/,
    ],
    [
      'a missing Temporal executable',
      () => ({ QUARRY_TEMPORAL_CLI: '/nonexistent/temporal' }),
      /QUARRY_TEMPORAL_CLI names \/nonexistent\/temporal/,
    ],
    [
      'a missing Chromium',
      () => ({ QUARRY_CHROMIUM: '/nonexistent/chromium' }),
      /QUARRY_CHROMIUM names \/nonexistent\/chromium/,
    ],
  ];
  for (const [what, environment, message] of cases) {
    it(`says what is wrong and what to do, and leaves nothing running: ${what}`, () =>
      assertRefusal({ environment: environment(), message }));
  }

  describe('for its server', () => {
    // Most of each of these starts is waiting, so they wait side by side.
    const cases: Case[] = [
      [
        'a database that is not there',
        () => ownDatabase('postgresql://127.0.0.1:1/none'),
        /PostgreSQL cannot be reached \(.*ECONNREFUSED.*\)\. Start it, or correct DATABASE_URL\./,
      ],
      [
        'a database that never answers',
        () => ownDatabase(`postgresql://127.0.0.1:${port}/none`),
        /PostgreSQL cannot be reached \(.*timeout\)\. Start it, or correct DATABASE_URL\./,
      ],
      [
        'a database of another name',
        () => ownDatabase(clusterUrl('nowhere')),
        /PostgreSQL cannot be reached \(database "nowhere" does not exist\)\. Start it, or correct DATABASE_URL\./,
      ],
      [
        'a Temporal server that never answers',
        () => ({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` }),
        /No Temporal server answers at 127\.0\.0\.1:\d+\. Start it, or correct TEMPORAL_ADDRESS\./,
      ],
      [
        'a namespace that Temporal does not have',
        () => ({ TEMPORAL_ADDRESS: process.env.QUARRY_TEST_TEMPORAL ?? '', TEMPORAL_NAMESPACE: 'nowhere' }),
        /has no namespace nowhere\. Create it \(.*\), or correct TEMPORAL_NAMESPACE\./,
      ],
    ];
    let refused: Map<string, Promise<void>>;
    before(() => {
      const refusal = async ([, environment, message]: Case) =>
        assertRefusal({ environment: environment(), message }, await mkdtemp(join(folder, 'own-')));
      refused = new Map(cases.map((one) => [one[0], refusal(one)]));
      // Each is judged by its own test.
      for (const one of refused.values()) one.catch(() => {});
    });
    for (const [what] of cases) {
      it(`says what is wrong and what to do, and leaves nothing running: ${what}`, () => refused.get(what));
    }
  });

  for (const variable of ['QUARRY_PORT', 'QUARRY_GRPC_PORT', 'QUARRY_TEMPORAL_PORT', 'QUARRY_TEMPORAL_UI_PORT']) {
    it(`reports it before anything starts: a port in use, ${variable}`, async () => {
      const dataFolder = await mkdtemp(join(folder, 'data-'));
      await assertRefusal({
        environment: { QUARRY_DATA_DIR: dataFolder, [variable]: port },
        message: new RegExp(`Port ${port} is already in use\\. Set ${variable} `),
      });
      assert.deepEqual(await readdir(dataFolder), []);
    });
  }

  it('names the program to install if the Temporal server is unavailable', async () => {
    const bin = join(folder, 'bin');
    await mkdir(bin);
    // All that PostgreSQL's start needs, and nothing to download with.
    for (const program of ['sh', 'unshare', 'true', 'id']) await symlink(found(program), join(bin, program));
    const message =
      /could not be obtained: temporal\.download: .*ECONNREFUSED.*; python3 is not installed\. Any of these helps:[\s\S]*QUARRY_TEMPORAL_CLI[\s\S]*TEMPORAL_ADDRESS/;
    // A proxy at which nothing listens: the machine of the test may reach what it likes.
    await assertRefusal({
      environment: { PATH: bin, XDG_CACHE_HOME: join(folder, 'cache'), https_proxy: 'http://127.0.0.1:1' },
      message,
    });
  });

  it('reports a data folder of another user', async function () {
    if (process.getuid?.() !== 0) return this.skip();
    const mine = join(folder, 'mine');
    await mkdir(join(mine, 'postgres'), { recursive: true, mode: 0o700 });
    const asSomebody = ['setpriv', `--reuid=${SOMEBODY}`, `--regid=${SOMEBODY}`, '--clear-groups'];
    const message =
      /The data folder \S+ cannot be read and written \(EACCES at \S+\)\. Correct its owner and mode, or set QUARRY_DATA_DIR/;
    await assertRefusal({ environment: { QUARRY_DATA_DIR: mine }, launcher: asSomebody, message });
    await chmod(mine, 0o777);
    await assertRefusal({ environment: { QUARRY_DATA_DIR: mine }, launcher: asSomebody, message });
  });
});
