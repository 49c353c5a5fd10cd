import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccounts } from '../../services/accounts/accounts.ts';
import { placeHold } from '../../services/billing/ledger.ts';
import { systemClock } from '../../services/core/clock.ts';
import { createPages } from '../../services/fetch/pages.ts';
import { newId } from '../../services/core/ids.ts';
import { openNotifications } from '../../services/database/notifications.ts';
import { numberSteps, markFollowed } from '../../services/research/state/number-steps.ts';
import { createRunEvents } from '../../services/research/run/run-events.ts';
import { createRunTransitions } from '../../services/research/state/run-state.ts';
import { createSteps, RUN_STEP, type StepKey, type Steps } from '../../services/research/state/steps.ts';
import { RUN_ENDED } from '../../services/research/state/run-state.ts';
import type { Database } from '../../services/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

/** Credits of the stored steps of a run. */
async function creditsUsed(database: Database, runId: string): Promise<number> {
  const [row] = await database.query<{ credits: number }>(
    'select coalesce(sum(credits), 0)::int as credits from agent_steps where run_id = $1',
    [runId],
  );
  return row?.credits ?? 0;
}

describe('steps of a run', () => {
  let scratch: TestDatabase;
  let steps: Steps;
  let runId: string;

  before(async () => {
    scratch = await createTestDatabase();
  });
  after(() => scratch.drop());

  beforeEach(async () => {
    steps = createSteps(scratch.database, systemClock);
    runId = await createRun();
  });

  async function createRun(): Promise<string> {
    const id = newId('run');
    const { database } = scratch;
    const { orgId } = await createAccounts(database, systemClock).createOrganization('steps', 100);
    await database.query(
      `insert into agent_runs (id, org_id, status, query, effort, created_at) values ($1, $2, 'running', 'How deep is it?', 'low', now())`,
      [id, orgId],
    );
    await database.transaction((sql) =>
      placeHold(sql, { orgId, businessKey: `${id}:1`, amount: 10, expiresAt: null }, systemClock.now()),
    );
    return id;
  }

  const step = (name: string, isFirstTry: boolean) => ({ runId, isFirstTry, step: name, kind: 'read' as const });
  const gives = (result: string) => async () => ({ result: { result }, credits: 1 });
  const never = async () => assert.fail('done again');

  it('are found by a second attempt', async () => {
    await steps.once(step('read-1', true), gives('first'));
    assert.deepEqual(await steps.once(step('read-1', false), never), { result: 'first' });
    assert.deepEqual(await createSteps(scratch.database, systemClock).once(step('read-1', true), never), {
      result: 'first',
    });
  });

  it("receive the run's request, whether or not it had to be read", async () => {
    const asked: string[] = [];
    for (const name of ['read-1', 'read-2']) {
      await steps.once(step(name, true), async ({ query, effort }) => {
        asked.push(`${query} ${effort}`);
        return { result: null, credits: 0 };
      });
    }
    assert.deepEqual(asked, ['How deep is it? low', 'How deep is it? low']);
  });

  it('that ran twice by mistake keep the first result and cost once', async () => {
    await steps.once(step('read-1', true), gives('first'));
    assert.deepEqual(await steps.once(step('read-1', true), gives('second')), { result: 'first' });
    assert.equal(await creditsUsed(scratch.database, runId), 1);
  });

  it('that two attempts run concurrently keep one result and cost once', async () => {
    await steps.once(step('plan', true), gives('known'));
    const bothWork = Promise.withResolvers<void>();
    let working = 0;
    const together = (result: string) => async () => {
      if ((working += 1) === 2) bothWork.resolve();
      await bothWork.promise;
      return { result: { result }, credits: 1 };
    };
    const [one, other] = await Promise.all([
      steps.once(step('read-1', true), together('one')),
      steps.once(step('read-1', false), together('other')),
    ]);
    assert.deepEqual(one, other);
    assert.equal(await creditsUsed(scratch.database, runId), 2);
  });

  it('do not count if the run was cancelled meanwhile', async () => {
    await steps.once(step('plan', true), gives('known'));
    const dropped = await steps.once(step('read-1', true), async () => {
      await createRunTransitions({ database: scratch.database, clock: systemClock }).finish(runId, {
        status: 'cancelled',
        stopReason: 'cancelled',
      });
      return { result: 'dropped', credits: 1 };
    });
    assert.equal(dropped, 'dropped');
    assert.equal(await steps.find(runId, { step: 'read-1', kind: 'read' }), undefined);
    assert.equal(await creditsUsed(scratch.database, runId), 1);
  });

  it('of a deleted run are refused', async () => {
    await assert.rejects(steps.once({ ...step('plan', true), runId: 'run_gone' }, never), /is gone/);
  });

  it('that finish concurrently, with several subscribers, are numbered once and without a gap', async () => {
    const readers = 3;
    const finishing = Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        steps.once(step(`read-${n}`, true), async () => sleep(n % 20, { result: n, credits: 1 })),
      ),
    );
    const seen = Array.from({ length: readers }, () => new Map<string, number>());
    const read = async (reader: Map<string, number>) => {
      await numberSteps(scratch.database, runId, 1);
      const numbered = await scratch.database.query<{ step: string; seq: number }>(
        'select step, seq from agent_steps where run_id = $1 and seq > $2 order by seq',
        [runId, reader.size],
      );
      for (const { step: name, seq } of numbered) reader.set(name, seq);
    };
    while (seen.some((reader) => reader.size < 60)) await Promise.all(seen.map(read));
    await finishing;
    for (const reader of seen) {
      assert.deepEqual(
        [...reader.values()],
        Array.from({ length: 60 }, (_, n) => n + 1),
      );
      assert.deepEqual(reader, seen[0]);
    }
  });

  it('continue after the end of the previous attempt once an operator has reset the run', async () => {
    const { database } = scratch;
    const numbers = async () =>
      (
        await database.query<{ seq: number }>('select seq from agent_steps where run_id = $1 order by seq', [runId])
      ).map(({ seq }) => seq);
    for (const name of ['plan', 'read-1']) await steps.once(step(name, true), gives(name));
    assert.deepEqual([await numberSteps(database, runId, 1), await numbers()], [2, [1, 2]]);
    // The reader has seen the end under the number 3.
    await database.query('update agent_runs set attempt = 2 where id = $1', [runId]);
    for (const name of ['read-2', 'read-3']) {
      await steps.once(step(name, true), gives(name));
      await numberSteps(database, runId, 2);
    }
    assert.deepEqual([await numberSteps(database, runId, 2), await numbers()], [5, [1, 2, 4, 5]]);
  });

  it('are no longer shown to a subscriber whose key was revoked', async () => {
    const notifications = await openNotifications(scratch.database.pool, [RUN_STEP, RUN_ENDED]);
    try {
      let isRevoked = false;
      const permit = async () => assert.equal(isRevoked, false, 'the key was revoked');
      const following = createRunEvents({ database: scratch.database, notifications }).follow(runId, 0, {
        signal: new AbortController().signal,
        permit,
      });
      await steps.once(step('plan', true), gives('told'));
      assert.equal((await following.next()).value?.id, 1);
      const next = following.next();
      isRevoked = true;
      await steps.once(step('read-1', true), gives('kept to itself'));
      await assert.rejects(next, /the key was revoked/);
    } finally {
      await notifications.close();
    }
  });

  it('notify the subscribers of a run, and send no notification without one', async () => {
    const told = Promise.withResolvers<string>();
    const { database } = scratch;
    const notifications = await openNotifications(database.pool, [RUN_STEP]);
    try {
      notifications.listen(RUN_STEP, told.resolve);
      await steps.once(step('plan', true), gives('untold'));
      const other = runId;
      runId = await createRun();
      await markFollowed(database, runId);
      await steps.once(step('plan', true), gives('told'));
      assert.notEqual(runId, other);
      assert.equal(await told.promise, runId);
    } finally {
      await notifications.close();
    }
  });
});

