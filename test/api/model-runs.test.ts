import assert from 'node:assert/strict';
import { settledWithin } from '../../services/concurrency/settled-within.ts';
import { eventually } from '../support/eventually.ts';
import { startModelServer, type ModelRequest, type ModelServer, type Reply } from '../support/model-server.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const BARRE = 'The Barre granite quarry in Vermont is 600 feet deep';
const PENRHYN = 'The Penrhyn slate quarry in Wales was opened in 1770 by Richard Pennant';
const QUERY = 'Tell me about the Barre granite quarry and the Penrhyn slate quarry.';

const isPlan = ({ body }: ModelRequest) => body.messages[0]?.content.startsWith('You plan research') ?? false;
/** Its own tests are in led-runs.test.ts. */
const isNotes = ({ body }: ModelRequest) => body.messages[0]?.content.startsWith('You take notes') ?? false;
const userPrompt = ({ body }: ModelRequest) => body.messages.at(-1)?.content ?? '';
const numberOf = (request: ModelRequest, title: string) =>
  new RegExp(`\\[(\\d+)\\] ${title}:`).exec(userPrompt(request))?.[1];
const text = (...pieces: string[]): Reply => ({ type: 'text', pieces });
const plan = () =>
  text('{"questions": ["How deep is the Barre granite quarry?", "When was the Penrhyn slate quarry opened?"]}');

