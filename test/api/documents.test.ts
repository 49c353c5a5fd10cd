import assert from 'node:assert/strict';
import { status } from '@grpc/grpc-js';
import { DocumentService } from '../../gen/quarry/v1/document_pb.js';
import { openGrpc, type GrpcClient } from '../support/grpc.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const LEAVE = {
  url: 'https://handbook.example.com/people/leave',
  title: 'Leave policy',
  text: '# Leave policy\n\n## Paid leave\n\nEvery employee has 28 days of paid leave.\n\n## Sick leave\n\nTell your team.',
  published_date: '2026-03-01',
  collection: 'handbook',
  metadata: { year: 2026, team: 'people', draft: false },
};
const DOCUMENTS = [
  { url: 'https://docs.example.com/a%_b', title: 'Ünïcode 100%', text: 'One.', source: 'Docs' },
  { url: 'https://docs.example.com/ab', text: 'Two.', source: 'Docs', scope: 'web' },
  { url: 'https://example.org/c', title: 'Gamma', text: 'Three.', collection: 'handbook' },
  LEAVE,
];

describe('the documents of an organization', () => {
  let quarry: TestQuarry;
  let grpc: GrpcClient;
  before(async () => {
    quarry = await startQuarry();
    grpc = openGrpc(quarry.grpc);
    for (const document of DOCUMENTS) {
      const { body } = await quarry.call('POST', '/v1/documents', { documents: [document] });
      assert.equal(body.accepted, 1, JSON.stringify(body));
    }
    const other = await quarry.accounts.createOrganization('other', 0);
    const documents = [{ url: 'https://docs.example.com/other', text: 'Another organization has this.' }];
    await call(`${quarry.url}/v1/documents`, 'POST', { documents }, { 'x-api-key': other.key });
  });
  after(async () => {
    grpc.close();
    await quarry.stop();
  });

  const list = (query: Record<string, string> = {}) =>
    quarry.call('GET', `/v1/documents?${new URLSearchParams(query).toString()}`);
  const urlsOf = async (query: Record<string, string>) =>
    (await list(query)).body.documents.map(({ url }: { url: string }) => url);
  const [a = '', b = '', c = '', leave = ''] = DOCUMENTS.map(({ url }) => url);

  it('are listed newest first, without those of others', async () => {
    const { status: code, body } = await list();
    assert.equal(code, 200);
    assert.deepEqual([body.total, body.next], [4, null]);
    assert.deepEqual(
      body.documents.map(({ url }: { url: string }) => url),
      [leave, c, b, a],
    );
    const [first, , third] = body.documents;
    assert.deepEqual(
      { ...first, indexed_at: '' },
      {
        url: leave,
        title: 'Leave policy',
        source: 'handbook.example.com',
        published_date: '2026-03-01',
        collection: 'handbook',
        metadata: { draft: false, team: 'people', year: 2026 },
        indexed_at: '',
        characters: LEAVE.text.length,
      },
    );
    assert.deepEqual(Object.keys(third), ['url', 'source', 'scope', 'indexed_at', 'characters']);
  });

  it('are read in pages, without loss while others are indexed', async () => {
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const { body } = await list({ limit: '1', ...(after !== '' && { after }) });
      assert.equal(body.documents.length, 1);
      seen.push(body.documents[0].url);
      after = body.next;
      const documents = [{ url: `https://late.example.net/${seen.length}`, text: 'Late.' }];
      await quarry.call('POST', '/v1/documents', { documents });
    }
    assert.deepEqual(seen, [leave, c, b, a]);
    const { body } = await quarry.call('DELETE', '/v1/documents', { filter: { domain: 'late.example.net' } });
    assert.equal(body.deleted, 4);
  });

  it('are selected by all parameters together', async () => {
    for (const [query, urls] of [
      [{ prefix: 'https://docs.example.com/a%' }, [a]],
      [{ prefix: 'https://docs.example.com/' }, [b, a]],
      [{ domain: 'example.com' }, [leave, b, a]],
      [{ domain: 'EXAMPLE.org.' }, [c]],
      [{ domain: 'ample.com' }, []],
      [{ collection: 'handbook' }, [leave, c]],
      [{ collection: 'handbook', domain: 'example.org' }, [c]],
      [{ source: 'Docs' }, [b, a]],
      [{ q: '100%' }, [a]],
      [{ q: 'ünïCODE' }, [a]],
      [{ q: 'a%_b' }, [a]],
      [{ q: 'LEAVE' }, [leave]],
      [{ collection: 'none' }, []],
      [{ q: '' }, [leave, c, b, a]],
    ] as Array<[Record<string, string>, string[]]>)
      assert.deepEqual(await urlsOf(query), urls, JSON.stringify(query));
  });

  it('are of a domain by their host alone, with and without www and path', async () => {
    const urls = [
      'https://host.example.net?site=www.wanted.example.net',
      'https://www.wanted.example.net/?p=5',
      'https://wanted.example.net:8443/',
    ];
    await quarry.call('POST', '/v1/documents', { documents: urls.map((url) => ({ url, text: url })) });
    const [, withWww, bare] = urls;
    assert.deepEqual(await urlsOf({ domain: 'wanted.example.net' }), [bare, withWww]);
    assert.deepEqual(await urlsOf({ domain: 'www.wanted.example.net' }), [withWww]);
    assert.equal((await quarry.call('DELETE', '/v1/documents', { urls })).body.deleted, 3);
  });

  it('are read one by one, with text and passages at their places', async () => {
    const { status: code, body } = await list({ url: leave });
    assert.equal(code, 200);
    assert.equal(body.document.text, LEAVE.text);
    assert.deepEqual(
      body.document.passages.map(({ path }: { path: string[] }) => path),
      [
        ['Leave policy', 'Paid leave'],
        ['Leave policy', 'Sick leave'],
      ],
    );
    assert.match(body.document.passages[1].text, /Tell your team\.$/);
    for (const url of ['https://docs.example.com/other', 'nothing'])
      assert.equal((await list({ url })).status, 404, url);
  });

  it('refuse parameters that mean nothing', async () => {
    for (const [query, param] of [
      [{ after: 'x' }, 'after'],
      [{ limit: '0' }, 'limit'],
      [{ domain: 'https://example.com' }, 'domain'],
      [{ collection: 'No Name' }, 'collection'],
      [{ url: leave, q: 'leave' }, 'q'],
      [{ q: '\0' }, 'q'],
      [{ url: 'https://a.example/\0' }, 'url'],
      [{ prefix: '\0' }, 'prefix'],
      [{ source: '\0' }, 'source'],
    ] as Array<[Record<string, string>, string]>) {
      const { status: code, body } = await list(query);
      assert.equal(code, 400, JSON.stringify(query));
      assert.ok(body.error.message.startsWith(`${param}: `), body.error.message);
    }
  });

  it('need their scope', async () => {
    const { orgId } = await quarry.accounts.createOrganization('scoped', 0);
    for (const [scope, code] of [
      ['documents:read', 200],
      ['documents:write', 403],
    ] as const) {
      const { key } = await quarry.accounts.createKey(orgId, { scopes: [scope] });
      assert.equal((await call(`${quarry.url}/v1/documents`, 'GET', undefined, { 'x-api-key': key })).status, code);
    }
  });

  it('are listed, read and counted over gRPC', async () => {
    const { listDocuments, getDocument, deleteDocuments } = DocumentService.method;
    const apiKey = quarry.key;
    const page = await grpc.unary(listDocuments, { apiKey, collection: 'handbook', limit: 1 });
    assert.deepEqual([page.message?.total, page.message?.documents[0]?.url], [2, leave]);
    assert.deepEqual(JSON.parse(page.message?.documents[0]?.metadata ?? ''), LEAVE.metadata);
    const rest = await grpc.unary(listDocuments, { apiKey, collection: 'handbook', after: page.message?.next });
    assert.deepEqual([rest.message?.documents.map(({ url }) => url), rest.message?.next], [[c], undefined]);
    const read = await grpc.unary(getDocument, { apiKey, url: leave });
    assert.deepEqual(read.message?.document?.passages[0]?.path, ['Leave policy', 'Paid leave']);
    assert.equal(read.message?.document?.text, LEAVE.text);
    assert.equal((await grpc.unary(getDocument, { apiKey })).code, status.INVALID_ARGUMENT);
    assert.equal((await grpc.unary(getDocument, { apiKey, url: 'nothing' })).code, status.NOT_FOUND);
    const counted = await grpc.unary(deleteDocuments, { apiKey, filter: { source: 'Docs' }, dryRun: true });
    assert.equal(counted.message?.deleted, 2);
  });

  it('have a collection and metadata that can be stored, and are indexed anew where one changes', async () => {
    const index = async (members: object) => {
      const documents = [{ url: 'https://facts.example.net/', text: 'Facts.', ...members }];
      const [result] = (await quarry.call('POST', '/v1/documents', { documents })).body.results;
      return result.error ?? result.status;
    };
    assert.equal(await index({ metadata: { a: 1, b: 'x' } }), 'indexed');
    assert.equal(await index({ metadata: { b: 'x', a: 1 } }), 'unchanged');
    assert.equal(await index({ metadata: { a: 2, b: 'x' } }), 'indexed');
    assert.equal(await index({ metadata: { a: 2, b: 'x' }, collection: 'facts' }), 'indexed');
    assert.match(await index({ collection: 'Facts' }), /^collection is not/);
    assert.match(await index({ metadata: { 'a b': 1 } }), /^metadata\.a b is not a name/);
    assert.match(await index({ metadata: { a: 'x'.repeat(513) } }), /^metadata\.a is longer/);
    assert.match(await index({ metadata: { a: '\0' } }), /^metadata\.a has characters/);
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, nth) => [`n${nth}`, nth]));
    assert.match(await index({ metadata: many }), /^metadata has more than 32/);
    const nested = [{ url: 'https://facts.example.net/', text: 'Facts.', metadata: { a: { b: 1 } } }];
    assert.equal((await quarry.call('POST', '/v1/documents', { documents: nested })).status, 400);
    const { document } = (await list({ url: 'https://facts.example.net/' })).body;
    assert.deepEqual([document.collection, document.metadata], ['facts', { a: 2, b: 'x' }]);
    await quarry.call('DELETE', '/v1/documents', { urls: ['https://facts.example.net/'] });
  });

  it('are deleted by a filter, once they were counted', async () => {
    const remove = async (body: object) => quarry.call('DELETE', '/v1/documents', body);
    for (const [body, message] of [
      [{}, /needs either urls or filter/],
      [{ urls: [a], filter: { prefix: a } }, /needs either urls or filter/],
      [{ filter: {} }, /^filter: selects every document/],
      [{ urls: [a], dry_run: true }, /^dry_run: needs filter/],
      [{ filter: { prefix: '' } }, /^filter\.prefix: is empty/],
      [{ filter: { path: '/a' } }, /filter/],
    ] as const) {
      const refused = await remove(body);
      assert.equal(refused.status, 400, JSON.stringify(body));
      assert.match(refused.body.error.message, message);
    }
    const many = Array.from({ length: 1_000 }, (_, nth) => ({ url: `https://many.example.net/${nth}`, text: 'Many.' }));
    await quarry.call('POST', '/v1/documents', { documents: many });
    const more = many.slice(0, 5).map(({ url, text }) => ({ url: `${url}/more`, text }));
    await quarry.call('POST', '/v1/documents', { documents: more });
    const filter = { prefix: 'https://many.example.net/', domain: 'example.net' };
    assert.equal((await remove({ filter, dry_run: true })).body.deleted, 1_005);
    assert.equal((await list({ domain: 'many.example.net' })).body.total, 1_005);
    assert.equal((await remove({ filter })).body.deleted, 1_005);
    assert.equal((await remove({ filter })).body.deleted, 0);
    assert.deepEqual(await urlsOf({}), [leave, c, b, a]);
    const found = await quarry.call('POST', '/v1/search', { query: 'many' });
    assert.deepEqual(found.body.documents, []);
  });
});
