import assert from 'node:assert/strict';
import { createLoginThrottle, type LoginThrottle } from '../../services/accounts/members/login-throttle.ts';
import { systemClock } from '../../services/core/clock.ts';
import { ServiceError } from '../../services/core/errors.ts';
import { databaseByRole } from '../../services/database/by-role.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

describe('the bound of failed sign-ins', () => {
  let scratch: TestDatabase;
  let throttle: () => LoginThrottle;
  let now = new Date('2026-03-04T05:06:07Z');
  before(async () => {
    scratch = await createTestDatabase();
    const { as } = await databaseByRole(scratch.database);
    throttle = () => createLoginThrottle(as.sign_in, { ...systemClock, now: () => now });
  });
  beforeEach(() => scratch.database.query('delete from sign_in_failures'));
  after(() => scratch.drop());

  const refuse = async () => {
    throw new ServiceError('UNAUTHENTICATED', 'wrong');
  };
  const failTimes = async (bound: LoginThrottle, names: string[], times: number) => {
    for (let time = 0; time < times; time += 1)
      await assert.rejects(bound.attempt(names, refuse), { code: 'UNAUTHENTICATED' });
  };

  it('holds for each name of an attempt', async () => {
    const bound = throttle();
    await failTimes(bound, ['address 1', 'email a'], 10);
    const right = async () => 'signed in';
    await assert.rejects(bound.attempt(['address 2', 'email a'], right), { code: 'RATE_LIMITED' });
    await assert.rejects(bound.attempt(['address 1'], right), { code: 'RATE_LIMITED', retryAfterSeconds: 900 });
    assert.equal(await bound.attempt(['address 2', 'email b'], right), 'signed in');
  });

  it('holds over several processes, also for attempts at the same time', async () => {
    const processes = [throttle(), throttle()];
    const attempts = Array.from({ length: 40 }, (_, nth) =>
      (processes[nth % 2] ?? throttle()).attempt(nth % 3 ? ['address 1', 'email a'] : ['email a', 'address 1'], refuse),
    );
    const codes = (await Promise.allSettled(attempts)).map((one) => one.status === 'rejected' && one.reason.code);
    assert.equal(codes.filter((code) => code === 'UNAUTHENTICATED').length, 10);
    assert.equal(codes.filter((code) => code === 'RATE_LIMITED').length, 30);
  });

  it('ends 15 minutes after the first failure', async () => {
    const bound = throttle();
    await failTimes(bound, ['address 1'], 10);
    now = new Date(now.getTime() + 15 * 60_000 - 1);
    await assert.rejects(bound.attempt(['address 1'], refuse), { code: 'RATE_LIMITED' });
    now = new Date(now.getTime() + 1);
    await failTimes(bound, ['address 1'], 1);
  });

  it('counts neither what succeeds nor what fails for another reason than the credentials', async () => {
    const bound = throttle();
    for (let time = 0; time < 20; time += 1) {
      await bound.attempt(['address 1'], async () => 'signed in');
      await assert.rejects(
        bound.attempt(['address 1'], async () => {
          throw new Error('the database is away');
        }),
        /the database is away/,
      );
    }
    await failTimes(bound, ['address 1'], 10);
  });
});
