const { reporters } = require('mocha');

const { Base } = reporters;

/**
 * A line for each suite once it has ended, a failure at once and again at the end, and as the last line the counts in the
 * form that any runner's output is read for. What thousands of tests print one by one hides the one that failed.
 */
module.exports = class extends Base {
  constructor(runner, options) {
    super(runner, options);
    // A process that runs files side by side with others hands over a file's events at its end, its suites without their parents.
    runner.linkPartialObjects(true);
    let counts = none();
    runner.on('pass', () => void (counts.passed += 1));
    runner.on('fail', (test) => {
      counts.failed += 1;
      process.stdout.write(`failed: ${test.fullTitle()}\n${test.err.stack ?? test.err.message}\n`);
    });
    for (const event of ['test end', 'hook end'])
      runner.on(event, ({ duration = 0 }) => void (counts.tookMs += duration));
    runner.on('suite end', (suite) => {
      if (!suite.parent?.root) return;
      process.stdout.write(
        `  ${counts.failed > 0 ? Base.symbols.err : Base.symbols.ok} ${suite.title} (${counted(counts)}, ${(counts.tookMs / 1000).toFixed(1)} s)\n`,
      );
      counts = none();
    });
    runner.once('end', () => {
      this.epilogue();
      const { passes, failures, pending } = this.stats;
      // Written at exit: global teardown and its complaints come before it.
      process.once('exit', () =>
        process.stdout.write(`${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}\n`),
      );
    });
  }
};

function none() {
  return { passed: 0, failed: 0, tookMs: 0 };
}

function counted({ passed, failed }) {
  return failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`;
}
