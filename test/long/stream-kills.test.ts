import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Quarry, QuarryError, SortOrder, type MonitorRecord } from '../../sdk/index.ts';
import { eventually } from '../support/eventually.ts';
import { startParts, type Parts } from '../support/parts.ts';
import { call } from '../support/quarry.ts';
import { seeded } from '../support/random.ts';

const SEED = Number(process.env.QUARRY_TEST_SEED ?? 20_261_121);
const WORDS = ['avocet', 'bittern', 'curlew'];
const ROUNDS = 4;
const LONGEST_PAUSE_MS = 4_000;
const WITHIN_MS = 60_000;

/** What one reader of a monitor has seen. */
interface Reader {
  monitorId: string;
  seen: bigint[];
}

/** The API and PostgreSQL are killed with -9 while records come and are read. */
describe('streams of records while the API and the database are killed', function () {
  this.timeout(300_000);
  let folder: string;
  let parts: Parts;
  let quarry: Quarry;
  const random = seeded(SEED);

  before(async () => {
    console.log(`    seed ${SEED}`);
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    // An hour passes in a second.
    parts = await startParts(folder, { QUARRY_PROVIDERS: '', QUARRY_TIME_SCALE: '3600' });
    quarry = new Quarry({ apiKey: parts.key, address: parts.grpc, maxRetries: 20 });
  });
  after(async () => {
    quarry.close();
    await parts.stop();
    await rm(folder, { recursive: true, force: true });
  });

  let written = 0;
  /** Texts that no rule of novelty holds for the same. */
  const sighting = (word: string, n: number) => Array.from({ length: 12 }, (_, k) => `${word}${n}x${k}`).join(' ');
  const index = async (texts: number) => {
    const documents = Array.from({ length: texts }, (_, n) => {
      const word = WORDS[n % WORDS.length] ?? '';
      written += 1;
      return {
        url: `https://birds.example.com/${written}`,
        title: `Sighting ${written}`,
        text: `A ${word} was seen: ${sighting(word, written)}.`,
      };
    });
    // Away for a moment, the API is asked again.
    await eventually(
      WITHIN_MS,
      () =>
        call(`${parts.rest}/v1/documents`, 'POST', { documents }, { 'x-api-key': parts.key }).catch(() => undefined),
      (answered) => answered?.status === 200,
    );
  };

  async function follow(reader: Reader, signal: AbortSignal): Promise<void> {
    for await (const { record } of quarry.monitors.streamRecords(
      { monitorId: reader.monitorId, includeContent: false },
      { signal },
    ))
      reader.seen.push(record?.recordId ?? 0n);
  }

  it('show every record once, in order', async () => {
    await index(30);
    const created = await Promise.all(
      WORDS.map((query) => quarry.monitors.create({ cadence: '1h', searchRequests: [{ query, maxResults: 100 }] })),
    );
    const readers: Reader[] = created.map(({ monitor }) => ({ monitorId: monitor?.monitorId ?? '', seen: [] }));
    const ending = new AbortController();
    const following = readers.map((reader) =>
      follow(reader, ending.signal).catch((error: unknown) =>
        ending.signal.aborted ? undefined : Promise.reject(error),
      ),
    );
    // What ends a reader for good ends the test.
    const failed = Promise.all(following).then(() => assert.fail('a stream ended'));
    failed.catch(() => undefined);
    for (const part of Array.from({ length: ROUNDS }, () => ['api', 'postgres'] as const).flat()) {
      await Promise.race([failed, Promise.all([index(15), sleep(random() * LONGEST_PAUSE_MS)])]);
      await parts.kill(part);
      await sleep(random() * 1_000);
      await parts.start(part);
    }
    await index(15);
    const delivered = await settled(readers);
    ending.abort();
    for (const [nth, { seen }] of readers.entries()) {
      assert.deepEqual(seen, delivered[nth]);
      assert.deepEqual(
        seen,
        [...new Set(seen)].toSorted((one, other) => (one < other ? -1 : 1)),
      );
    }
    const total = readers.reduce((sum, { seen }) => sum + seen.length, 0);
    console.log(`      ${total} records of ${written} documents over ${ROUNDS * 2} kills`);
    assert.ok(total >= written * 0.9, `${total} records of ${written} documents`);
  });

  /** The records of each monitor, once nothing has come for a while and the readers have them. */
  async function settled(readers: readonly Reader[]): Promise<bigint[][]> {
    const list = async ({ monitorId }: Reader): Promise<bigint[]> => {
      const records: MonitorRecord[] = [];
      for await (const record of quarry.monitors.listAllRecords({
        monitorId,
        sort: SortOrder.SORT_ORDER_ASC,
        includeContent: false,
      }))
        records.push(record);
      return records.map(({ recordId }) => recordId);
    };
    const all = async () =>
      Promise.all(readers.map(list)).catch((error: unknown) =>
        error instanceof QuarryError ? [] : Promise.reject(error),
      );
    const count = (lists: readonly bigint[][]) => lists.reduce((sum, one) => sum + one.length, 0);
    let before = -1;
    const lists = await eventually(
      WITHIN_MS,
      async () => {
        await sleep(3_000);
        const now = await all();
        const isQuiet = count(now) === before;
        before = count(now);
        return { now, isQuiet };
      },
      ({ isQuiet }) => isQuiet,
    );
    await eventually(
      WITHIN_MS,
      async () => readers.map(({ seen }) => seen.length),
      (lengths) => lengths.every((length, nth) => length >= (lists.now[nth]?.length ?? 0)),
    );
    return lists.now;
  }
});
