import assert from 'node:assert/strict';
import type { DescMethodServerStreaming } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import fc from 'fast-check';
import { AnswerService } from '../../gen/quarry/v1/answer_pb.js';
import { ChatService } from '../../gen/quarry/v1/chat_pb.js';
import { asMessage } from '../support/transports/as-message.ts';
import { specs, type Spec } from '../support/transports/specs.ts';
import { collected, openGrpc, type GrpcClient } from '../support/grpc.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const CALLS = 300;
const SEED = Number(process.env.QUARRY_TEST_SEED ?? 20_261_121);
const ALL = {
  answer: AnswerService.method.answerStream,
  createChatCompletion: ChatService.method.streamChatCompletion,
} as const;

/** The parts of a stream that both transports carry. */
interface Streamed {
  code: string;
  pieces: string[];
  citations: string[];
  finish: string | undefined;
}

interface Chunk {
  choices: Array<{ delta?: { content?: string }; finish_reason?: string | null; finishReason?: string }>;
  citations?: Array<{ url: string }>;
}

interface AnswerEvent {
  event:
    | { case: 'citations'; value: { citations: Array<{ url: string }> } }
    | { case: 'textDelta' | 'finishReason'; value: string }
    | { case: undefined };
}

describe('streams over both transports', function () {
  this.timeout(120_000);
  let quarry: TestQuarry;
  let grpc: GrpcClient;
  before(async () => {
    quarry = await startQuarry({ QUARRY_RATE_LIMITS: 'off' });
    grpc = openGrpc(quarry.grpc);
  });
  after(async () => {
    grpc.close();
    await quarry.stop();
  });

  async function side(name: string): Promise<{ orgId: string; key: string }> {
    const made = await quarry.accounts.createOrganization(name, 10_000);
    const texts = [
      'The grey heron fishes in the shallows at dawn.',
      'A bittern booms in the reeds of the northern marsh.',
      'Egrets follow the cattle across the wet meadows.',
    ];
    const documents = texts.map((text, nth) => ({
      url: `https://birds.example.com/${nth + 10}`,
      title: `Bird ${nth}`,
      text,
    }));
    await call(`${quarry.url}/v1/documents`, 'POST', { documents }, { 'x-api-key': made.key });
    return made;
  }

  async function overRest(spec: Spec, key: string): Promise<Streamed> {
    const path = spec.method === 'answer' ? '/v1/answer' : '/v1/chat/completions';
    const response = await fetch(quarry.url + path, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ ...spec.members, stream: true }),
    });
    const text = await response.text();
    if (!response.ok)
      return {
        code: (JSON.parse(text) as { error: { code: string } }).error.code,
        pieces: [],
        citations: [],
        finish: undefined,
      };
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data);
    assert.equal(events.pop(), '[DONE]', text);
    return streamed(events.map((event) => JSON.parse(event) as Chunk));
  }

  async function overGrpc({ method, members }: Spec, key: string): Promise<Streamed> {
    const desc: DescMethodServerStreaming = ALL[method as keyof typeof ALL];
    const stream = grpc.stream(desc, { ...asMessage(desc.input, members), apiKey: key });
    const messages: unknown[] = await collected(stream);
    const { code, info } = await stream.ended;
    if (code !== status.OK) return { code: info?.reason ?? '', pieces: [], citations: [], finish: undefined };
    return method === 'answer' ? eventsOfAnswer(messages as AnswerEvent[]) : streamed(messages as Chunk[]);
  }

  it('return the same pieces, citations and end, or the same code, and the same rows of the ledger', async () => {
    console.log(`    seed ${SEED}`);
    const [rest, other] = [await side('rest'), await side('grpc')];
    const codes = new Map<string, number>();
    for (const spec of fc.sample(
      specs('http://127.0.0.1:9').filter(({ method }) => method in ALL),
      { numRuns: CALLS, seed: SEED },
    )) {
      const [one, two] = await Promise.all([overRest(spec, rest.key), overGrpc(spec, other.key)]);
      assert.deepEqual(two, one, JSON.stringify(spec));
      const what = `${spec.method} ${one.code}`;
      codes.set(what, (codes.get(what) ?? 0) + 1);
    }
    console.log(`    ${JSON.stringify(Object.fromEntries(codes))}`);
    for (const method of Object.keys(ALL))
      for (const code of ['OK', 'INVALID_REQUEST'])
        assert.ok((codes.get(`${method} ${code}`) ?? 0) > CALLS / 20, `${method} ${code}`);
    const ledger = (orgId: string) =>
      quarry.database.query<{ amount: string }>('select amount from postings where org_id = $1 order by id', [orgId]);
    const rows = await ledger(rest.orgId);
    assert.ok(rows.length > CALLS / 10, `${rows.length} rows`);
    assert.deepEqual(await ledger(other.orgId), rows);
  });
});

function streamed(chunks: readonly Chunk[]): Streamed {
  const choices = chunks.flatMap((chunk) => chunk.choices);
  return {
    code: 'OK',
    pieces: choices.flatMap(({ delta }) => delta?.content || []),
    citations: (chunks.find(({ citations }) => citations && citations.length > 0)?.citations ?? []).map(
      ({ url }) => url,
    ),
    finish: choices
      .map(({ finish_reason: rest, finishReason }) => rest ?? finishReason ?? '')
      .findLast((reason) => reason !== ''),
  };
}

function eventsOfAnswer(events: readonly AnswerEvent[]): Streamed {
  const all = events.map(({ event }) => event);
  return {
    code: 'OK',
    pieces: all.flatMap((event) => (event.case === 'textDelta' ? event.value : [])),
    citations: all.flatMap((event) => (event.case === 'citations' ? event.value.citations.map(({ url }) => url) : [])),
    finish: all.flatMap((event) => (event.case === 'finishReason' ? event.value : [])).at(-1),
  };
}
