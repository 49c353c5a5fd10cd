import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const run = promisify(execFile);

describe('the operator at the command line', function () {
  this.timeout(300_000);
  let scratch: TestDatabase;
  let orgId: string;

  const quarry = async (...parameters: string[]) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: scratch.url };
    const { stdout } = await run(process.execPath, ['cli/quarry.ts', ...parameters], { env });
    return stdout.trim();
  };

  before(async () => {
    scratch = await createTestDatabase();
    orgId = JSON.parse(await quarry('orgs', 'create', 'Acme', '--credits', '50', '--json')).org_id;
  });
  after(() => scratch.drop());

  it('makes a key with limits, lists them, changes them and takes them away', async () => {
    const limits = ['--network', '10.0.0.0/8,2001:db8::/32', '--spend-per-day', '100', '--spend-total', '5000'];
    const named = ['--name', 'Nightly', '--scopes', 'search,fetch', '--expires', '2999-01-31'];
    const { key_id: id } = JSON.parse(await quarry('keys', 'create', orgId, ...named, ...limits, '--json'));
    const listed = async () =>
      (await quarry('keys', 'list', orgId)).split('\n').find((line) => line.startsWith(id)) ?? assert.fail();
    assert.match(
      await listed(),
      / scopes search,fetch from 10\.0\.0\.0\/8,2001:db8::\/32 spends 100 a day spends 5000 in all last used never expires 2999-01-31T00:00:00\.000Z "Nightly"$/,
    );
    assert.equal(await quarry('keys', 'change', id, '--spend-total', 'none', '--network', '10.0.0.1'), `changed ${id}`);
    assert.match(await listed(), / scopes search,fetch from 10\.0\.0\.1\/32 spends 100 a day last used never /);
  });

  for (const [option, value, problem] of [
    ['--spend-per-day', '0', 'must be a whole number from 1'],
    ['--network', 'example.com', 'networks: example.com is no network'],
    ['--expires', '2020-01-01', 'is in the past'],
    ['--expires', 'soon', 'must be a day or a time'],
    ['--scopes', 'all', 'Unknown scope all'],
  ] as const)
    it(`is refused ${option} ${value}`, async () => {
      await assert.rejects(quarry('keys', 'create', orgId, option, value), (error: Error) =>
        error.message.includes(problem),
      );
    });

  it('grants and takes back credits with a reason, and reads them in the statement', async () => {
    assert.equal(await quarry('orgs', 'grant', orgId, '100'), `granted 100 credits to ${orgId}`);
    await quarry('orgs', 'grant', orgId, '7', '--reason', 'invoice 7');
    const corrected = await quarry('orgs', 'correct', orgId, '--by', '-20', '--reason', 'invoice 6 bounced');
    assert.equal(corrected, `changed the balance of ${orgId} by -20 credits`);
    await assert.rejects(quarry('orgs', 'correct', orgId, '--by', '-5'), /required option '--reason <text>'/);
    await assert.rejects(
      quarry('orgs', 'correct', orgId, '--by', '-500', '--reason', 'x'),
      /more than the balance has/,
    );
    const lines = (await quarry('ledger', 'statement', orgId)).split('\n');
    assert.equal(lines[0], 'opening 0');
    assert.match(lines[3] ?? '', /^\S+ \+7 = 157 credits grant_\S+ invoice 7$/);
    assert.match(lines[4] ?? '', /^\S+ -20 = 137 credits correction_\S+ invoice 6 bounced$/);
    assert.equal(lines[5], 'granted 157 charged 20 closing 137');
    const json = JSON.parse(await quarry('ledger', 'statement', orgId, '--month', '2020-01', '--json'));
    assert.deepEqual(json, { opening: 0, granted: 0, charged: 0, closing: 0, postings: [] });
    assert.equal(JSON.parse(await quarry('ledger', 'audit', '--json')).ok, true);
  });
});
