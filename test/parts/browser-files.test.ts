import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGate } from '../../services/egress/gate.ts';
import { createBrowser } from '../../services/fetch/browser/browser.ts';
import { detectIsolation, type Isolation } from '../../services/fetch/browser/isolation.ts';

const SECRET = 'qry_live_of_the_operator';
const IN_ENVIRONMENT = 'known-to-the-service-alone';

const plain = (data: string) => `
cat ${data}/api-key >&2
ls ${data} | sed 's/^/listed /' >&2
echo "tried all" >&2
exit 1
`;

/** What a renderer that was taken over could run; whatever it reads is told on standard error, which the test sees. */
const shell = (data: string) => `#!/bin/sh
echo "user $(id -u)" >&2
for file in ${data}/api-key ${data}/encryption-key; do
  cat "$file" >&2
  for pid in /proc/[0-9]*; do cat "$pid/root$file" "$pid/cwd/api-key" >&2; done
  unshare -Ur --mount sh -c "umount ${data}; cat $file" >&2
  umount "${data}" >&2 && cat "$file" >&2
done
for pid in /proc/[0-9]*; do tr '\\0' '\\n' < "$pid/environ" >&2; done
${plain(data)}`;

describe('a program in the place of the browser', () => {
  let folder: string;
  let data: string;
  let program: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-files-test-'));
    // Open to every user: it is hidden, not only closed.
    await chmod(folder, 0o755);
    data = join(folder, 'data');
    program = join(folder, 'program');
    await Promise.all([mkdir(data), mkdir(program)]);
    for (const name of ['api-key', 'encryption-key']) await writeFile(join(data, name), SECRET, { mode: 0o644 });
    process.env.QUARRY_TEST_SECRET = IN_ENVIRONMENT;
  });
  after(async () => {
    delete process.env.QUARRY_TEST_SECRET;
    await rm(folder, { recursive: true });
  });

  async function told(isolation: Isolation, script: string): Promise<string> {
    await writeFile(join(program, 'chromium'), script, { mode: 0o755 });
    let said = '';
    const browser = createBrowser({
      gate: createGate(),
      executablePath: join(program, 'chromium'),
      hidden: [data],
      userAgent: 'Quarry-Test',
      isolation,
      onLaunchFailure: (error) => (said += String(error)),
    });
    await browser.render('http://93.184.216.34/', AbortSignal.timeout(25_000));
    await browser.close();
    assert.match(said, /tried all/);
    return said;
  }

  it('reads neither the keys in the data folder nor the environment of the service, and has no privileges', async function () {
    if ((await detectIsolation()) !== 'namespace') return this.skip();
    const said = await told('namespace', shell(data));
    assert.ok(!said.includes(SECRET), 'it read a key');
    assert.ok(!said.includes(IN_ENVIRONMENT), 'it read the environment');
    assert.doesNotMatch(said, /listed \S/);
    if (process.getuid?.() === 0) assert.match(said, /user 65534/);
  });

  it('would read them without separate mounts', async function () {
    if ((await detectIsolation()) === 'proxy-only') return this.skip();
    const said = await told('network-namespace', `#!/bin/sh${plain(data)}`);
    assert.ok(said.includes(SECRET));
    assert.match(said, /listed api-key/);
  });
});
