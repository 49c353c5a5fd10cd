import assert from 'node:assert/strict';
import { status } from '@grpc/grpc-js';
import { MonitorService, type MonitorRecord } from '../../gen/quarry/v1/monitor_pb.js';
import { notifyRecordNews } from '../../services/monitors/storage/record-news.ts';
import { eventually } from '../support/eventually.ts';
import { collected, openGrpc, type GrpcClient } from '../support/grpc.ts';
import { callerOf, monitorScene } from '../support/monitors.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const { streamRecords } = MonitorService.method;

describe('a stream of records', () => {
  let quarry: TestQuarry;
  let grpc: GrpcClient;
  before(async () => {
    quarry = await startQuarry({ QUARRY_TIME_SCALE: '3600' });
    grpc = openGrpc(quarry.grpc);
  });
  after(async () => {
    grpc.close();
    await quarry.stop();
  });
  const { index, create, runs, runsWhen, runNow, records } = monitorScene(() => quarry);
  const open = (monitorId: string, members: object = {}) =>
    grpc.stream(streamRecords, { apiKey: quarry.key, monitorId, ...members });
  const take = async (stream: AsyncIterator<{ record?: MonitorRecord | undefined }>) =>
    ((await stream.next()).value as { record?: MonitorRecord | undefined }).record;

  /** A monitor that has delivered two records. */
  async function monitorOf(word: string): Promise<string> {
    await index({
      [`/${word}/1`]: `The ${word} nests on the cliffs in June and leaves in August.`,
      [`/${word}/2`]: `Seven of the ${word} were ringed by the wardens last year.`,
    });
    const id = await create({ search_requests: [{ query: word }] });
    await runsWhen(id, (all) => all.length === 1);
    return id;
  }

  it('replays existing records, oldest first, as the list shows them, then continues with new ones', async () => {
    const id = await monitorOf('puffin');
    const stream = open(id);
    const seen = stream[Symbol.asyncIterator]();
    const listed = await records(id);
    for (const expected of listed) {
      const record = await take(seen);
      assert.deepEqual(
        [String(record?.recordId), String(record?.runId), record?.searchResult?.document?.content],
        [expected.record_id, expected.run_id, expected.search_result.document.content],
      );
      assert.equal(
        record?.firstSeenAt &&
          new Date(Number(record.firstSeenAt.seconds) * 1_000 + record.firstSeenAt.nanos / 1e6).toISOString(),
        expected.first_seen_at,
      );
    }
    const following = take(seen);
    await index({ '/puffin/3': 'A puffin flew into the lighthouse on Sunday, and out again on Monday.' });
    await runNow(id);
    assert.equal((await following)?.searchResult?.document?.title, '/puffin/3');
    stream.cancel();
    assert.equal((await stream.ended).code, status.CANCELLED);
  });

  it('continues after the last received id, and omits content on request', async () => {
    const id = await monitorOf('gannet');
    const [first, second] = await records(id);
    const stream = open(id, { since: BigInt(first.record_id), includeContent: false });
    const record = await take(stream[Symbol.asyncIterator]());
    assert.deepEqual(
      [String(record?.recordId), record?.searchResult?.document?.content],
      [second.record_id, undefined],
    );
    stream.cancel();
  });

  it('repeats nothing if it is woken without a new record', async () => {
    const id = await monitorOf('razorbill');
    const listed = await records(id);
    const stream = open(id);
    const seen = stream[Symbol.asyncIterator]();
    const ids = [await take(seen), await take(seen)].map((record) => String(record?.recordId));
    await notifyRecordNews(quarry.database, id);
    await index({ '/razorbill/3': 'A razorbill carried three sand eels to the ledge at dawn.' });
    await runNow(id);
    ids.push(String((await take(seen))?.recordId));
    assert.deepEqual(
      ids.slice(0, 2),
      listed.map(({ record_id: recordId }) => recordId),
    );
    assert.equal(new Set(ids).size, 3);
    stream.cancel();
  });

  it('sends nothing for a monitor without new records, and nothing of other monitors', async () => {
    const [one, other] = [await monitorOf('skua'), await monitorOf('fulmar')];
    const [, last] = await records(one);
    const stream = open(one, { since: BigInt(last.record_id) });
    const next = take(stream[Symbol.asyncIterator]());
    await index({
      '/fulmar/3': 'A fulmar was seen over the harbour.',
      '/skua/3': 'A skua was seen over the harbour, where it robbed the gulls.',
    });
    await runNow(other);
    await runNow(one);
    assert.match((await next)?.searchResult?.document?.title ?? '', /^\/skua/);
    stream.cancel();
  });

  it('ends with NOT_FOUND when its monitor is deleted, and for one of another organization', async () => {
    const id = await monitorOf('eider');
    const stream = open(id);
    const seen = collected(stream);
    await runs(id);
    await quarry.call('DELETE', `/v1/monitors/${id}`);
    assert.equal((await stream.ended).code, status.NOT_FOUND);
    assert.ok((await seen).length <= 2);
    const { key } = await quarry.accounts.createOrganization('another', 10);
    const foreign = grpc.stream(streamRecords, { apiKey: key, monitorId: await monitorOf('teal') });
    assert.deepEqual([(await collected(foreign)).length, (await foreign.ended).code], [0, status.NOT_FOUND]);
  });

  it('ends when its key is revoked, before it sends anything else', async () => {
    const id = await monitorOf('dunlin');
    const { orgId } = await quarry.accounts.createOrganization('unrelated', 1);
    assert.ok(orgId);
    const organization = (await quarry.call('GET', '/v1/account')).body.organization_id as string;
    const { key, keyId } = await quarry.accounts.createKey(organization);
    const [, last] = await records(id);
    const stream = grpc.stream(streamRecords, { apiKey: key, monitorId: id, since: BigInt(last.record_id) });
    const seen = collected(stream);
    await quarry.accounts.revokeKey(keyId);
    // A key is good for up to a second after that.
    await eventually(
      10_000,
      () => callerOf(quarry, key)('GET', '/v1/account'),
      (answer) => answer.status === 401,
    );
    await index({ '/dunlin/3': 'A dunlin fed on the mud until the tide came in.' });
    await runNow(id);
    assert.deepEqual([(await stream.ended).code, await seen], [status.UNAUTHENTICATED, []]);
  });

  const refused: Array<[string, object, status]> = [
    ['a monitor that there is not', { monitorId: 'mon_x' }, status.NOT_FOUND],
    ['an id that cannot be stored', { monitorId: 'mon_\0' }, status.NOT_FOUND],
    ['a negative id', { since: -1n }, status.INVALID_ARGUMENT],
    ['no key', { apiKey: undefined }, status.UNAUTHENTICATED],
  ];
  for (const [what, members, code] of refused) {
    it(`refuses ${what}`, async () => {
      const stream = open('', members);
      assert.deepEqual([await collected(stream), (await stream.ended).code], [[], code]);
    });
  }
});

describe('gRPC at a stop', () => {
  it('ends streams with UNAVAILABLE', async () => {
    const quarry = await startQuarry({ QUARRY_TIME_SCALE: '3600' });
    const grpc = openGrpc(quarry.grpc);
    const id = await monitorScene(() => quarry).create();
    const stream = grpc.stream(streamRecords, { apiKey: quarry.key, monitorId: id });
    const seen = collected(stream);
    await quarry.call('GET', `/v1/monitors/${id}`);
    await quarry.stop();
    const { code, info, trailers } = await stream.ended;
    assert.deepEqual(
      [code, info?.reason, trailers.get('retry-after').length, await seen],
      [status.UNAVAILABLE, 'UNAVAILABLE', 1, []],
    );
    grpc.close();
  });
});
