import assert from 'node:assert/strict';
import { signInAs, signInOwner, type SignedIn } from '../support/console.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

describe('operators in the console', () => {
  let quarry: TestQuarry;
  let operator: SignedIn;
  before(async () => {
    quarry = await startQuarry();
    operator = await signInAs(quarry, 'operator');
  });
  after(() => quarry.stop());

  const change = (orgId: string, body: object) =>
    operator.call('POST', `/console/organizations/${orgId}/credits`, body);

  it('grant credits to any organization and take some back, with a reason, and the owner sees who did it', async () => {
    const { orgId } = await quarry.accounts.createOrganization('changed', 10);
    const granted = await change(orgId, { amount: 5, reason: ' paid invoice 7 ' });
    assert.deepEqual([granted.status, granted.body], [200, { balance: 15, held: 0 }]);
    const taken = await change(orgId, { amount: -12, reason: 'invoice 7 bounced' });
    assert.deepEqual([taken.status, taken.body], [200, { balance: 3, held: 0 }]);
    const owner = await signInOwner(quarry, orgId);
    const { entries } = (await owner.call('GET', '/console/audit')).body;
    const seen = entries.map(
      ({ action, detail, actor }: { action: string; detail: string; actor: { name: string } | null }) => [
        action,
        detail,
        actor?.name ?? null,
      ],
    );
    assert.deepEqual(seen.slice(1, 3), [
      ['credits.correct', '-12 credits: invoice 7 bounced', 'operator'],
      ['credits.grant', '5 credits: paid invoice 7', 'operator'],
    ]);
    assert.equal(entries[1].address, '127.0.0.1');
  });

  it('change credits once for each Idempotency-Key, also at the same time', async () => {
    const { orgId } = await quarry.accounts.createOrganization('once', 10);
    const path = `/console/organizations/${orgId}/credits`;
    for (const [amount, balance] of [
      [5, 15],
      [-4, 11],
    ] as const) {
      const keyed = (reason: string) =>
        operator.call('POST', path, { amount, reason }, { 'idempotency-key': `once ${amount}` });
      const racing = await Promise.all([keyed('invoice 8'), keyed('invoice 8')]);
      const again = await keyed('invoice 8');
      assert.deepEqual([again.status, again.body], [200, { balance, held: 0 }]);
      for (const { status } of racing) assert.ok(status === 200 || status === 409, String(status));
      assert.equal((await keyed('invoice 9')).status, 422);
    }
    const owner = await signInOwner(quarry, orgId);
    const { entries } = (await owner.call('GET', '/console/audit')).body;
    const changes = entries.filter(({ action }: { action: string }) => action.startsWith('credits.'));
    assert.deepEqual(
      changes.map(({ detail }: { detail: string }) => detail),
      ['-4 credits: invoice 8', '5 credits: invoice 8'],
    );
  });

  it('change nothing without a reason, beyond the balance, or of an organization that there is not', async () => {
    const { orgId } = await quarry.accounts.createOrganization('kept', 10);
    await quarry.database.query('update organizations set held = 4 where id = $1', [orgId]);
    const refusals: Array<[body: object, message: RegExp]> = [
      [{ amount: 5 }, /^reason: is required/],
      [{ amount: 5, reason: ' ' }, /^reason: is blank/],
      [{ amount: 0, reason: 'x' }, /^amount: is 0/],
      [{ amount: 1.5, reason: 'x' }, /^amount: is not a whole number/],
      [{ amount: -7, reason: 'x' }, /^amount: is more than the balance has beside what running work has reserved/],
      [{ amount: 5, reason: 'x'.repeat(501) }, /^reason: is longer than 500/],
    ];
    for (const [body, message] of refusals) {
      const refused = await change(orgId, body);
      assert.equal(refused.status, 400);
      assert.match(refused.body.error.message, message);
    }
    assert.equal((await change('org_absent', { amount: 5, reason: 'x' })).status, 404);
    const listed = (await operator.call('GET', '/console/organizations')).body.organizations;
    const kept = listed.find(({ id }: { id: string }) => id === orgId);
    assert.deepEqual([kept.balance, kept.held], [10, 4]);
  });

  it('never take what racing corrections have taken before', async () => {
    const { orgId } = await quarry.accounts.createOrganization('raced', 10);
    const racing = await Promise.all(Array.from({ length: 8 }, () => change(orgId, { amount: -3, reason: 'raced' })));
    assert.equal(racing.filter(({ status }) => status === 200).length, 3);
    const listed = (await operator.call('GET', '/console/organizations')).body.organizations;
    assert.equal(listed.find(({ id }: { id: string }) => id === orgId).balance, 1);
  });

  it('read the statement of any organization, and owners that of their own', async () => {
    const { orgId, key } = await quarry.accounts.createOrganization('stated', 10);
    await call(`${quarry.url}/v1/search`, 'POST', { query: 'leave' }, { 'x-api-key': key });
    await change(orgId, { amount: 4, reason: '=paid' });
    const owner = await signInOwner(quarry, orgId);
    const own = (await owner.call('GET', '/console/statement')).body;
    assert.deepEqual((await operator.call('GET', `/console/organizations/${orgId}/statement`)).body, own);
    const { opening_balance: opening, granted, charged, closing_balance: closing, postings, has_more: hasMore } = own;
    assert.deepEqual([opening, granted, charged, closing, postings, hasMore], [0, 14, 1, 13, 3, false]);
    const lines = own.lines.map((line: Record<string, unknown>) => [
      line.operation,
      line.amount,
      line.balance,
      line.reason,
    ]);
    assert.deepEqual(lines, [
      [null, 10, 10, null],
      ['search', -1, 9, null],
      [null, 4, 13, '=paid'],
    ]);
    const page = (await owner.call('GET', `/console/statement?limit=1&after=${own.lines[0].id}`)).body;
    assert.deepEqual([page.has_more, page.lines], [true, own.lines.slice(1, 2)]);
    const table = await owner.call('GET', '/console/statement?format=csv');
    assert.match(table.headers.get('content-type') ?? '', /^text\/csv/);
    const rows = table.body.trim().split('\r\n');
    assert.equal(rows[0], 'at,operation,caller,caller_name,scope,amount,balance,reason,reference');
    assert.match(rows[1], /,opening balance,,,,,0,,$/);
    assert.match(rows[4], /,,,,,4,13,'=paid,grant_/);
    assert.match(rows.at(-1), /,closing balance,,,,,13,,$/);
    assert.equal(rows.length, 6);
  });

  it('see months whose opening balance is the closing balance of the month before', async () => {
    const { orgId } = await quarry.accounts.createOrganization('joined', 10);
    await quarry.database.query(`update postings set created_at = '2026-01-15T12:00:00Z' where org_id = $1`, [orgId]);
    await quarry.accounts.grantCredits(orgId, 5);
    const read = async (query: string) =>
      (await operator.call('GET', `/console/organizations/${orgId}/statement?${query}`)).body;
    const january = await read('month=2026-01');
    assert.deepEqual(
      [january.from, january.before, january.opening_balance, january.closing_balance],
      ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', 0, 10],
    );
    const after = await read('from=2026-02-01');
    assert.deepEqual([after.opening_balance, after.granted, after.closing_balance], [10, 5, 15]);
    for (const wrong of ['month=2026-13', 'month=2026-01&from=2026-01-01', 'from=soon', 'format=pdf', 'after=x'])
      assert.equal(
        (await operator.call('GET', `/console/organizations/${orgId}/statement?${wrong}`)).status,
        400,
        wrong,
      );
    assert.equal((await operator.call('GET', '/console/organizations/org_absent/statement')).status, 404);
  });
});
