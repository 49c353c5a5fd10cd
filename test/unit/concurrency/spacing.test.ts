import assert from 'node:assert/strict';
import { createAuthenticate } from '../../../services/accounts/authenticate.ts';
import { newApiKey } from '../../../services/accounts/api-key-format.ts';
import { systemClock } from '../../../services/core/clock.ts';
import { builderOn } from '../../../services/database/builder.ts';
import { createSpacing } from '../../../services/concurrency/spacing.ts';

describe('spacing', () => {
  it('makes each caller wait for those before it, in order', async () => {
    const space = createSpacing();
    const order: number[] = [];
    const startedAt = performance.now();
    await Promise.all(
      [1, 2, 3, 4, 5].map(async (n) => {
        await space(20);
        order.push(n);
      }),
    );
    assert.deepEqual(order, [1, 2, 3, 4, 5]);
    assert.ok(performance.now() - startedAt >= 60, 'four of them waited for about 20 ms each');
  });

  it('delays each rejected call, whatever is wrong with its key, and no other', async () => {
    const waits: number[] = [];
    const row = { id: 'key_1', org_id: 'org_1', scopes: null, networks: null, expires_at: null, suspended_at: null };
    const known = newApiKey();
    const origin = { address: '127.0.0.1' };
    const rows = [[row], []];
    const authenticate = createAuthenticate({
      sql: { builder: builderOn(async () => ({ rows: rows.shift() ?? [], rowCount: 0 })) },
      clock: systemClock,
      unauthenticatedCalls: async (ms) => void waits.push(ms),
    });
    await authenticate(known, origin);
    assert.deepEqual(waits, []);
    for (const key of [undefined, 'abc', newApiKey()])
      await assert.rejects(authenticate(key, origin), { code: 'UNAUTHENTICATED' });
    await assert.rejects(authenticate('abc', { ...origin, unreadBytes: 1_048_576 }), { code: 'UNAUTHENTICATED' });
    assert.equal(waits.length, 4);
    assert.equal(new Set(waits.slice(0, 3)).size, 1);
    assert.ok((waits[3] ?? 0) > 10 * (waits[0] ?? 0), 'a large body that is left unread costs more');
  });
});
