import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { allServices } from '../../api/grpc/services/all.ts';
import { describedOperations } from '../../api/operations/all.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const run = promisify(execFile);

describe('the reflection of gRPC', function () {
  this.timeout(30_000);
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
  });
  after(() => quarry.stop());
  const buf = async (address: string, ...options: string[]) =>
    (
      await run('node_modules/.bin/buf', [
        'curl',
        '--protocol',
        'grpc',
        '--http2-prior-knowledge',
        ...options,
        `http://${quarry.grpc}${address}`,
      ])
    ).stdout;

  it('lists every service, including health', async () => {
    const own = allServices(describedOperations(), () => assert.fail()).map(({ desc }) => desc.typeName);
    assert.deepEqual(
      (await buf('', '--list-services')).trim().split('\n').toSorted(),
      [...own, 'grpc.health.v1.Health'].toSorted(),
    );
  });

  it('describes the health service, so that a tool can call it', async () => {
    assert.deepEqual(
      JSON.parse(await buf('/grpc.health.v1.Health/Check', '-d', '{"service": "quarry.v1.SearchService"}')),
      { status: 'SERVING' },
    );
  });
});
