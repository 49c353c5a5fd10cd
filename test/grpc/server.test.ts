import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { service as health } from 'grpc-health-check';
import { AnswerService } from '../../gen/quarry/v1/answer_pb.js';
import { DocumentService } from '../../gen/quarry/v1/document_pb.js';
import { FetchService } from '../../gen/quarry/v1/fetch_pb.js';
import { SearchService } from '../../gen/quarry/v1/search_pb.js';
import { eventually } from '../support/eventually.ts';
import { openGrpc, type GrpcClient } from '../support/grpc.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startSite, type Site } from '../support/site.ts';

const { search } = SearchService.method;
const WITHIN_MS = 15_000;

describe('the server of gRPC', () => {
  let quarry: TestQuarry;
  let grpc: GrpcClient;
  let apiKey: string;
  let site: Site;
  let asked: PromiseWithResolvers<void>;
  before(async () => {
    // A page that never comes.
    site = await startSite({ '/never': () => asked.resolve() });
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: site.host });
    grpc = openGrpc(quarry.grpc);
    apiKey = quarry.key;
  });
  after(async () => {
    grpc.close();
    await quarry.stop();
    await site.close();
  });
  beforeEach(() => (asked = Promise.withResolvers()));
  const account = async () => (await quarry.call('GET', '/v1/account')).body as { balance: number; held: number };

  it('ends a call at its deadline, and bills nothing', async () => {
    const before = await account();
    const { code } = await grpc.unary(
      FetchService.method.fetch,
      { apiKey, urls: [`${site.origin}/never`] },
      { deadline: Date.now() + 1_000 },
    );
    assert.equal(code, status.DEADLINE_EXCEEDED);
    assert.deepEqual(await eventually(WITHIN_MS, account, ({ held }) => held === 0), before);
  });

  it('ends the work of a call whose caller disconnects, and bills nothing', async () => {
    const before = await account();
    const stream = grpc.stream(FetchService.method.fetch as never, { apiKey, urls: [`${site.origin}/never`] } as never);
    await asked.promise;
    assert.equal((await account()).held, 1);
    stream.cancel();
    assert.equal((await stream.ended).code, status.CANCELLED);
    assert.deepEqual(await eventually(WITHIN_MS, account, ({ held }) => held === 0), before);
  });

  it('refuses a message over 4 MiB', async () => {
    const { code } = await grpc.unary(DocumentService.method.indexDocuments, {
      apiKey,
      documents: [{ url: 'https://a.example.com/', text: 'a'.repeat(5 * 1024 * 1024) }],
    });
    assert.equal(code, status.RESOURCE_EXHAUSTED);
  });

  it('reports a failure, whatever text of the caller its message repeats', async () => {
    for (const name of [String.raw`\ud800`, 'é'.repeat(40_000), String.raw`\u0000\n\r`]) {
      const responseFormat = `{"type": "text", "${name}": 1}`;
      const { code, info, requestId } = await grpc.unary(AnswerService.method.answer, {
        apiKey,
        query: 'a',
        responseFormat,
      });
      assert.deepEqual(
        [code, info?.reason, requestId?.slice(0, 4)],
        [status.INVALID_ARGUMENT, 'INVALID_REQUEST', 'req_'],
      );
      const stream = grpc.stream(AnswerService.method.answerStream, { apiKey, query: 'a', responseFormat });
      assert.equal((await stream.ended).code, status.INVALID_ARGUMENT);
    }
    assert.equal((await grpc.unary(search, { apiKey, query: 'a' })).code, status.OK);
  });

  it("refuses messages above REST's limit, and lists that no request has, before it decodes them", async () => {
    const messages = (count: number) =>
      Buffer.concat([
        Buffer.from([0x32, apiKey.length, ...Buffer.from(apiKey)]),
        Buffer.alloc(count * 2, Buffer.from([0x12, 0x00])),
      ]);
    const client = new Client(quarry.grpc, credentials.createInsecure());
    const send = (bytes: Buffer) =>
      new Promise<string>((resolve) => {
        client.makeUnaryRequest(
          '/quarry.v1.ChatService/CreateChatCompletion',
          (given: Buffer) => given,
          (given) => given,
          bytes,
          new Metadata(),
          {},
          (error) => resolve(error?.details ?? ''),
        );
      });
    assert.match(await send(messages(2_000_000)), /larger than 1048576 bytes/);
    assert.match(await send(messages(20_000)), /messages: holds more than 10000 entries/);
    client.close();
  });

  it('refuses bytes that are not a message', async () => {
    const client = new Client(quarry.grpc, credentials.createInsecure());
    const code = await new Promise((resolve) => {
      client.makeUnaryRequest(
        '/quarry.v1.SearchService/Search',
        (bytes: Buffer) => bytes,
        (bytes) => bytes,
        Buffer.from([0xff, 0xff]),
        new Metadata(),
        {},
        (error) => resolve(error?.code),
      );
    });
    client.close();
    assert.equal(code, status.INVALID_ARGUMENT);
  });

  it('reports its health', async () => {
    const client = new Client(quarry.grpc, credentials.createInsecure());
    const { path, requestSerialize, responseDeserialize } = health.Check ?? assert.fail();
    const ask = (service: string) =>
      new Promise((resolve) => {
        client.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          { service },
          new Metadata(),
          {},
          (error, answer) => resolve(error?.code ?? (answer as { status: string }).status),
        );
      });
    assert.deepEqual(
      [await ask(''), await ask('quarry.v1.SearchService'), await ask('nobody')],
      ['SERVING', 'SERVING', status.NOT_FOUND],
    );
    client.close();
  });
});

describe('gRPC over TLS', () => {
  it('serves clients that trust its certificate, and refuses plain text', async () => {
    const path = (name: string) => new URL(`../support/certificate/${name}`, import.meta.url);
    const quarry = await startQuarry({
      QUARRY_TLS_CERT: path('loopback.pem').pathname,
      QUARRY_TLS_KEY: path('loopback.key').pathname,
    });
    const trusting = openGrpc(
      quarry.grpc.replace('127.0.0.1', 'localhost'),
      credentials.createSsl(await readFile(path('loopback.pem'))),
    );
    const plain = openGrpc(quarry.grpc);
    try {
      assert.equal((await trusting.unary(search, { apiKey: quarry.key, query: 'auk' })).code, status.OK);
      assert.equal(
        (await plain.unary(search, { apiKey: quarry.key, query: 'auk' }, { deadline: Date.now() + 2_000 })).code ===
          status.OK,
        false,
      );
    } finally {
      trusting.close();
      plain.close();
      await quarry.stop();
    }
  });
});
