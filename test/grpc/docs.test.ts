import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { allServices } from '../../api/grpc/services/all.ts';
import { describedOperations } from '../../api/operations/all.ts';
import { freePort } from '../../services/process/free-port.ts';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { packedProject, type Project } from '../sdk/packed.ts';
import { commandsOf, methodOf, programsOf, type Commands } from './page-examples.ts';
import { assertShown, parseShown, patternOf } from './shown.ts';

const WITHIN_MS = 60_000;
const SETTLED_WITHIN_MS = 10_000;
// It goes on until its caller ends it.
const ENDLESS = 'MonitorService/StreamRecords';
// What is read may be a moment behind what was done.
const READS = /\/(?:Get|List)/;
const PAGES = ['docs/grpc.md', 'README.md'];
const REST = '127.0.0.1:8080';
const GRPC = '127.0.0.1:50051';

interface Ended {
  code: number | null;
  output: string;
}

describe('an example of the documentation of gRPC', function () {
  this.timeout(WITHIN_MS);
  const examples = PAGES.flatMap(commandsOf);
  const programs = PAGES.flatMap(programsOf);
  const nameOf = (index: number) => `example-${index}`;
  // Which id of this service stands for one that the page shows.
  const ids = new Map<string, string>();
  let quarry: TestQuarry;
  let rest: string;
  let project: Project;

  before(async () => {
    rest = `127.0.0.1:${await freePort('127.0.0.1')}`;
    const environment = { QUARRY_PORT: rest.split(':')[1] ?? '', QUARRY_EGRESS_ALLOW: rest };
    quarry = await startQuarry(environment);
    const files = programs.map(({ code }, index) => [
      `${nameOf(index)}.ts`,
      `${code.replace(GRPC, quarry.grpc)}\nquarry.close();\n`,
    ]);
    project = await packedProject(Object.fromEntries(files));
    await mkdir(join(project.folder, '.data'));
    await writeFile(join(project.folder, '.data', 'api-key'), `${quarry.key}\n`);
  });
  after(async () => {
    await project.remove();
    await quarry.stop();
  });

  it('exists for every method', () => {
    const methods = allServices(describedOperations(), () => assert.fail()).flatMap(({ desc, methods }) =>
      methods.map((method) => `${desc.name}/${method.desc.name}`),
    );
    const called = new Set(examples.flatMap(({ commands }) => commands.map(methodOf)));
    assert.deepEqual(
      methods.filter((method) => !called.has(method)),
      [],
    );
  });

  function typed(command: string): string {
    const here = command
      .replaceAll(REST, rest)
      .replaceAll(GRPC, quarry.grpc)
      .replaceAll('$(cat .data/api-key)', quarry.key);
    return [...ids].reduce((text, [shown, id]) => text.replaceAll(shown, id), here);
  }

  async function holds({ at, commands, shown, isJson }: Commands): Promise<void> {
    const ended: Ended[] = [];
    for (const command of commands) ended.push(await run(typed(command), methodOf(command) === ENDLESS));
    const output = ended
      .map((one) => one.output)
      .join('')
      .replaceAll(rest, REST);
    if (!isJson) return assert.match(output, new RegExp(`^${patternOf(shown)}$`));
    const expected = parseShown(shown);
    assertShown(parseShown(output), expected, { ids, at });
    const fails = expected.some((value) => typeof value === 'object' && value !== null && 'code' in value);
    assert.equal(
      ended.every(({ code }) => code === 0),
      !fails,
      at,
    );
  }

  for (const example of examples) {
    it(`prints the page's output (${example.at})`, async () => {
      const reads = example.commands.every((command) => READS.test(methodOf(command) ?? ''));
      const failure = () =>
        holds(example).then(
          () => undefined,
          (error: Error) => error,
        );
      const failed = await (reads ? eventually(SETTLED_WITHIN_MS, failure, (error) => error === undefined) : failure());
      if (failed) throw failed;
    });
  }

  it('matches its types', () => project.compile());

  for (const [index, { at, printed }] of programs.entries()) {
    it(`prints the output in its comments, with the SDK's npm package (${at})`, async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [join('out', `${nameOf(index)}.js`)], {
        cwd: project.folder,
        timeout: WITHIN_MS,
      });
      assert.match(stdout, new RegExp(`^${printed.map(patternOf).join('\n')}\n$`));
    });
  }
});

/** Runs a command as a shell does. An endless one is interrupted once it has printed a whole value. */
async function run(command: string, isEndless: boolean): Promise<Ended> {
  const shell = spawn('sh', ['-c', command], {
    detached: true,
    env: { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env.PATH ?? ''}` },
  });
  const said = { stdout: '', stderr: '' };
  const hasValue = () => said.stdout.includes('\n}\n');
  shell.stderr.on('data', (text: Buffer) => (said.stderr += text.toString()));
  shell.stdout.on('data', (text: Buffer) => {
    said.stdout += text.toString();
    if (isEndless && hasValue()) process.kill(-(shell.pid ?? 0), 'SIGKILL');
  });
  const [exitCode] = (await once(shell, 'close')) as [number | null];
  const code = isEndless && hasValue() ? 0 : exitCode;
  return { code, output: code === 0 ? said.stdout : said.stderr };
}
