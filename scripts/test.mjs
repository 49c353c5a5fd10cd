// `npm test` and `npm run test:long`: set-up, static checks, then mocha on real parts.
import { join } from 'node:path';
import { NODE, ROOT, fail, run, setUp } from './setup.mjs';

await setUp();
const long = process.argv.includes('--long');
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
process.exitCode = await run(NODE, [join(ROOT, 'node_modules/mocha/bin/mocha.js'), ...config, ...process.argv.slice(2).filter((word) => word !== '--long')], { env });
