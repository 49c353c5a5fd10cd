import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keptPackages } from '../support/kept-packages.ts';
import { publintSays } from '../support/publint.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { packedProject, type Project } from '../sdk/packed.ts';

const run = promisify(execFile);
const ATTW = '@arethetypeswrong/cli@0.18.5';
const callBy = (address: string) => `const quarry = new Quarry({ apiKey: process.env.QUARRY_API_KEY, ${address} });
  void quarry.search({ query: 'wrens' }).then(({ documents }) => {
    console.log(documents[0].url, MonitorStatus.MONITOR_STATUS_PAUSED);
    quarry.close();
  });`;
const OVER_GRPC = callBy('address: process.env.API_ADDRESS');
const OVER_REST = callBy('baseUrl: process.env.QUARRY_URL');
const programs = {
  'ask.mjs': `import { MonitorStatus, Quarry } from 'quarry-sdk';\n${OVER_GRPC}`,
  'ask.cjs': `const { MonitorStatus, Quarry } = require('quarry-sdk');\n${OVER_GRPC}`,
  'ask-rest.mjs': `import { MonitorStatus, Quarry } from 'quarry-sdk/rest';\n${OVER_REST}`,
  'ask-rest.cjs': `const { MonitorStatus, Quarry } = require('quarry-sdk/rest');\n${OVER_REST}`,
};

const tarballIn = async (folder: string) => (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';

describe('the TypeScript SDK, with the package that npm makes of it', function () {
  this.timeout(180_000);
  let quarry: TestQuarry;
  let project: Project;
  before(async () => {
    quarry = await startQuarry();
    const document = { url: 'https://birds.example.com/wren', title: 'Wrens', text: 'Wrens sing in the hedge.' };
    await quarry.call('POST', '/v1/documents', { documents: [document] });
    project = await packedProject(programs);
  });
  after(() => Promise.all([quarry.stop(), project.remove()]));

  it('has types that fit its modules, however they are resolved', async () => {
    const attw = join(await keptPackages([ATTW]), '@arethetypeswrong/cli/dist/index.js');
    const tarball = await tarballIn(project.folder);
    const { stdout } = await run(process.execPath, [attw, '--format', 'json', tarball], { cwd: project.folder }).catch(
      (error: { stdout: string }) => error,
    );
    const { analysis, problems } = JSON.parse(stdout) as { analysis: { types: unknown }; problems?: object };
    assert.deepEqual([analysis.types, problems ?? {}], [{ kind: 'included' }, {}]);
  });

  it('has a manifest whose entry points are there, and of the kind that they say', async () => {
    const tarball = join(project.folder, await tarballIn(project.folder));
    assert.match(await publintSays(tarball), /All good!/);
  });

  for (const file of Object.keys(programs))
    it(`calls the service from ${file}`, async () => {
      const env = { ...process.env, QUARRY_API_KEY: quarry.key, API_ADDRESS: quarry.grpc, QUARRY_URL: quarry.url };
      const { stdout } = await run(process.execPath, [file], { cwd: project.folder, env });
      assert.equal(stdout, 'https://birds.example.com/wren 2\n');
    });
});
