// `npm test`, `npm run test:unit`, `npm run test:long`, `npm run test:console` and `npm run test:opensearch`: set-up,
// static checks, then mocha on real servers; the unit tests need no server and run without the static checks.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findNode } from './node-runtime.mjs';
import { ROOT, fail, run, setUp } from './setup.mjs';

await setUp('development');
const long = process.argv.includes('--long');
const opensearch = process.argv.includes('--opensearch');
const unit = process.argv.includes('--unit');
const inBrowser = process.argv.includes('--console');
// A run that hangs must end as a reported failure.
const WITHIN_MS = (long ? 40 : 30) * 60_000;
// Tests that a signal ended have not passed.
const INTERRUPTED = 130;
const tool = (name) => join(ROOT, 'node_modules', '.bin', name);
// A panic of a native part at its stop is reported in one line, so that it does not hide the failed tests.
const env = { ...process.env, RUST_BACKTRACE: '0', PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}` };

async function check(name, ...parameters) {
  if ((await run(tool(name), parameters, { env, codeWhenAsked: INTERRUPTED })) !== 0)
    fail(`${name} found something to mend; see above.`);
}

function skipWithout(program, ...parameters) {
  if (spawnSync(program, parameters, { stdio: 'ignore' }).status === 0) return;
  process.stderr.write(`quarry: skipped: the tests on OpenSearch need ${program} (a JDK 17 or newer, and Maven)\n`);
  process.exit(0);
}

if (opensearch) {
  skipWithout('java', '-version');
  skipWithout('jar', '--version');
  skipWithout('mvn', '--version');
} else if (!long && !unit && !inBrowser) {
  await check('oxfmt', '--check');
  await check('tsc', '--noEmit');
  await check('tsc', '--noEmit', '-p', 'console');
  await check('oxlint', '--type-aware', '--deny-warnings');
  await check('knip', '--no-progress');
}
const folders = {
  '--unit': 'test/unit',
  '--long': 'test/long',
  '--console': 'test/console',
  '--opensearch': 'test/opensearch',
};
const folder = Object.entries(folders).find(([flag]) => process.argv.includes(flag))?.[1];
const config = folder ? ['--config', `${folder}/.mocharc.json`] : [];
const given = process.argv.slice(2).filter((word) => !Object.hasOwn(folders, word));
// In the order in which mocha's processes take them: a long file that began last would run alone at the end.
const patterns = folder
  ? [`${folder}/**/*.test.ts`]
  : [
      'test/e2e/**/*.test.ts',
      'test/!(e2e|unit|long|opensearch|console|support)/**/*.test.ts',
      'test/unit/**/*.test.ts',
    ];
// Not in the configuration: mocha would add these files to the ones that are named.
const files = given.some((word) => word.endsWith('.ts')) ? [] : patterns;
const mocha = [join(ROOT, 'node_modules/mocha/bin/mocha.js'), ...config, ...files, ...given];
process.exitCode = await run(findNode(), mocha, {
  env,
  timeout: WITHIN_MS,
  killSignal: 'SIGKILL',
  codeWhenAsked: INTERRUPTED,
});
