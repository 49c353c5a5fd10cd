import assert from 'node:assert/strict';
import { openNotifications, type Notifications } from '../../services/database/notifications.ts';
import { ServiceError } from '../../services/core/errors.ts';
import { createFollowRecords } from '../../services/monitors/records/follow-records.ts';
import { createReadRecords, type SeenRecord } from '../../services/monitors/records/read-records.ts';
import { createRecordNews, RECORD_NEWS, type RecordNews } from '../../services/monitors/storage/record-news.ts';
import { openMonitorDatabase, type MonitorDatabase } from './monitor-scene.ts';

const RECORDS = 60;
const UNTIL = 9_223_372_036_854_775_807n;

describe('records of a monitor', () => {
  let scene: MonitorDatabase;
  let notifications: Notifications;
  let news: RecordNews;
  let monitorId: string;
  const texts = Array.from({ length: RECORDS }, (_, n) =>
    n % 9 === 4 ? 'ä€'.repeat(2_000) : 'x'.repeat((n * 37) % 300),
  );
  const charactersOf = (n: number) => [50, null, 100_000, 100_000][n % 4] ?? null;
  // The last of them has the last id that there can be.
  const idOf = (n: number) => String(n === RECORDS - 1 ? UNTIL : 10n + BigInt(n) * 3n);

  before(async () => {
    scene = await openMonitorDatabase();
    notifications = await openNotifications(scene.database.pool, [RECORD_NEWS]);
    news = createRecordNews(scene.database, notifications);
    monitorId = await scene.create();
    const other = await scene.create();
    for (const [n, text] of texts.entries()) {
      await insert({
        recordId: idOf(n),
        of: monitorId,
        run: n < 30 ? 'run_a' : 'run_b',
        text,
        characters: charactersOf(n),
      });
      if (n < RECORDS - 1)
        await insert({ recordId: String(BigInt(idOf(n)) + 1n), of: other, run: 'run_c', text, characters: 10 });
    }
  });
  after(async () => {
    news.close();
    await notifications.close();
    await scene.close();
  });

  interface Inserted {
    recordId: string;
    of: string;
    run: string;
    text: string;
    characters: number | null;
  }

  async function insert({ recordId, of, run, text, characters }: Inserted): Promise<void> {
    await scene.database.query(
      `insert into monitor_records (record_id, monitor_id, run, run_id, novelty, first_seen_at, document, text, content_characters, matched_requests, created_at)
       values ($1, $2, $3, 1, 'new', $4, '{"url":"https://a.example/"}', $5, $6, '[]', $4)`,
      [recordId, of, run, scene.clock.now(), text, characters],
    );
  }

  interface Walked {
    run?: string;
    sort: 'asc' | 'desc';
    limit: number;
    maxBytes: number;
    withContent: boolean;
  }

  /** Page after page, as a caller continues from the last id of each. */
  async function walked({ run, sort, limit, maxBytes, withContent }: Walked): Promise<SeenRecord[]> {
    const read = createReadRecords(scene);
    const all: SeenRecord[] = [];
    for (;;) {
      const last = all.at(-1)?.recordId;
      const { records, hasMore } = await read(
        { monitorId, ...(run && { run }) },
        {
          since: sort === 'asc' ? last : undefined,
          before: sort === 'desc' ? last : undefined,
          limit,
          sort,
          includeContent: withContent,
        },
        maxBytes,
      );
      assert.ok(records.length <= limit && (records.length > 0 || !hasMore));
      all.push(...records);
      if (!hasMore) return all;
    }
  }

  for (const sort of ['asc', 'desc'] as const) {
    for (const limit of [1, 7, 30, 1_000]) {
      for (const maxBytes of [1, 2_000, 20_000, 4_000_000]) {
        it(`are returned once each, in ${sort}ending order, in pages of ${limit} records and ${maxBytes} bytes`, async () => {
          const withContent = limit !== 7;
          const ids = texts.map((_, n) => idOf(n));
          const all = await walked({ sort, limit, maxBytes, withContent });
          assert.deepEqual(
            all.map(({ recordId }) => recordId),
            sort === 'asc' ? ids : ids.toReversed(),
          );
          for (const { recordId, content } of all) {
            const n = ids.indexOf(recordId);
            const characters = charactersOf(n);
            assert.equal(
              content,
              withContent && characters !== null
                ? Array.from(texts[n] ?? '')
                    .slice(0, characters)
                    .join('')
                : null,
            );
          }
          const ofRun = await walked({ run: 'run_b', sort, limit, maxBytes, withContent });
          assert.deepEqual(ofRun.map(({ recordId }) => recordId).toSorted(), ids.slice(30).toSorted());
        });
      }
    }
  }

  it('are no longer shown to a subscriber whose key was revoked, even if there is nothing new', async () => {
    const follow = createFollowRecords({ database: scene.database, records: createReadRecords(scene), news }, 20);
    let asked = 0;
    const permit = async () => {
      asked += 1;
      if (asked > 5) throw new ServiceError('UNAUTHENTICATED', 'The key was revoked.');
    };
    const following = follow(
      { orgId: scene.orgId, monitorId, since: String(UNTIL), includeContent: true },
      { signal: new AbortController().signal, permit },
    );
    await assert.rejects(following.next(), { code: 'UNAUTHENTICATED' });
  });
});
