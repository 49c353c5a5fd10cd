import assert from 'node:assert/strict';
import { logRebuild } from '../../../../services/documents/indexing/log-rebuild.ts';

describe('the log of an index rebuild', () => {
  it('has its start, its progress every ten seconds, and its end', () => {
    const lines: string[] = [];
    let at = 0;
    const report = logRebuild({ info: (_fields: object, line: string) => void lines.push(line) } as never, () => at);
    for (const isComplete of [false, true]) report({ done: 0, total: 0, isComplete });
    report({ done: 0, total: 1_000, isComplete: false });
    for (let done = 100; done <= 1_000; done += 100) {
      at += 3_000;
      report({ done, total: 1_000, isComplete: false });
    }
    report({ done: 1_000, total: 1_000, isComplete: true });
    assert.deepEqual(lines, [
      'index rebuild: 0 of 1000 documents',
      'index rebuild: 400 of 1000 documents',
      'index rebuild: 800 of 1000 documents',
      'index rebuild: complete after 30.0 s, 1000 of 1000 documents',
    ]);
  });
});
