// mocha's own spec reporter, and as the last line the counts in the form that any runner's output is read for.
const { reporters } = require('mocha');

module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      // Written at exit: global teardown and its complaints come before it.
      process.once('exit', () => process.stdout.write(`${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}\n`));
    });
  }
};
