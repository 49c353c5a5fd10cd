import assert from 'node:assert/strict';
import { builtinModules } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Workflows } from '../../services/temporal/contracts.ts';
import { workflowBundle } from '../../worker/workflow-bundle.ts';

// Each workflow is as its clients expect it: what differs does not compile.
type All = typeof import('../../workflows/index.ts');
const AS_AGREED: { [Name in keyof Workflows]: All[Name] extends Workflows[Name] ? true : never } & Record<
  keyof All,
  true
> = {
  agentRun: true,
  crawl: true,
  embedPassages: true,
  fetchBatch: true,
  housekeeping: true,
  monitorRun: true,
  sourcePoll: true,
  webhookDelivery: true,
};

const MAX_BYTES = 2_000_000;
// The sandbox brings its own; Temporal's SDK asks for them by these names.
const SANDBOXED = new Set(['assert', 'url', 'util', 'async_hooks']);

describe('the workflow bundle', () => {
  let code: string;

  before(async function () {
    this.timeout(60_000);
    code = await readFile((await workflowBundle()).codePath, 'utf8');
  });

  it('is under 2 MB', () => {
    assert.ok(code.length < MAX_BYTES, `${code.length} bytes`);
  });

  it('holds our workflows', () => {
    for (const name of Object.keys(AS_AGREED)) assert.match(code, new RegExp(`async function ${name}\\(`));
  });

  it('holds no MikroORM, zod or PostgreSQL client', () => {
    for (const name of ['mikro-orm', 'node_modules/zod/', 'node_modules/pg/', 'node_modules/koa']) {
      assert.ok(!code.includes(name), `${name} was bundled`);
    }
  });

  it('asks for no Node module', () => {
    const asked = builtinModules.filter(
      (name) => !SANDBOXED.has(name) && new RegExp(`require\\(["'](node:)?${name}["']\\)`).test(code),
    );
    assert.deepEqual(asked, []);
  });
});
