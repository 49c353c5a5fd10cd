import assert from 'node:assert/strict';
import { createLoginThrottle } from '../../../services/accounts/members/login-throttle.ts';
import { ServiceError } from '../../../services/core/errors.ts';

describe('the bound of failed sign-ins', () => {
  let now = new Date('2026-03-04T05:06:07Z');
  const throttle = () => createLoginThrottle({ now: () => now });
  const refuse = async () => {
    throw new ServiceError('UNAUTHENTICATED', 'wrong');
  };
  const failTimes = async (bound: ReturnType<typeof throttle>, names: string[], times: number) => {
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
