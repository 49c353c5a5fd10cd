import assert from 'node:assert/strict';
import { followRun } from '../../cli/client/research-command.ts';
import type { Calling } from '../../cli/client/rest-client.ts';
import { createOutput } from '../../cli/output/output.ts';

describe('the steps of a run', function () {
  this.timeout(90_000);

  it('are not asked for without end where each stream of them ends at once', async () => {
    let opened = 0;
    const calling: Calling = {
      output: createOutput(false, { write: () => true, isTTY: false, columns: 80 }),
      signal: new AbortController().signal,
      get: () => assert.fail('the run has not ended'),
      post: () => assert.fail('nothing is changed'),
      // oxlint-disable-next-line require-yield
      async *events() {
        opened += 1;
      },
    };
    await assert.rejects(followRun(calling, 'run_1'), { code: 'UNAVAILABLE', message: /broke off/ });
    assert.equal(opened, 31);
  });
});