describe('the start of a run', () => {
  it('is the first one only for the first execution', async () => {
    const { database, drop } = await createTestDatabase();
    try {
      const { orgId } = await createAccounts(database, systemClock).createOrganization('begun', 100);
      await database.query(
        `insert into agent_runs (id, org_id, status, query, effort, created_at) values ('run_1', $1, 'pending', 'How deep?', 'low', now())`,
        [orgId],
      );
      const state = createRunTransitions({ database, clock: systemClock });
      const isNew = async () => {
        const begun = await state.begin('run_1');
        return begun && 'isNew' in begun && begun.isNew;
      };
      assert.deepEqual([await isNew(), await isNew()], [true, false]);
      await database.query(
        `update agent_runs set status = 'failed', stop_reason = 'internal_error' where id = 'run_1'`,
      );
      assert.equal(await isNew(), false);
      await database.query(`update agent_runs set status = 'completed', stop_reason = 'finished' where id = 'run_1'`);
      assert.deepEqual(await state.begin('run_1'), { ended: 'completed' });
    } finally {
      await drop();
    }
  });

  it('repeats written reports and failed reads after a reset, and nothing that was paid', async () => {
    const { database, drop } = await createTestDatabase();
    try {
      const { orgId } = await createAccounts(database, systemClock).createOrganization('again', 30);
      await database.query(
        `insert into agent_runs (id, org_id, status, query, effort, created_at) values ('run_1', $1, 'running', 'How deep?', 'low', now())`,
        [orgId],
      );
      // Each step at a moment of its own.
      let at = Date.now();
      const clock = { now: () => new Date((at += 1)) };
      const [steps, pages, state] = [
        createSteps(database, clock),
        createPages(database),
        createRunTransitions({ database, clock: systemClock }),
      ];
      const did: string[] = [];
      const attempt = async (read: 'ok' | 'error') => {
        const step = (name: string, kind: StepKey<unknown>['kind'], credits: number, status?: string) =>
          steps.once({ runId: 'run_1', isFirstTry: false, step: name, kind }, async () => ({
            result: { urls: [], status: did.push(name) && status },
            credits,
          }));
        await step('search-1', 'search', 1);
        await step('read-1', 'read', 1, 'ok');
        await step('read-2', 'read', Number(read === 'ok'), read);
        await step('write', 'write', 0);
        await step('verify', 'verify', 0);
      };
      const key = { readerId: 'run_1', orgId, ordinal: 2 };
      await attempt('error');
      await pages.store(key, 'https://a.example/', {
        status: 'error',
        code: 'upstream_error',
        message: 'It answered 500.',
      });
      assert.equal(await numberSteps(database, 'run_1', 1), 5);
      await database.query(
        `update agent_runs set status = 'failed', stop_reason = 'budget_reached' where id = 'run_1'`,
      );
      assert.deepEqual(await state.begin('run_1'), { isNew: false, maxSteps: 10, wallClockMs: 180_000, rounds: 1 });
      assert.deepEqual([...(await pages.ofReader('run_1')).keys()], []);
      did.length = 0;
      await attempt('ok');
      assert.deepEqual(did, ['read-2', 'write', 'verify']);
      assert.equal(await numberSteps(database, 'run_1', 2), 9);
      const rows = await database.query<{ step: string; seq: number }>(
        'select step, seq from agent_steps where run_id = $1 order by seq',
        ['run_1'],
      );
      assert.deepEqual(
        rows.map(({ step }) => step),
        [
          'search-1',
          'read-1',
          'read-2 of attempt 1',
          'write of attempt 1',
          'verify of attempt 1',
          'read-2',
          'write',
          'verify',
        ],
      );
      assert.equal(await creditsUsed(database, 'run_1'), 3);
    } finally {
      await drop();
    }
  });
});
