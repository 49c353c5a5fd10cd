import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { eventually } from '../support/eventually.ts';
import { says, startModelServer, type ModelServer } from '../support/model-server.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const QUESTION = 'How deep is the Barre granite quarry?';
const DEPTH = 'The Barre granite quarry in Vermont is 600 feet deep';
const FAILING = `create or replace function fail_for_test() returns trigger language plpgsql as $$ begin raise exception 'broken for a test'; end $$`;

/** The SDK tries twice more by itself, after network errors, 408, 409, 429 and 5xx. */
describe('chat completions that the openai package retries', () => {
  let server: ModelServer;
  let quarry: TestQuarry;

  before(async () => {
    server = await startModelServer();
    quarry = await startQuarry({ OPENAI_BASE_URL: server.baseUrl, QUARRY_MODEL: 'small', QUARRY_RATE_LIMITS: 'off' });
    await quarry.call('POST', '/v1/documents', {
      documents: [{ url: 'https://stones.example.com/barre', title: 'Barre', scope: 'news', text: `${DEPTH}.` }],
    });
    await eventually(
      2_000,
      () => quarry.call('POST', '/v1/search', { query: 'barre', scope: 'news' }),
      ({ body }) => body.documents.length > 0,
    );
    await quarry.database.query(FAILING);
  });
  after(async () => {
    await quarry.stop();
    await server.close();
  });
  beforeEach(() => server.script(says(`${DEPTH} [1].`)));

  const balance = async () => (await quarry.call('GET', '/v1/account')).body.balance as number;

  /** An SDK as it comes, and the status of each of its tries; `through` stands for the network. */
  function sdk({ through = fetch, ...options }: { through?: typeof fetch; timeout?: number } = {}) {
    const tries: number[] = [];
    const counting: typeof fetch = async (input, init) => {
      const index = tries.push(0) - 1;
      const response = await through(input, init);
      tries[index] = response.status;
      return response;
    };
    return {
      tries,
      openai: new OpenAI({ baseURL: `${quarry.url}/v1`, apiKey: quarry.key, fetch: counting, ...options }),
    };
  }

  const ask = (openai: OpenAI, key?: string) =>
    openai.chat.completions.create(
      { model: 'base', messages: [{ role: 'user', content: QUESTION }] },
      key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
    );

  /** While `work` runs, every statement of that kind on the table fails. */
  async function broken<T>(event: string, table: string, work: () => Promise<T>): Promise<T> {
    await quarry.database.query(
      `create trigger broken before ${event} on ${table} for each row execute function fail_for_test()`,
    );
    try {
      return await work();
    } finally {
      await quarry.database.query(`drop trigger broken on ${table}`);
    }
  }

  it('are billed once with a key if the first response was lost', async () => {
    let isFirst = true;
    const lossy: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!isFirst) return response;
      isFirst = false;
      await response.text();
      throw new TypeError('the connection broke');
    };
    const [before, asked] = [await balance(), server.requests.length];
    const { openai, tries } = sdk({ through: lossy });
    const completion = await ask(openai, 'lost');
    assert.match(completion.choices[0]?.message.content ?? '', /600 feet deep/);
    assert.deepEqual([tries, await balance(), server.requests.length], [[0, 200], before - 1, asked + 1]);
  });

  it("are billed once if the first attempt exceeds the caller's timeout", async () => {
    const asked = server.requests.length;
    server.script((_request, index) =>
      index === asked ? { type: 'hangs', pieces: [] } : { type: 'text', pieces: [`${DEPTH} [1].`] },
    );
    const before = await balance();
    const { openai, tries } = sdk({ timeout: 400 });
    await ask(openai, 'slow');
    assert.equal(tries.at(-1), 200);
    assert.ok(tries.length > 1);
    assert.equal(await eventually(2_000, balance, (credits) => credits === before - 1), before - 1);
  });

  it('are retried if the model does not respond, and billed once it does', async () => {
    const asked = server.requests.length;
    server.script((_request, index) =>
      index === asked ? { type: 'error', status: 401 } : { type: 'text', pieces: [`${DEPTH} [1].`] },
    );
    const before = await balance();
    const soon: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const headers = new Headers(response.headers);
      headers.delete('retry-after');
      return new Response(response.body, { status: response.status, headers });
    };
    const { openai, tries } = sdk({ through: soon });
    await ask(openai);
    assert.deepEqual([tries, await balance()], [[503, 200], before - 1]);
  });

  it('are not retried if they were completed and could not be billed', async () => {
    const before = await balance();
    const { openai, tries } = sdk();
    await broken('insert', 'postings', () =>
      assert.rejects(
        ask(openai),
        (error: unknown) =>
          error instanceof OpenAI.InternalServerError && error.headers?.get('x-should-retry') === 'false',
      ),
    );
    assert.deepEqual([tries, await balance()], [[500], before]);
  });

  it('are not retried if they were billed and their record was lost, and a repeated request is free', async () => {
    const before = await balance();
    const { openai, tries } = sdk();
    await broken('update', 'idempotency_records', () =>
      assert.rejects(ask(openai, 'unkept'), OpenAI.InternalServerError),
    );
    assert.deepEqual([tries, await balance()], [[500], before - 1]);
    await quarry.database.query(
      `update idempotency_records set lease_until = now() - interval '1 minute' where key = 'unkept'`,
    );
    await ask(openai, 'unkept');
    assert.equal(await balance(), before - 1);
  });
});
