import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { service as health } from 'grpc-health-check';
import { DocumentService } from '../../gen/quarry/v1/document_pb.js';
import { SearchService } from '../../gen/quarry/v1/search_pb.js';
import { openGrpc, type GrpcClient } from '../support/grpc.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const { search } = SearchService.method;

describe('the server of gRPC', () => {
  let quarry: TestQuarry;
  let grpc: GrpcClient;
  let apiKey: string;
  before(async () => {
    quarry = await startQuarry();
    grpc = openGrpc(quarry.grpc);
    apiKey = quarry.key;
  });
  after(async () => {
    grpc.close();
    await quarry.stop();
  });

  it('refuses a message over 4 MiB', async () => {
    const { code } = await grpc.unary(DocumentService.method.indexDocuments, { apiKey, documents: [{ url: 'https://a.example.com/', text: 'a'.repeat(5 * 1024 * 1024) }] });
    assert.equal(code, status.RESOURCE_EXHAUSTED);
  });

  it('refuses bytes that are no message', async () => {
    const client = new Client(quarry.grpc, credentials.createInsecure());
    const code = await new Promise((resolve) => {
      client.makeUnaryRequest('/quarry.v1.SearchService/Search', (bytes: Buffer) => bytes, (bytes) => bytes, Buffer.from([0xff, 0xff]), new Metadata(), {}, (error) => resolve(error?.code));
    });
    client.close();
    assert.equal(code, status.INVALID_ARGUMENT);
  });

  it('tells its health', async () => {
    const client = new Client(quarry.grpc, credentials.createInsecure());
    const { path, requestSerialize, responseDeserialize } = health.Check ?? assert.fail();
    const ask = (service: string) => new Promise((resolve) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service }, new Metadata(), {}, (error, answer) => resolve(error?.code ?? (answer as { status: string }).status));
    });
    assert.deepEqual([await ask(''), await ask('quarry.v1.SearchService'), await ask('nobody')], ['SERVING', 'SERVING', status.NOT_FOUND]);
    client.close();
  });
});

describe('gRPC over TLS', () => {
  it('serves whoever trusts its certificate, and nobody in the clear', async () => {
    const path = (name: string) => new URL(`../support/certificate/${name}`, import.meta.url);
    const quarry = await startQuarry({ QUARRY_TLS_CERT: path('loopback.pem').pathname, QUARRY_TLS_KEY: path('loopback.key').pathname });
    const trusting = openGrpc(quarry.grpc.replace('127.0.0.1', 'localhost'), credentials.createSsl(await readFile(path('loopback.pem'))));
    const plain = openGrpc(quarry.grpc);
    try {
      assert.equal((await trusting.unary(search, { apiKey: quarry.key, query: 'auk' })).code, status.OK);
      assert.equal((await plain.unary(search, { apiKey: quarry.key, query: 'auk' }, { deadline: Date.now() + 2_000 })).code === status.OK, false);
    } finally {
      trusting.close();
      plain.close();
      await quarry.stop();
    }
  });
});
