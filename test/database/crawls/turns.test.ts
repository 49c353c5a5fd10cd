import assert from 'node:assert/strict';
import { databaseByRole } from '../../../services/database/by-role.ts';
import { createCrawlTurns, type CrawlTurns } from '../../../services/crawls/frontier/host-turns.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

describe('the turns of crawls at a host', () => {
  let scratch: TestDatabase;
  let turns: CrawlTurns;
  let now = new Date('2026-03-03T12:00:00.000Z');
  before(async () => {
    scratch = await createTestDatabase();
    const { as } = await databaseByRole(scratch.database);
    turns = createCrawlTurns({ background: as.background, clock: { now: () => now } });
  });
  after(() => scratch.drop());

  const later = (ms: number) => new Date(now.getTime() + ms);
  const take = (host: string, crawlId: string) =>
    turns.take({ host, crawlId, holder: `reader of ${crawlId}`, until: later(60_000) });
  const end = (host: string, crawlId: string, delayMs = 0, isOverloaded = false) =>
    turns.end({ host, holder: `reader of ${crawlId}`, delayMs, isOverloaded });

  it('are one at a time, with the delay between two', async () => {
    assert.equal(await take('a', 'one'), 'taken');
    assert.ok((await take('a', 'two')) instanceof Date);
    assert.deepEqual(await end('a', 'one', 5_000), later(5_000));
    assert.deepEqual(await take('a', 'two'), later(5_000));
    now = later(5_000);
    assert.equal(await take('a', 'two'), 'taken');
  });

  it('go to a crawl that was refused before the one that had the last', async () => {
    assert.equal(await take('b', 'one'), 'taken');
    assert.ok((await take('b', 'two')) instanceof Date);
    await end('b', 'one');
    assert.ok((await take('b', 'one')) instanceof Date);
    assert.equal(await take('b', 'two'), 'taken');
    await end('b', 'two');
    assert.equal(await take('b', 'one'), 'taken');
  });

  it('pass on when their holder is lost, and it cannot end the turn of the next', async () => {
    assert.equal(await take('c', 'lost'), 'taken');
    now = later(60_000);
    assert.equal(await take('c', 'next'), 'taken');
    await end('c', 'lost');
    assert.ok((await take('c', 'other')) instanceof Date);
  });

  it('double the time of an overloaded host, until it answers', async () => {
    for (const waitMs of [2_000, 4_000, 8_000]) {
      assert.equal(await take('d', 'one'), 'taken');
      assert.deepEqual(await end('d', 'one', 0, true), later(waitMs));
      now = later(waitMs);
    }
    assert.equal(await take('d', 'one'), 'taken');
    assert.deepEqual(await end('d', 'one'), now);
  });
});
