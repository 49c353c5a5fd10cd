import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../services/process/free-port.ts';
import { eventually } from '../support/eventually.ts';
import { keptPackages } from '../support/kept-packages.ts';
import type { TestQuarry } from '../support/quarry.ts';
import { assertToured, bundled, startTouredQuarry, tourOptions } from '../sdk/web-tour-scene.ts';
import type { TourResult } from '../sdk/web-tour.ts';

// Of Vercel: JavaScript with the web's standards alone, without Node's globals.
const EDGE_RUNTIME = 'edge-runtime@4.0.1';
// Programs that npm has for each platform; the tests that need one run on this platform alone.
const PLATFORM = 'linux-x64';
const WORKERD = ['@cloudflare/workerd-linux-64', '1.20261117.1', 'bin/workerd'] as const;
const DENO = ['@deno/linux-x64-glibc', '2.9.6', 'deno'] as const;
const BUN = ['@oven/bun-linux-x64', '1.4.5', 'bin/bun'] as const;
const WITHIN_MS = 60_000;
const TOUR = "import { tour } from './web-tour.ts';";

const run = promisify(execFile);

describe('the SDK over REST, in an edge runtime', function () {
  this.timeout(180_000);
  let quarry: TestQuarry;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-edge-'));
    quarry = await startTouredQuarry();
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await quarry.stop();
  });

  it("works in Vercel's", async () => {
    const modules = await keptPackages([EDGE_RUNTIME]);
    const program = await bundled(`${TOUR} globalThis.tour = tour;`, 'iife');
    const options = JSON.stringify(tourOptions(quarry));
    const host = `
      import { EdgeRuntime } from ${JSON.stringify(join(modules, 'edge-runtime/dist/index.js'))};
      const runtime = new EdgeRuntime();
      runtime.evaluate(${JSON.stringify(program)});
      const globals = runtime.evaluate('[typeof process, typeof Buffer, typeof require].join()');
      console.log(JSON.stringify([globals, await runtime.evaluate(${JSON.stringify(`tour(${options})`)})]));`;
    await writeFile(join(folder, 'host.mjs'), host);
    const { stdout } = await run(process.execPath, [join(folder, 'host.mjs')], { timeout: WITHIN_MS });
    const [globals, result] = JSON.parse(stdout) as [string, TourResult];
    assert.equal(globals, 'undefined,undefined,undefined');
    assertToured(result);
  });

  it("works in Cloudflare's", async function () {
    const workerd = (await kept(WORKERD)) ?? this.skip();
    const program = await bundled(WORKER, 'esm');
    await writeFile(join(folder, 'worker.js'), program);
    const port = await freePort('127.0.0.1');
    await writeFile(join(folder, 'config.capnp'), configOf(port));
    const running = spawn(workerd, ['serve', join(folder, 'config.capnp')], { stdio: ['ignore', 'ignore', 'inherit'] });
    try {
      assertToured(await askWorker(port));
    } finally {
      await ended(running);
    }
  });

  for (const [title, program, args] of [
    ["Deno's", DENO, ['run', '--no-remote', '--no-npm', '--no-prompt', '--allow-net=127.0.0.1']],
    ["Bun's", BUN, ['run']],
  ] as const)
    it(`works in ${title}`, async function () {
      const runtime = (await kept(program)) ?? this.skip();
      const options = JSON.stringify(tourOptions(quarry));
      const script = join(folder, 'tour.mjs');
      await writeFile(script, await bundled(`${TOUR} console.log(JSON.stringify(await tour(${options})));`, 'esm'));
      const { stdout } = await run(runtime, [...args, script], { cwd: folder, timeout: WITHIN_MS });
      assertToured(JSON.parse(stdout) as TourResult);
    });

  async function askWorker(port: number): Promise<TourResult> {
    const body = JSON.stringify(tourOptions(quarry));
    const ask = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body }).catch(() => undefined);
    const response = await eventually(WITHIN_MS, ask, (answered) => answered !== undefined);
    const text = (await response?.text()) ?? '';
    assert.equal(response?.status, 200, text);
    return JSON.parse(text) as TourResult;
  }
});

const WORKER = `
  ${TOUR}
  export default {
    async fetch(request: Request) {
      return Response.json(await tour(await request.json()));
    },
  };`;

const configOf = (port: number) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2026-11-01",
      globalOutbound = "outside",
    )),
    (name = "outside", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;

/** The path of a program; undefined on other platforms. */
async function kept([name, version, path]: readonly [string, string, string]): Promise<string | undefined> {
  if (`${process.platform}-${process.arch}` !== PLATFORM) return undefined;
  return join(await keptPackages([`${name}@${version}`]), name, path);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