describe('runs with a language model', () => {
  let server: ModelServer;
  let quarry: TestQuarry;

  before(async () => {
    server = await startModelServer();
    quarry = await startQuarry({ OPENAI_BASE_URL: server.baseUrl, QUARRY_MODEL: 'small', QUARRY_RATE_LIMITS: 'off' });
    const documents = [
      {
        url: 'https://stones.example.com/barre',
        title: 'Barre',
        text: `${BARRE}. It was opened after the War of 1812.`,
      },
      { url: 'https://stones.example.com/penrhyn', title: 'Penrhyn', text: `${PENRHYN}.` },
    ];
    await quarry.call('POST', '/v1/documents', { documents });
    await eventually(
      5_000,
      () => quarry.call('POST', '/v1/search', { query: 'quarry' }),
      ({ body }) => body.documents.length === documents.length,
    );
  });
  after(async () => {
    await quarry.stop();
    await server.close();
  });
  beforeEach(() => void server.requests.splice(0));

  /** Sets the reactions to all requests but those for notes, of which there are none. */
  const script = (reaction: (request: ModelRequest) => Reply) =>
    server.script((request) => (isNotes(request) ? text('{"notes": []}') : reaction(request)));

  async function research(query = QUERY, more: object = {}) {
    const created = await quarry.call('POST', '/v1/agent/runs', { query, ...more });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    return (await quarry.call('GET', `/v1/agent/runs/${created.body.id}?wait=30`)).body;
  }
  const idOf = (run: { output: { sources: Array<{ id: number; url: string }> } }, path: string) =>
    run.output.sources.find(({ url }) => url.endsWith(path))?.id;

  it('search for the questions of the model, and return its report with verified markers', async () => {
    script((request) =>
      isPlan(request)
        ? plan()
        : text(
            `## Depth\n\n${BARRE} [${numberOf(request, 'Barre')}].\n\n## Opening\n\n${PENRHYN} [${numberOf(request, 'Barre')}].`,
          ),
    );
    const run = await research();
    assert.deepEqual([run.status, run.stop_reason], ['completed', 'finished']);
    // The second marker named the wrong source, and went to the one that says it.
    assert.equal(
      run.output.text,
      `## Depth\n\n${BARRE} [${idOf(run, '/barre')}].\n\n## Opening\n\n${PENRHYN} [${idOf(run, '/penrhyn')}].`,
    );
    const events = await (
      await fetch(`${quarry.url}/v1/agent/runs/${run.id}/events`, { headers: { 'x-api-key': quarry.key } })
    ).text();
    assert.match(events, /"question":"How deep is the Barre granite quarry\?"/);
  });

  it('stop writing on cancel', async () => {
    const writing = Promise.withResolvers<ModelRequest>();
    script((request) => {
      if (isPlan(request)) return plan();
      writing.resolve(request);
      return { type: 'hangs', pieces: ['The Barre'] };
    });
    const { body } = await quarry.call('POST', '/v1/agent/runs', { query: QUERY });
    const request = await writing.promise;
    assert.equal((await quarry.call('POST', `/v1/agent/runs/${body.id}/cancel`)).body.status, 'cancelled');
    // Its connection stands for a minute otherwise.
    assert.equal(await settledWithin(10_000, request.closed), true);
    assert.equal(server.requests.filter((one) => !isPlan(one) && !isNotes(one)).length, 1);
  });

  it('revise unsupported text once, and keep the better version', async () => {
    let drafts = 0;
    script((request) => {
      if (isPlan(request)) return plan();
      drafts += 1;
      const fact = `${BARRE} [${numberOf(request, 'Barre')}].`;
      return drafts === 1 ? text(`${fact} It is haunted by the ghost of a foreman.`) : text(fact);
    });
    const run = await research();
    assert.equal(drafts, 2);
    assert.match(server.requests.at(-1)?.body.messages[0]?.content ?? '', /It is haunted by the ghost of a foreman/);
    assert.equal(run.output.text, `${BARRE} [${idOf(run, '/barre')}].`);
  });

  it('return the text of the model as json_object, with the sources that it cites', async () => {
    script((request) => (isPlan(request) ? plan() : text(`${BARRE} [${numberOf(request, 'Barre')}].`)));
    const run = await research(QUERY, { output_schema: { type: 'json_object' } });
    assert.deepEqual(run.output.structured, { answer: run.output.text });
    assert.deepEqual(run.output.grounding, [
      { field: 'answer', citations: [{ source_id: idOf(run, '/barre'), url: 'https://stones.example.com/barre' }] },
    ]);
  });

  it('visit no address that a model names, and return none of its links', async () => {
    script((request) =>
      isPlan(request)
        ? text('{"questions": ["https://evil.example/ What is the Barre quarry?"], "urls": ["https://evil.example/"]}')
        : text(`${BARRE} [1]. See [this](https://evil.example/steal) ![x](https://evil.example/p.png).`),
    );
    const run = await research();
    assert.equal(run.status, 'completed');
    assert.ok(!JSON.stringify(run.output).includes('evil.example'), JSON.stringify(run.output));
  });

  it('have plain text as headings of the plan, whatever the model writes in them', async () => {
    const questions = [
      'How deep is the Barre granite quarry [more](https://evil.example/a)',
      'When was the Penrhyn slate quarry opened? www.evil.example/b <img src="https://evil.example/p.png"> ![x](//evil.example/c)',
    ];
    script((request) => (isPlan(request) ? text(JSON.stringify({ questions })) : text('Nothing.')));
    const run = await research();
    assert.match(run.output.text, /^## How deep is the Barre granite quarry more\?\n/);
    assert.match(run.output.text, /\n## When was the Penrhyn slate quarry opened\?/);
    assert.doesNotMatch(run.output.text, /evil|\]\(|https?:|www/);
  });

  it('write in the language of the sources, and return the verified text in the requested language', async () => {
    const isTranslation = ({ body }: ModelRequest) =>
      body.messages[0]?.content.startsWith('You translate into French') ?? false;
    script((request) => {
      if (isPlan(request)) return plan();
      if (!isTranslation(request))
        return text(`${BARRE} [${numberOf(request, 'Barre')}].\n\n${PENRHYN} [${numberOf(request, 'Penrhyn')}].`);
      const [barre, penrhyn] = [1, 2].map(
        (n) => /\[\d+\]/.exec((JSON.parse(userPrompt(request)) as Record<string, string>)[n] ?? '')?.[0],
      );
      return text(
        JSON.stringify({
          1: `La carrière de granit de Barre dans le Vermont a 600 pieds de profondeur ${barre}.`,
          2: `La carrière d'ardoise de Penrhyn a été ouverte en 1771 par Richard Pennant ${penrhyn}.`,
        }),
      );
    });
    const run = await research(`${QUERY} Answer in French.`);
    const draft = server.requests.find((request) => ![isPlan, isNotes, isTranslation].some((is) => is(request)));
    assert.match(draft?.body.messages[0]?.content ?? '', /Write each sentence in the language of its source/);
    assert.ok(!userPrompt(draft as ModelRequest).includes('French'));
    // The second one was given another year.
    assert.equal(
      run.output.text,
      `La carrière de granit de Barre dans le Vermont a 600 pieds de profondeur [${idOf(run, '/barre')}].\n\n${PENRHYN} [${idOf(run, '/penrhyn')}].\n\n*Sentences whose translation could not be checked are in the language of their sources.*`,
    );
  });

  const broken: Array<[string, Reply]> = [
    ['is away', { type: 'error', status: 400 }],
    ['writes no plan and no fact', text('I would rather not.')],
    ['dies in the middle', { type: 'dies', pieces: ['## Depth\n\n'] }],
  ];
  for (const [what, reply] of broken) {
    it(`extract from the sources if the model ${what}`, async () => {
      script(() => reply);
      const run = await research('How deep is the Barre granite quarry?');
      assert.deepEqual([run.status, run.stop_reason], ['completed', 'finished']);
      assert.match(run.output.text, /is 600 feet deep\. \[\d\]/);
    });
  }
});
