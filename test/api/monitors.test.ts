import assert from 'node:assert/strict';
import { auditLedger } from '../../services/billing/audit.ts';
import { lockMonitor } from '../../services/monitors/storage/monitor-lock.ts';
import { eventually } from '../support/eventually.ts';
import { callerOf, monitorScene, ORIGIN } from '../support/monitors.ts';
import { startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';

type Body = Answered['body'];

describe('monitors over REST', () => {
  let quarry: TestQuarry;
  // An hour passes in a second.
  before(async () => (quarry = await startQuarry({ QUARRY_TIME_SCALE: '3600' })));
  after(() => quarry.stop());
  const { index, create, read, monitor, patch, trigger, runs, runsWhen, runNow, records, delivered } = monitorScene(
    () => quarry,
  );

  it('runs at its creation, delivers its results, and the second run only new ones', async () => {
    await index({
      '/a/one': 'Razorbills dive for sand eels off the northern cliffs every morning of the long summer.',
    });
    const id = await create({ search_requests: [{ query: 'razorbills' }] });
    const [first] = await runsWhen(id, (all) => all.length === 1);
    assert.deepEqual(
      [first.status, first.status_reason, first.record_count, first.requests_total, first.requests_ok],
      ['completed', '', 1, 1, 1],
    );
    const [record] = await records(id);
    assert.deepEqual(
      [record.record_id, record.run_id, record.type, record.novelty],
      [first.first_record_id, first.run_id, 'search_result', 'new'],
    );
    assert.match(record.search_result.document.content, /^Razorbills dive/);
    const [request] = (await monitor(id)).search_requests;
    assert.deepEqual(record.search_result.matched_requests, [{ request_id: request.request_id, query: 'razorbills' }]);
    assert.ok(request.last_success_at);

    await index({
      '/a/two': 'Two hundred razorbills were ringed by volunteers of the island observatory last weekend.',
    });
    const second = await runNow(id);
    assert.deepEqual([second.status, second.record_count], ['completed', 1]);
    assert.deepEqual(await delivered(id), ['/a/one', '/a/two']);
    const third = await runNow(id);
    assert.deepEqual(
      [third.status, third.record_count, third.first_record_id, third.last_record_id],
      ['completed', 0, '0', '0'],
    );
    const { requests } = await read(`${id}/runs/${third.run_id}/requests`);
    const outcome = {
      request_id: request.request_id,
      query: 'razorbills',
      status: 'ok',
      reason: '',
      results_returned: 2,
      new_records: 0,
    };
    assert.deepEqual(requests, [{ ...outcome, completed_at: requests[0].completed_at }]);
  });

  it('race: a requested run is listed, whether it starts or its monitor is paused first', async () => {
    const id = await create({ search_requests: [{ query: 'paused' }] });
    await patch(id, { status: 'paused' });
    for (let asked = 1; asked < 6; asked += 1) {
      const all = await runsWhen(id, ({ length }) => length === asked);
      assert.ok(['completed', 'skipped'].includes(all.at(-1)?.status), JSON.stringify(all.at(-1)));
      await patch(id, { status: 'active' });
      assert.equal((await trigger(id)).status, 200);
      await patch(id, { status: 'paused' });
    }
  });

  it('names all searches that found a document, and delivers it once', async () => {
    await index({ '/b/one': 'Guillemots and kittiwakes share the ledges below the lighthouse from April until July.' });
    const id = await create({
      search_requests: [{ query: 'guillemots' }, { query: 'kittiwakes', fields: { snippets: true } }],
    });
    await runsWhen(id, (all) => all.length === 1);
    const [record, ...others] = await records(id);
    assert.deepEqual(
      [others, record.search_result.matched_requests.map(({ query }: Body) => query)],
      [[], ['guillemots', 'kittiwakes']],
    );
  });

  it('delivers no reprint under another address, names the original, and marks an update', async () => {
    const story = [
      'Storm petrels returned to the harbour wall on Tuesday night after an absence of eleven years.',
      'Wardens of the reserve counted forty burrows with birds in them before the rain set in.',
      'The last colony on this coast was lost when rats came ashore from a grounded trawler.',
      'Volunteers have laid bait on the rocks every spring since then, at their own expense.',
    ];
    await index({ '/c/original': story.join(' ') });
    const id = await create({ search_requests: [{ query: 'storm petrels harbour burrows' }] });
    await runsWhen(id, (all) => all.length === 1);
    const news = 'On Friday the council decided to close the northern path to walkers until the end of September.';
    await index({
      '/c/copy': story.join(' '),
      '/c/reordered': story.toReversed().join(' '),
      '/c/update': [news, ...story].join(' '),
    });
    const run = await runNow(id);
    assert.deepEqual(
      (await records(id)).map((one) => [one.search_result.document.title, one.novelty]),
      [
        ['/c/original', 'new'],
        ['/c/update', 'update'],
      ],
    );
    const { suppressed } = await read(`${id}/runs/${run.run_id}/suppressed`);
    const [original] = await records(id);
    assert.deepEqual(suppressed.map((one: Body) => [one.title, one.reason, one.duplicate_of, one.novel_share]).sort(), [
      ['/c/copy', 'same_text', original.record_id, 0],
      ['/c/reordered', 'near_duplicate', original.record_id, 0],
    ]);
    const path = `${id}/runs/${run.run_id}/suppressed`;
    const compared = (await read(`${path}?include_content=true`)).suppressed;
    assert.deepEqual(
      suppressed.map(({ original: { url } }: Body) => url),
      suppressed.map(() => original.search_result.document.url),
    );
    for (const { content, original: shown } of compared)
      assert.ok(content.includes(story[0]) && shown.content.includes(story[0]), content);
    assert.equal('content' in suppressed[0], false);
    const page = await read(`${path}?limit=1`);
    const rest = await read(`${path}?limit=1&since=${page.suppressed[0].ordinal}`);
    assert.deepEqual(
      [page.has_more, rest.has_more, [...page.suppressed, ...rest.suppressed]],
      [true, false, suppressed],
    );
    for (const query of ['limit=0', 'limit=a', 'since=-1', 'before=1'])
      assert.equal((await quarry.call('GET', `/v1/monitors/${path}?${query}`)).status, 400, query);
  });

  it('treats a text under another headline as a reprint', async () => {
    const body = [
      'Gannets have begun to nest on the stacks below the disused fog signal, wardens of the island trust said on Monday.',
      'Some sixty pairs were counted from a boat, twice as many as in the spring before.',
      'Landing on the stacks is forbidden until the last of the young have left them in October.',
    ].join(' ');
    await index({ '/h/original': `# Gannets nest below the fog signal\n\n${body}` });
    const id = await create({ search_requests: [{ query: 'gannets fog signal' }] });
    await runsWhen(id, (all) => all.length === 1);
    await index({
      '/h/heading': `# Sixty pairs of seabirds surprise an island\n\n${body}`,
      '/h/line': `A noisy spring on the stacks\n\n${body}`,
    });
    const run = await runNow(id);
    assert.deepEqual(await delivered(id), ['/h/original']);
    const { suppressed } = await read(`${id}/runs/${run.run_id}/suppressed`);
    assert.deepEqual(suppressed.map((one: Body) => [one.title, one.reason, one.novel_share]).sort(), [
      ['/h/heading', 'near_duplicate', 0],
      ['/h/line', 'near_duplicate', 0],
    ]);
  });

  it('delivers nothing for a page that changed under the same address', async () => {
    await index({ '/d/one': 'Shags nest below the castle and feed in the tide race beyond the point.' });
    const id = await create({ search_requests: [{ query: 'shags castle' }] });
    await runsWhen(id, (all) => all.length === 1);
    await index({
      '/d/one': 'Shags left the castle this year. Nobody knows where they went, or whether they come back.',
    });
    assert.equal((await runNow(id)).record_count, 0);
  });

  it('omits content if no search requests it, and if the client declines it', async () => {
    await index({ '/e/one': 'Dotterels rest on the hill fields in May on their way to the high fells of Norway.' });
    const id = await create({ search_requests: [{ query: 'dotterels', fields: { snippets: true } }] });
    const other = await create({ search_requests: [{ query: 'dotterels' }] });
    for (const one of [id, other]) await runsWhen(one, (all) => all.length === 1);
    const contents = async (one: string, query = '') =>
      (await records(one, query)).map((record) => 'content' in record.search_result.document);
    assert.deepEqual(
      [await contents(id), await contents(other), await contents(other, '&include_content=false')],
      [[false], [true], [false]],
    );
  });

  it('runs once a period, without a gap or a repetition in time', async () => {
    const id = await create({ cadence: '2h', search_requests: [{ query: 'gannets' }] });
    const all = await runsWhen(id, (found) => found.length >= 4);
    assert.ok(all.length >= 4, `${all.length} runs`);
    const starts = all.map((run) => Date.parse(run.started_at));
    const anchor = Math.floor(starts[0]! / 1_000) * 1_000;
    const periods = starts.slice(1).map((start) => Math.floor((start - anchor) / 2_000));
    assert.deepEqual(periods, [...new Set(periods)]);
    await quarry.call('DELETE', `/v1/monitors/${id}`);
  });

  it('does not run while paused; after a resume, it waits for its next time', async () => {
    const id = await create({ cadence: '1h', status: 'paused', search_requests: [{ query: 'puffins' }] });
    assert.equal('next_run_at' in (await monitor(id)), false);
    // A schedule that was not paused would have struck.
    await runsWhen(await create({ cadence: '1h', search_requests: [{ query: 'terns' }] }), (all) => all.length >= 3);
    assert.deepEqual(await runs(id), []);
    assert.equal((await trigger(id)).status, 409);
    assert.equal((await patch(id, { status: 'active' })).body.monitor.status, 'active');
    // Periods last a second here: a busy machine may miss the first ones, and says so by skipped runs.
    const resumed = await runsWhen(id, (all) => all.some(({ status }) => status === 'completed'));
    assert.ok(
      resumed.some(({ status }: { status: string }) => status === 'completed'),
      JSON.stringify(resumed),
    );
    await patch(id, { status: 'paused' });
  });

  it('restarts its periods at a trigger and at a new cadence, not at another spelling of the same cadence', async () => {
    const id = await create({ cadence: '366d' });
    await runsWhen(id, (all) => all.length === 1);
    const next = async () => Date.parse((await monitor(id)).next_run_at);
    const first = await next();
    await patch(id, { cadence: '8784h' });
    assert.equal(await next(), first);
    const { updated_at } = (await patch(id, { cadence: '365d' })).body.monitor;
    const changedAt = Math.floor(Date.parse(updated_at) / 1_000) * 1_000;
    assert.equal(await next(), changedAt + 8_760_000);
    assert.equal((await runs(id)).length, 1);
    const run = await runNow(id);
    const triggeredBy = Date.parse(run.started_at);
    assert.ok((await next()) > triggeredBy + 8_760_000 - 5_000 && (await next()) <= triggeredBy + 8_760_000);
  });

  it('loses no record for a client that pages from the last one while records arrive', async () => {
    const id = await create({ cadence: '1h', search_requests: [{ query: 'wigeon', max_results: 100 }] });
    const seen: Body[] = [];
    const follow = async () => {
      seen.push(...(await read(`${id}/records?sort=asc&limit=3&since=${seen.at(-1)?.record_id ?? '0'}`)).records);
      return seen.length;
    };
    const texts = Array.from(
      { length: 12 },
      (_, at) =>
        [
          `/g/${at}`,
          `Wigeon number ${at} landed at the ${'abcdefghijkl'[at]}${at}${at} pool with ${at * 31} others that nobody counted.`,
        ] as const,
    );
    for (const [at, [path, text]] of texts.entries()) {
      await index({ [path]: text });
      if (at % 4 === 3) await eventually(20_000, follow, (count) => count > at);
    }
    const paths = new Set(seen.map((one) => one.search_result.document.url.slice(ORIGIN.length)));
    assert.deepEqual([seen.length, paths], [texts.length, new Set(texts.map(([path]) => path))]);
    assert.deepEqual(seen, await records(id));
    await quarry.call('DELETE', `/v1/monitors/${id}`);
  });

  it('disappears at once on deletion, and its name is free', async () => {
    const id = await create({ name: 'gone' });
    const [run] = await runsWhen(id, (all) => all.length === 1);
    assert.equal(
      (await quarry.call('POST', '/v1/monitors', { name: 'gone', cadence: '1h', search_requests: [{ query: 'x' }] }))
        .body.error.code,
      'ALREADY_EXISTS',
    );
    assert.deepEqual((await quarry.call('DELETE', `/v1/monitors/${id}`)).body, {});
    for (const path of ['', '/runs', '/records', `/runs/${run.run_id}`, `/runs/${run.run_id}/records`]) {
      assert.equal((await quarry.call('GET', `/v1/monitors/${id}${path}`)).status, 404, path);
    }
    assert.equal((await quarry.call('DELETE', `/v1/monitors/${id}`)).status, 404);
    await create({ name: 'gone' });
  });

  it('gives the same response for the monitor of another organization as for an absent one', async () => {
    const id = await create();
    const [run] = await runsWhen(id, (all) => all.length === 1);
    const { key } = await quarry.accounts.createOrganization('other', 10);
    const absent = 'mon_01a1fc6e-2208-72fb-803c-c56ac05517f7';
    const asked: Array<[string, string, unknown?]> = [
      ['GET', ''],
      ['PATCH', '', { name: 'mine' }],
      ['DELETE', ''],
      ['POST', '/trigger'],
      ['GET', '/runs'],
      ['GET', `/runs/${run.run_id}`],
      ['GET', `/runs/${run.run_id}/records`],
      ['GET', `/runs/${run.run_id}/requests`],
      ['GET', `/runs/${run.run_id}/suppressed`],
      ['GET', '/records'],
    ];
    for (const [method, path, body] of asked) {
      const [theirs, none, nonsense] = await Promise.all(
        [id, absent, 'nonsense'].map((one) => callerOf(quarry, key)(method, `/v1/monitors/${one}${path}`, body)),
      );
      assert.equal(theirs?.status, 404, `${method} ${path}`);
      assert.deepEqual([none?.body.error, nonsense?.body.error], [theirs?.body.error, theirs?.body.error]);
    }
    assert.deepEqual((await callerOf(quarry, key)('GET', '/v1/monitors')).body.monitors, []);
  });

  it('is not changed while another transaction holds it, and other calls proceed meanwhile', async () => {
    const id = await create();
    const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = quarry.database.transaction(async (sql) => {
      await lockMonitor(sql, id);
      held.resolve();
      await over.promise;
    });
    try {
      await Promise.race([held.promise, holding]);
      const writes = Array.from({ length: 9 }, (_, n) =>
        quarry.call(
          n % 3 === 0 ? 'DELETE' : 'PATCH',
          `/v1/monitors/${id}`,
          n % 3 === 0 ? undefined : { status: 'paused' },
        ),
      );
      assert.equal((await quarry.call('GET', '/v1/account')).status, 200);
      for (const { status, headers, body } of await Promise.all(writes))
        assert.deepEqual([status, headers.get('retry-after'), body.error?.code], [503, '2', 'UNAVAILABLE']);
    } finally {
      over.resolve();
      await holding;
    }
    assert.equal((await quarry.call('PATCH', `/v1/monitors/${id}`, { status: 'paused' })).status, 200);
  });

  it('skips a run that credits do not cover, and charges one for a search that succeeded', async () => {
    const { key, orgId } = await quarry.accounts.createOrganization('poor', 3);
    const ask = (method: string, path: string, body?: unknown) =>
      callerOf(quarry, key)(method, `/v1/monitors${path}`, body);
    const { monitor_id: id } = (
      await ask('POST', '', { cadence: '366d', search_requests: [{ query: 'one' }, { query: 'two' }] })
    ).body.monitor;
    const ended = async (count: number) => {
      return (
        await eventually(
          20_000,
          () => ask('GET', `/${id}/runs?sort=asc`),
          ({ body }) => body.runs.length === count,
        )
      ).body.runs;
    };
    assert.equal((await ended(1))[0].status, 'completed');
    assert.equal((await ask('POST', `/${id}/trigger`)).status, 200);
    const skipped = (await ended(2))[1];
    assert.deepEqual(
      [skipped.status, skipped.requests_total, skipped.requests_ok, skipped.requests_failed],
      ['skipped', 2, 0, 0],
    );
    assert.equal(skipped.started_at, skipped.completed_at);
    assert.match(skipped.status_reason, /2 credits/);
    assert.deepEqual((await callerOf(quarry, key)('GET', '/v1/account')).body.balance, 1);
    const audit = await auditLedger(quarry.database);
    assert.deepEqual(
      audit.organizations.filter((one) => !one.ok),
      [],
    );
    assert.equal(audit.organizations.find((one) => one.org_id === orgId)?.postings_sum, 1);
  });

  it('pages through records without a gap, in both directions', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 25 }, (_, at) => [
        `/f/${at}`,
        `Fulmar number ${at} was ringed ${'abcdefghijklmnopqrstuvwxy'[at]}${at} times on ledge ${at * 7}.`,
      ]),
    );
    await index(texts);
    const id = await create({ search_requests: [{ query: 'fulmar', max_results: 100 }] });
    await runsWhen(id, (all) => all.length === 1);
    const all = (await records(id)).map((one) => one.record_id);
    assert.equal(all.length, 25);
    assert.deepEqual(
      all,
      all.toSorted((one, other) => Number(BigInt(one) - BigInt(other))),
    );
    for (const [sort, cursor] of [
      ['asc', 'since'],
      ['desc', 'before'],
    ] as const) {
      const seen: string[] = [];
      for (let hasMore = true, at = ''; hasMore; at = `&${cursor}=${seen.at(-1)}`) {
        const page = await read(`${id}/records?sort=${sort}&limit=10${at}`);
        seen.push(...page.records.map((one: Body) => one.record_id));
        hasMore = page.has_more;
      }
      assert.deepEqual(seen, sort === 'asc' ? all : all.toReversed());
    }
  });

  it('honours an Idempotency-Key: the second call returns the same monitor and secret', async () => {
    const headers = { 'idempotency-key': 'one monitor' };
    const body = { cadence: '1w', search_requests: [{ query: 'skuas' }] };
    const [first, second] = [
      await quarry.call('POST', '/v1/monitors', body, headers),
      await quarry.call('POST', '/v1/monitors', body, headers),
    ];
    assert.equal(first.status, 201);
    assert.deepEqual(second.body, first.body);
  });
});
