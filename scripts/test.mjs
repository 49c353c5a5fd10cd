// `npm test` and `npm run test:long`: set-up, static checks, then mocha on real parts.
import { join } from 'node:path';
import { NODE, ROOT, fail, run, setUp } from './setup.mjs';

await setUp();
const long = process.argv.includes('--long');
// A run that hangs must end as a failure that says so, not as silence.
const WITHIN_MS = (long ? 40 : 20) * 60_000;
const tool = (name) => join(ROOT, 'node_modules', '.bin', name);
const env = { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}` };

async function check(name, ...parameters) {
  if ((await run(tool(name), parameters, { env })) !== 0) fail(`${name} found something to mend; see above.`);
}

if (!long) {
  await check('tsc', '--noEmit');
  await check('oxlint', '--type-aware', '--deny-warnings');
}
const config = long ? ['--config', 'test/long/.mocharc.json'] : [];
const given = process.argv.slice(2).filter((word) => word !== '--long');
const mocha = [join(ROOT, 'node_modules/mocha/bin/mocha.js'), ...config, ...given];
process.exitCode = await run(NODE, mocha, { env, timeout: WITHIN_MS, killSignal: 'SIGKILL' });
