import assert from 'node:assert/strict';
import { createHostTurns, type HostTurns } from '../../../../services/sources/poll/host-turns.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/postgres.ts';

const turnOf = (url: string) => ({ url, orgId: 'org_1' });

describe('one request at a time per host', () => {
  let scratch: TestDatabase;
  let processes: HostTurns[];
  before(async () => {
    scratch = await createTestDatabase();
    // Each has a connection of its own, as processes have.
    processes = [createHostTurns(scratch.database), createHostTurns(scratch.database)];
  });
  after(async () => {
    for (const one of processes) await one.close();
    await scratch.drop();
  });
  const signal = new AbortController().signal;

  it('applies across processes', async () => {
    let running = 0;
    const work = async () => {
      running += 1;
      assert.equal(running, 1);
      await scratch.database.query('select pg_sleep(0.005)');
      running -= 1;
    };
    await Promise.all(
      [...processes, ...processes, ...processes].map((one) => one.run(turnOf('https://a.example/'), signal, work)),
    );
  });

  it('does not delay other hosts', async () => {
    const [first, second] = processes;
    await first?.run(turnOf('https://a.example/'), signal, async () =>
      second?.run(turnOf('https://b.example/'), signal, async () => {}),
    );
  });

  it('releases the turn after a failure', async () => {
    const [first, second] = processes;
    await assert.rejects(
      first?.run(turnOf('https://a.example/'), signal, async () => assert.fail('broken')) ?? Promise.resolve(),
      /broken/,
    );
    assert.equal(await second?.run(turnOf('https://a.example/'), signal, async () => 'read'), 'read');
  });

  it('ends the wait with the reason of its signal', async () => {
    const [first, second] = processes;
    const cancelled = new AbortController();
    const reason = new Error('enough');
    await first?.run(turnOf('https://a.example/'), signal, async () => {
      const waiting = second?.run(turnOf('https://a.example/'), cancelled.signal, async () =>
        assert.fail('it had its turn'),
      );
      cancelled.abort(reason);
      await assert.rejects(waiting ?? Promise.resolve(), reason);
    });
  });
});
