import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../services/process/free-port.ts';
import { createOpenSearchIndex } from '../../services/index/opensearch/opensearch.ts';
import { createOpenSearchServer } from '../../services/index/opensearch/opensearch-server.ts';
import { IndexUnavailableError, type IndexedDocument } from '../../services/index/port.ts';
import { batches, document, query, searchIndexContract } from '../unit/index/contract.ts';
import { call, indexesOf, newPrefix, removeIndexes, serverUrl } from './prefix.ts';

describe('the OpenSearch index', () => {
  searchIndexContract(async () => {
    const prefix = newPrefix();
    return { open: () => createOpenSearchIndex({ url: serverUrl(), prefix }), close: () => removeIndexes(prefix) };
  });
});

describe('the indexes on an OpenSearch server', () => {
  const prefix = newPrefix();
  const open = () => createOpenSearchIndex({ url: serverUrl(), prefix });
  afterEach(() => removeIndexes(prefix));

  it('are unusable before their first build, and with another version', async () => {
    const index = open();
    assert.equal((await index.state()).status, 'unusable');
    await call('PUT', `${prefix}-passages-v0.1-abc`, { aliases: { [`${prefix}-passages-v0.1`]: {} } });
    assert.equal((await index.state()).status, 'unusable');
    await assert.rejects(index.search(query()), { name: 'IndexUnusableError' });
    await assert.rejects(index.upsert([document('a')]), { name: 'IndexUnusableError' });
    assert.deepEqual(await indexesOf(prefix), [`${prefix}-passages-v0.1-abc`]);
    await index.close();
  });

  it('stay searchable during a rebuild, and after an interrupted one', async () => {
    const index = open();
    await index.rebuild(batches(document('before')));
    const foundMeanwhile: string[] = [];
    async function* breaksOff(): AsyncGenerator<IndexedDocument[]> {
      yield [document('after')];
      foundMeanwhile.push(...(await index.search(query())).map((hit) => hit.documentId));
      throw new Error('the database went away');
    }
    await assert.rejects(index.rebuild(breaksOff()), /went away/);
    assert.deepEqual(foundMeanwhile, ['before']);
    assert.deepEqual(
      (await index.search(query())).map((hit) => hit.documentId),
      ['before'],
    );
    await index.rebuild(batches(document('after')));
    assert.deepEqual(
      (await index.search(query())).map((hit) => hit.documentId),
      ['after'],
    );
    assert.equal((await indexesOf(prefix)).length, 1);
    await index.close();
  });

  it('show nothing of an interrupted write, and all of it once it is repeated', async () => {
    const index = open();
    await index.rebuild(batches(document('a', { text: 'A heron. '.repeat(400) })));
    const [name] = await indexesOf(prefix);
    await call('PUT', `${name}/_doc/a%239`, { document_id: 'a', ordinal: 9, audience: 'org_1/', terms: 'heron' });
    const reopened = open();
    await reopened.upsert([document('a')]);
    assert.deepEqual(await reopened.state(), { status: 'ready', passages: 1, documents: 1 });
    await index.close();
    await reopened.close();
  });
});

describe('an OpenSearch server that does not respond', () => {
  const password = 'p@ss word';

  async function stateAt(host: string): Promise<string> {
    const index = createOpenSearchIndex({ url: `http://quarry:${encodeURIComponent(password)}@${host}`, prefix: 'x' });
    await assert.rejects(index.search(query()), IndexUnavailableError);
    const state = await index.state();
    await index.close();
    assert.equal(state.status, 'away');
    assert.doesNotMatch(state.reason, /p@ss|p%40ss/);
    return state.reason;
  }

  async function behind(listener: RequestListener, work: (host: string) => Promise<void>): Promise<void> {
    const server = createServer(listener);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await work(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    server.closeAllConnections();
  }

  it('is reported as unavailable, with its name and without its password', async () => {
    const host = `127.0.0.1:${await freePort('127.0.0.1')}`;
    assert.match(await stateAt(host), new RegExp(`OpenSearch at http://${host} cannot be reached: .*ECONNREFUSED`));
  });

  it('receives the user and password of its URL, and is unavailable if it rejects them', async () => {
    const seen: Array<string | undefined> = [];
    const refuse: RequestListener = (request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
    };
    await behind(refuse, async (host) => assert.match(await stateAt(host), /refuses the user .*401/));
    assert.equal(seen[0], `Basic ${Buffer.from(`quarry:${password}`).toString('base64')}`);
  });

  it('is unavailable if it is overloaded', async () => {
    await behind(
      (_request, response) => response.writeHead(429).end(),
      async (host) => assert.match(await stateAt(host), /429/),
    );
  });

  it('is not waited for longer than a call may take', async () => {
    const silent: RequestListener = () => {};
    await behind(silent, async (host) => {
      const server = createOpenSearchServer(`http://${host}`);
      await assert.rejects(server.ask({ method: 'GET', path: '/', withinMs: 50 }), {
        message: `OpenSearch at http://${host} did not answer within 50 ms`,
      });
      await server.close();
    });
  });
});
