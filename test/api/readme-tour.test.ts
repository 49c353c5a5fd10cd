import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { assertShown, parseShown } from '../grpc/shown.ts';

const run = promisify(execFile);

/** A block of commands and the JSON after it. */
const STEP = /^```bash\n((?:(?!```)[^])*?)^```\n\n```json\n([^]*?)^```$/gm;
const README_ORIGIN = 'http://127.0.0.1:8080';
const WITHIN_MS = 30_000;
// A machine with Node alone has no jq.
const JQ = `jq() { node -e 'console.log(process.argv[1].slice(1).split(".").reduce((at, name) => at[name], JSON.parse(require("fs").readFileSync(0, "utf8"))))' "$2"; }`;

describe('the tour of the README', function () {
  this.timeout(60_000);
  let quarry: TestQuarry;
  let folder: string;
  before(async () => {
    quarry = await startQuarry();
    folder = await mkdtemp(join(tmpdir(), 'quarry-tour-'));
    await mkdir(join(folder, '.data'));
    await writeFile(join(folder, '.data', 'api-key'), `${quarry.key}\n`);
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await quarry.stop();
  });

  it('prints the documented output, from the first command to the last', async () => {
    const readme = await readFile('README.md', 'utf8');
    const tour = readme.slice(readme.indexOf('## A tour'), readme.indexOf('The **Temporal UI**'));
    const steps = [...tour.matchAll(STEP)];
    assert.ok(steps.length >= 6, `${steps.length} steps`);
    const ids = new Map<string, string>();
    for (const [, commands = '', shown = ''] of steps) {
      const [creating, reading] = halvesOf(commands);
      const variables = await bash(`${creating}declare -p run monitor 2>/dev/null || true`);
      const print = async () => (await bash(`${variables}\n${reading}`)).replaceAll(quarry.url, README_ORIGIN);
      const compare = (printed: string) =>
        assertShown(JSON.parse(printed), parseShown(shown)[0], { ids, at: commands });
      // A document is found within a second, and the first run of a monitor ends a little later.
      compare(await eventually(WITHIN_MS, print, (printed) => passes(() => compare(printed))));
    }
  });

  /** What makes a thing is done once; what reads it may be tried again. */
  function halvesOf(commands: string): [string, string] {
    const end = commands.lastIndexOf('\ncurl ') + 1;
    return [commands.slice(0, end).replace(/^sleep .*$/m, ''), commands.slice(end)];
  }

  async function bash(script: string): Promise<string> {
    const { stdout } = await run('bash', ['-c', `${JQ}\n${script.replaceAll(README_ORIGIN, quarry.url)}`], {
      cwd: folder,
    });
    return stdout;
  }
});

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}
