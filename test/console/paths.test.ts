import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/quarry.ts';
import { startCrawledSite } from '../support/crawled-site.ts';
import { LEAVE, loginLink, startScene, type ConsoleScene } from './scene.ts';
import { watchedPage } from './chromium.ts';

describe('the ways through the console', () => {
  let scene: ConsoleScene;
  before(async function () {
    const started = await startScene();
    if (!started) return this.skip();
    scene = started;
  });
  after(() => scene?.close());

  it('begin with a link that works once and leaves nothing in the address', async () => {
    const { url } = scene.quarry;
    const link = await loginLink(scene.quarry);
    const { page } = await watchedPage(scene.browser, {});
    await page.goto(url);
    await page.getByText('npx quarry login-link').waitFor();
    await page.goto(link);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    assert.equal(page.url(), `${url}/`);
    const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })');
    assert.ok(!kept.includes(link.split('=')[1] ?? ''), kept);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('npx quarry login-link').waitFor();
    await page.goto(link);
    await page.getByRole('alert').getByText('was used').waitFor();
    await page.context().close();
  });

  it('lead to a search, its results, and the call as code', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/usage');
    await page.locator('main h1').waitFor();
    await page.keyboard.press('/');
    await page.locator('#ask:focus').waitFor();
    await page.keyboard.type('days of paid leave');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: LEAVE.title }).waitFor();
    assert.equal(await page.locator('.address').first().textContent(), 'handbook.example.com › people › leave');
    await page.getByText('Why it is here').first().click();
    await page.getByText('days, paid, leave').first().waitFor();
    await page.getByText('This request as code').click();
    await page.getByRole('button', { name: 'Python', exact: true }).click();
    await page.getByText('requests.post(').waitFor();
    await page.reload();
    await page.locator('.history button', { hasText: 'days of paid leave' }).click();
    assert.equal(await page.inputValue('#ask'), 'days of paid leave');
    await page.context().close();
  });

  it('lead to an answer whose marker opens the cited sentence', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/?mode=answer');
    await page.fill('#ask', 'How many days of paid leave does an employee have?');
    await page.keyboard.press('Enter');
    await page.locator('button.marker').first().click();
    assert.equal(await page.locator('.passage mark').textContent(), 'Every employee has 28 days of paid leave a year.');
    assert.equal(await page.locator('.passage .headings').textContent(), 'Leave policy › Paid leave');
    await page.getByRole('button', { name: 'Show it in its document' }).click();
    const cited = page.getByRole('list', { name: '1 passage' }).locator('[aria-current=location]');
    assert.equal(await cited.locator('mark').textContent(), 'Every employee has 28 days of paid leave a year.');
    await page.context().close();
  });

  it('lead from the marker below a list to a sentence of it', async () => {
    const text = await readFile(new URL('../../docs/monitors.md', import.meta.url), 'utf8');
    const documents = [{ url: 'https://handbook.example.com/monitors', title: 'Monitors', text }];
    await scene.quarry.call('POST', '/v1/documents', { documents });
    const { page } = await scene.signedIn();
    await page.goto('/#/?mode=answer');
    await page.fill('#ask', 'When is a webhook disabled?');
    await page.keyboard.press('Enter');
    await page.locator('.cited li', { hasText: 'After the tenth attempt' }).waitFor();
    await page.locator('button.marker').first().click();
    await page.locator('.passage mark').waitFor();
    await page.context().close();
  });

  it('lead through a chat that remembers its turns', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/?mode=chat');
    const answers = page.locator('.turn.assistant .cited');
    for (const [index, said] of ['How many days of paid leave are there?', 'When do unused days expire?'].entries()) {
      await page.fill('#ask', said);
      await page.keyboard.press('Enter');
      await answers.nth(index).locator('button.marker').first().waitFor();
      await page.locator('#ask:focus').waitFor();
    }
    assert.equal(await page.locator('.turn.user').count(), 2);
    assert.match((await answers.first().textContent()) ?? '', /28 days/);
    assert.match((await answers.nth(1).textContent()) ?? '', /March/);
    assert.equal(await answers.count(), 2);
    await page.context().close();
  });

  it('lead to a run that is followed to its end, and to the sentence in its source', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/?mode=research');
    await page.fill('#ask', 'How many days of paid leave are there?');
    await page.keyboard.press('Enter');
    await page.locator('.facts .badge', { hasText: 'completed' }).waitFor();
    await page.locator('.cited button.marker').first().click();
    await page.getByRole('button', { name: /Find it in the source/ }).click();
    assert.match((await page.locator('.passage mark').textContent()) ?? '', /28 days/);
    await page.getByText(/\d+ steps/).click();
    await page.getByText('Ended: completed').waitFor();
    assert.equal(await page.getByRole('link', { name: 'In Temporal' }).count(), 0);
    const first = page.url();
    await page.getByLabel('Next question').fill('When do unused days expire?');
    await page.getByRole('button', { name: 'Follow up' }).click();
    await page.getByRole('link', { name: 'follows a run' }).waitFor();
    await page.locator('.facts .badge', { hasText: 'completed' }).waitFor();
    await page.getByRole('link', { name: 'follows a run' }).click();
    await page.waitForURL(first);
    await page.context().close();
  });

  it('lead to a run that is cancelled', async () => {
    const { page } = await scene.signedIn();
    // Held before its first answer, so that the run is still in progress when it is cancelled.
    await page.route('**/v1/agent/runs/run_*', async (route) => {
      const response = await route.fetch();
      const run = (await response.json()) as object;
      await route.fulfill({ response, json: isCancelled ? run : { ...run, status: 'running', completed_at: null } });
    });
    let isCancelled = false;
    await page.route('**/cancel', async (route) => {
      isCancelled = true;
      await route.continue();
    });
    await page.goto('/#/?mode=research');
    await page.fill('#ask', 'How many days of paid leave are there?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('button', { name: 'Cancel the run' }).waitFor({ state: 'detached' });
    assert.ok(isCancelled);
    await page.context().close();
  });

  it('lead to a key that is shown once, and revoked', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/keys');
    await page.getByLabel('Name').fill('Crawler');
    await page.getByRole('button', { name: 'Make a key' }).click();
    const key = (await page.getByText(/^qry_live_/).textContent()) ?? '';
    const isTaken = () => call(`${scene.quarry.url}/v1/scopes`, 'GET', undefined, { 'x-api-key': key });
    assert.equal((await isTaken()).status, 200);
    await page.getByRole('row', { name: /Crawler/ }).waitFor();
    await page
      .getByRole('row', { name: /Crawler/ })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByRole('button', { name: 'Revoke for ever?' }).click();
    await page.locator('tr.past', { hasText: 'Crawler' }).waitFor();
    await page.reload();
    await page.getByRole('row', { name: /Crawler/ }).waitFor();
    assert.equal(await page.getByText(key).count(), 0);
    const refused = await eventually(5_000, isTaken, ({ status }) => status === 401);
    assert.equal(refused.status, 401);
    await page.context().close();
  });

  it('lead to a key whose name and limits are changed', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/keys');
    await page.getByLabel('Name').fill('Importer');
    await page.getByText('Limits: networks, credits, scopes').click();
    await page.getByLabel('documents:write').check();
    await page.getByRole('button', { name: 'Make a key' }).click();
    const key = (await page.getByText(/^qry_live_/).textContent()) ?? '';
    const search = () => call(`${scene.quarry.url}/v1/search`, 'POST', { query: 'leave' }, { 'x-api-key': key });
    assert.equal((await search()).status, 403);
    const row = page.getByRole('row', { name: /ends in/ }).filter({ hasText: 'Importer' });
    await row.getByRole('button', { name: 'Change' }).click();
    const form = page.getByRole('form', { name: 'Change Importer' });
    assert.ok(await form.getByLabel('documents:write').isChecked());
    await form.getByLabel('documents:write').uncheck();
    await form.getByLabel('Name').fill('Reader');
    await form.getByLabel('Credits a day').fill('1000');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const changed = page.getByRole('row', { name: /ends in/ }).filter({ hasText: 'Reader' });
    assert.match((await changed.textContent()) ?? '', /everything.*0 of 1,000 today/);
    const served = await eventually(5_000, search, ({ status }) => status === 200);
    assert.equal(served.status, 200);
    await page.context().close();
  });

  it('lead to a member, whose link signs in with its role', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/members');
    await page.getByLabel('Name', { exact: true }).fill('Grace');
    await page.locator('form select').selectOption('viewer');
    await page.getByRole('button', { name: 'Invite' }).click();
    const link = (await page.getByText(/#login=/).textContent()) ?? '';
    const invited = await watchedPage(scene.browser, {});
    await invited.page.goto(link);
    await invited.page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await invited.page.goto(`${scene.quarry.url}/#/keys`);
    await invited.page.getByText('Only an owner of the organization makes and revokes keys.').waitFor();
    await invited.page.context().close();
    await page.reload();
    await page.getByRole('row', { name: /member\.invite.*Grace/ }).waitFor();
    const row = page.getByRole('group', { name: 'Members' }).getByRole('row', { name: /Grace/ });
    await row.getByRole('button', { name: 'Remove' }).click();
    await row.getByRole('button', { name: 'Remove for ever?' }).click();
    await row.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('lead to a monitor and its first record', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/monitors');
    await page.getByRole('link', { name: 'New monitor' }).first().click();
    await page.getByLabel('Name').fill('Policies');
    await page.getByLabel('Searches, one a line').fill('paid leave');
    await page.getByRole('button', { name: 'Preview the first run' }).click();
    await page.getByRole('heading', { name: 'The first run would deliver 1 record' }).waitFor();
    await page.getByRole('button', { name: 'Create the monitor' }).click();
    await page.getByRole('link', { name: 'See its first run' }).click();
    await page.locator('section[aria-label=Records] b', { hasText: LEAVE.title }).waitFor();
    await page.locator('section[aria-label=Runs] .badge', { hasText: 'completed' }).waitFor();
    await page.context().close();
  });

  it('lead to a page that is watched, and what was added and removed', async () => {
    const site = await startCrawledSite('127.0.5.1');
    const { host, origin } = site.site;
    const show = (text: string) => site.page('/ferry', 'Ferry to the island', [], `<p>${text}</p>`);
    show('The ferry runs from March to October.');
    const { page } = await scene.signedIn();
    await page.goto('/#/monitors/new');
    await page.getByLabel('Name').fill('Ferry');
    await page.getByLabel('Pages to watch').fill(`${origin}/ferry main`);
    await page.getByRole('button', { name: 'Preview the first run' }).click();
    await page.locator('summary', { hasText: 'Ferry to the island' }).click();
    await page.getByText('The ferry runs from March to October.').waitFor();
    await page.getByRole('button', { name: 'Create the monitor' }).click();
    await page.getByRole('link', { name: 'See its first run' }).click();
    await page.locator('section[aria-label=Runs] .badge', { hasText: 'completed' }).waitFor();
    show('The ferry runs all year.');
    await page.getByRole('button', { name: 'Run now' }).click();
    const records = page.locator('section[aria-label=Records]');
    await records.getByRole('region', { name: 'Added' }).getByText('The ferry runs all year.').waitFor();
    await records.getByRole('region', { name: 'Removed' }).getByText('from March to October').waitFor();
    await page.getByText(host).first().waitFor();
    await page.context().close();
    await site.close();
  });

  it('lead to a crawl, its addresses, and a page that it stored', async () => {
    const site = await startCrawledSite('127.0.5.2');
    site.page('/', 'Harbour', ['/tides', '/private/'], '<p>The harbour office answers until six in the evening.</p>');
    site.page('/tides', 'Tides', [], '<p>The tide table of the harbour begins in March and ends in October.</p>');
    site.page('/private/', 'Private', [], '<p>This part of the harbour is closed to visitors.</p>');
    const { page } = await scene.signedIn();
    await page.goto('/#/crawls');
    await page.getByRole('link', { name: 'Crawl a site' }).click();
    await page.getByLabel('Addresses to begin with').fill(`${site.site.origin}/`);
    await page.getByLabel('Not these paths').fill('/private/**');
    await page.getByLabel('Collection').fill('harbour');
    await page.getByRole('button', { name: 'Begin the crawl' }).click();
    await page.locator('.facts .badge', { hasText: 'completed' }).waitFor();
    await page.getByText('2 stored').waitFor();
    await page.getByLabel('State').selectOption('stored');
    await page.getByRole('link', { name: 'Tides' }).click();
    await page.getByText('The tide table of the harbour begins in March').waitFor();
    await page.goto('/#/crawls');
    await page.locator('.rows .badge', { hasText: 'completed' }).waitFor();
    await page.context().close();
    await site.close();
  });

  it('lead to what a run suppressed, beside what it repeats, and to the code that verifies its webhook', async () => {
    const text = `${LEAVE.text} Ask the office by letter before the first of May.`;
    const sites = ['one', 'two'].map((site) => `https://${site}.example.org/letters`);
    const documents = sites.map((url) => ({ url, title: url, text }));
    await scene.quarry.call('POST', '/v1/documents', { documents });
    const { body } = await scene.quarry.call('POST', '/v1/monitors', {
      cadence: '1d',
      search_requests: [{ query: 'office letter May' }],
      webhook: { url: 'https://hooks.example.com/quarry', status: 'disabled' },
    });
    const { page } = await scene.signedIn();
    await page.goto(`/#/monitors/${body.monitor.monitor_id}`);
    const runs = page.locator('section[aria-label=Runs]');
    await runs.getByRole('img', { name: '1 run: 1 completed' }).waitFor();
    await runs.locator('button[aria-expanded]').click();
    await runs.locator('summary', { hasText: 'The same words under another address.' }).click();
    for (const name of ['Suppressed', 'Delivered before'])
      await runs.getByRole('region', { name }).getByText('Ask the office by letter').waitFor();
    const webhook = page.getByRole('region', { name: 'Webhook' });
    await webhook.getByText('Verify a message in code').click();
    await webhook.getByRole('button', { name: 'openssl', exact: true }).click();
    await webhook.getByText('openssl dgst').waitFor();
    await page.context().close();
  });

  it('lead to a file that is dropped, found, and deleted', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/documents');
    const buffer = Buffer.from('# Petrels\n\nStorm petrels breed on Skokholm in June.');
    await page.locator('input[type=file]').setInputFiles({ name: 'birds <b>.md', mimeType: 'text/markdown', buffer });
    await page.getByText('indexed', { exact: true }).waitFor();
    await page.goto('/#/');
    await page.fill('#ask', 'storm petrels');
    await page.keyboard.press('Enter');
    await page.locator('.result', { hasText: 'Petrels' }).first().waitFor();
    await page.goto('/#/documents');
    await page.getByLabel('In title or address').fill('birds%20');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('1 document', { exact: true }).waitFor();
    await page.getByRole('row', { name: /birds/ }).getByRole('link', { name: 'Petrels' }).click();
    const passages = page.getByRole('list', { name: 'Passages' });
    await passages.getByText('Storm petrels breed on Skokholm in June.').waitFor();
    assert.equal(await passages.locator('.headings').textContent(), 'Petrels');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete for ever?' }).click();
    await page.getByRole('link', { name: LEAVE.title }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Petrels' }).count(), 0);
    await page.context().close();
  });

  it('lead to the usage as a file', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/usage');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'This table as CSV' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'quarry-usage-by-operation.csv');
    assert.match(await readFile(await file.path(), 'utf8'), /^operation,calls,credits\r\n/);
    await page.context().close();
  });

  it('lead to the queues and their workers', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/health');
    const queues = page.getByRole('group', { name: 'Queues' });
    await queues.getByRole('row', { name: /monitors.*ready/ }).waitFor();
    await page.getByText(/GiB free for the data folder/).waitFor();
    await page.context().close();
  });

  it('lead to the reference, and to a call that is sent from it', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/help');
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.getByRole('link', { name: 'Find documents for a question' }).click();
    await page.getByRole('cell', { name: 'list of string' }).first().waitFor();
    await page.getByRole('textbox', { name: 'Body' }).fill('{"query": "paid leave"');
    assert.ok(await page.getByRole('button', { name: 'Send' }).isDisabled());
    await page.getByRole('textbox', { name: 'Body' }).fill('{"query": "paid leave"}');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status').getByText(LEAVE.url).waitFor();
    await page.goto('/#/help/api/getUsage');
    await page.getByLabel('group_by (may be empty)').fill('operation');
    await page.getByText('This request as code').click();
    await page.getByText('/v1/usage?group_by=operation').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status').getByText('"calls"').first().waitFor();
    await page.context().close();
  });

  it('lead anywhere by a few letters', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/');
    await page.locator('#ask').waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('dialog input:focus').waitFor();
    await page.keyboard.type('heal');
    await page.locator('[role=option]', { hasText: 'Health' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.context().close();
  });

  it('tell what Quarry refuses, with the id of the request', async () => {
    const { page } = await scene.signedIn();
    await page.goto('/#/research/run_00000000-0000-7000-8000-000000000000');
    const alert = page.getByRole('alert').first();
    await alert.getByText('NOT_FOUND').waitFor();
    assert.match((await alert.textContent()) ?? '', /req_/);
    await page.context().close();
  });
});
