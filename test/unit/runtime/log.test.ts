import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { createHeldLog } from '../../../runtime/log.ts';

describe('the log of a starting process', () => {
  it('waits for the line that reports readiness', () => {
    const stream = new PassThrough() as unknown as NodeJS.WriteStream;
    const { log, release } = createHeldLog('json', stream);
    log.error('a part was late');
    stream.write('ready\n');
    release();
    log.info('a call');
    const [first, ...lines] = String(stream.read()).trim().split('\n');
    assert.equal(first, 'ready');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
      ['a part was late', 'a call'],
    );
  });
});
