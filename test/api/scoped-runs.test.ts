import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { startModelServer, type ModelServer } from '../support/model-server.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const QUESTION = 'Who was Richard Pennant?';
const PERSON = {
  url: 'https://people.example.com/pennant',
  title: 'Richard Pennant',
  text: 'Richard Pennant was the owner of the Penrhyn slate quarry and a member of parliament.',
  scope: 'people',
};
const PAGE = {
  url: 'https://stones.example.com/penrhyn',
  title: 'Penrhyn',
  text: 'The Penrhyn slate quarry in Wales was opened in 1770 by Richard Pennant.',
};

describe('the scopes that a run searches', () => {
  let server: ModelServer;
  before(async () => (server = await startModelServer()));
  after(() => server.close());

  interface Scene {
    documents: object[];
    environment?: Record<string, string>;
    request?: object;
  }

  /** The searches of a run of a service that holds these documents, and what came out. */
  async function researched({ documents, environment = {}, request = { query: QUESTION } }: Scene) {
    const quarry = await startQuarry(environment);
    try {
      await quarry.call('POST', '/v1/documents', { documents });
      await eventually(
        5_000,
        () => searchedIn(quarry),
        (found) => found === documents.length,
      );
      const created = await quarry.call('POST', '/v1/agent/runs', request);
      const { body: run } = await quarry.call('GET', `/v1/agent/runs/${created.body.id}?wait=30`);
      const events = await (
        await fetch(`${quarry.url}/v1/agent/runs/${run.id}/events`, { headers: { 'x-api-key': quarry.key } })
      ).text();
      const searches = Array.from(
        events.matchAll(/event: search\ndata: (.*)/g),
        ([, data = '']) => JSON.parse(data) as { step: string; question: string; scope?: string },
      );
      const [{ billed }] = (await quarry.database.query<{ billed: string }>(
        'select -sum(amount) as billed from postings where business_key like $1',
        [`${run.id}%`],
      )) as [{ billed: string }];
      return {
        run,
        searches,
        planned: searches
          .filter(({ step }) => step.startsWith('search-0'))
          .map(({ question, scope }) => [question, scope]),
        billed: Number(billed),
      };
    } finally {
      await quarry.stop();
    }
  }
  const searchedIn = async (quarry: TestQuarry) => {
    const found = await Promise.all(
      ['web', 'people'].map((scope) => quarry.call('POST', '/v1/search', { query: 'Pennant', scope, max_results: 20 })),
    );
    return new Set(found.flatMap(({ body }) => body.documents.map(({ url }: { url: string }) => url))).size;
  };

  it('are only the default one if no other holds a document', async () => {
    const { run, searches } = await researched({ documents: [PAGE] });
    assert.equal(run.status, 'completed');
    assert.ok(
      searches.every(({ scope }) => scope === undefined),
      JSON.stringify(searches),
    );
    assert.equal(searches.filter(({ question }) => question === QUESTION).length, 1);
  });

  it('include the one that matches the question, at the price of a search', async () => {
    const { run, planned, searches, billed } = await researched({ documents: [PAGE, PERSON] });
    assert.deepEqual(
      planned.toSorted(([, one], [, other]) => String(one).localeCompare(String(other))),
      [
        [QUESTION, 'people'],
        [QUESTION, undefined],
      ],
    );
    const id = run.output.sources.find(({ url }: { url: string }) => url === PERSON.url)?.id;
    assert.match(run.output.text, new RegExp(`owner of the Penrhyn slate quarry.*\\[${id}\\]`));
    assert.equal(billed, searches.length + run.output.sources.length);
  });

  it('take no budget from a question for one fact, which ends finished at the least effort', async () => {
    const others = Array.from({ length: 14 }, (_, n) => ({
      url: `https://coast.example.com/${n}`,
      title: `Pennant Lighthouse ${n}`,
      scope: n % 2 === 0 ? 'people' : 'web',
      text: `Lighthouse number ${n} stands near Port Elin ${n}, where Richard Pennant and Anna Corvane ${n} were born; its keeper was Jory Tarn ${n}.`,
    }));
    const request = { query: 'Who built the Pennant lighthouse near Richard Pennant harbour?', effort: 'low' };
    const { run, searches } = await researched({ documents: [PAGE, PERSON, ...others], request });
    assert.deepEqual([run.status, run.stop_reason], ['completed', 'finished'], JSON.stringify(searches));
    assert.ok(searches.length >= 3 && run.output.sources.length >= 4, JSON.stringify([searches, run.output.sources]));
  });

  it('may be named by the planning model, among those that are ready', async () => {
    const asked = 'Which quarry was owned by a member of parliament?';
    server.script(() => ({
      type: 'text',
      pieces: [
        JSON.stringify({
          questions: [
            { question: asked, scope: 'people' },
            { question: 'When was the quarry opened?', scope: 'companies' },
            { question: 'What is it?', scope: 'https://evil.example' },
          ],
        }),
      ],
    }));
    const { planned } = await researched({
      documents: [PAGE, PERSON],
      environment: { OPENAI_BASE_URL: server.baseUrl, QUARRY_MODEL: 'small' },
    });
    assert.deepEqual(
      planned.filter(([, scope]) => scope !== undefined),
      [[asked, 'people']],
    );
    assert.match(server.requests[0]?.body.messages[0]?.content ?? '', /there are these collections: people \(/);
  });
});
