import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createAccounts } from '../../services/accounts/accounts.ts';
import { systemClock } from '../../services/core/clock.ts';
import { createEncryption } from '../../services/core/encryption.ts';
import { ServiceError } from '../../services/core/errors.ts';
import { createIdempotency, type Idempotency } from '../../services/accounts/idempotency.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

describe('the ids of a call with an idempotency key', () => {
  let scratch: TestDatabase;
  let idempotency: Idempotency;
  let orgId: string;
  before(async () => {
    scratch = await createTestDatabase();
    ({ orgId } = await createAccounts(scratch.database, systemClock).createOrganization('twice', 1));
    idempotency = createIdempotency({
      sql: scratch.database,
      encryption: createEncryption(randomBytes(32).toString('base64')),
      clock: systemClock,
    });
  });
  after(() => scratch.drop());

  /** Two tries, the first of which fails so. @returns the name under which each worked */
  async function tried(key: string, failure: unknown): Promise<string[]> {
    const names: string[] = [];
    const once = (operationId: string, ends: () => Promise<{ httpStatus: number; body: unknown }>) =>
      idempotency.once({ orgId, key, requestSha256: 'same', operationId }, (name) => {
        names.push(name);
        return ends();
      });
    await assert.rejects(once('first', () => Promise.reject(failure)));
    await once('second', async () => ({ httpStatus: 200, body: {} }));
    return names;
  }

  it('stay the same if the result of the first attempt is unknown', async () => {
    // The reply to a commit may be lost.
    assert.deepEqual(await tried('lost', new Error('Connection terminated unexpectedly')), ['first', 'first']);
    assert.deepEqual(await tried('fault', new ServiceError('INTERNAL', 'Something went wrong.')), ['first', 'first']);
    assert.deepEqual(await tried('after', new ServiceError('UNAVAILABLE', 'It was done.', { isAfterwards: true })), [
      'first',
      'first',
    ]);
  });

  it('are new after a refusal, which has no effect', async () => {
    assert.deepEqual(await tried('refused', new ServiceError('INSUFFICIENT_CREDITS', 'Not enough.')), [
      'first',
      'second',
    ]);
  });
});
