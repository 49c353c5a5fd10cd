import assert from 'node:assert/strict';
import { createRescore } from '../../../../services/search/rank/rescore.ts';
import { storeVectors } from '../../../../services/embeddings/vectors.ts';
import type { PassageHit } from '../../../../services/index/port.ts';
import type { Candidate } from '../../../../services/search/find/candidates.ts';
import { openScene, type Scene } from '../../documents/scene.ts';

const toward = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));

describe('scoring by nearness in meaning', () => {
  let scene: Scene;
  let versions: Map<string, { id: string; hash: string }>;

  beforeEach(async () => {
    scene = await openScene();
    await scene.documents.index(
      'org_1',
      ['a', 'b', 'c'].map((name) => ({ url: `https://example.com/${name}`, text: `A heron, ${name}.` })),
    );
    const rows = await scene.database.query<{ id: string; url: string; content_hash: string }>(
      'select id, url, content_hash from documents',
    );
    versions = new Map(rows.map(({ id, url, content_hash: hash }) => [url.slice(20), { id, hash }]));
  });
  afterEach(() => scene.close());

  const idOf = (name: string) => versions.get(name)?.id ?? name;
  const nameOf = (candidate: Candidate) =>
    [...versions].find(([, { id }]) => id === candidate.documentId)?.[0] ?? candidate.documentId;
  const passage = (name: string, ordinal: number, score: number): PassageHit => ({
    documentId: idOf(name),
    contentHash: versions.get(name)?.hash ?? 'unknown',
    ordinal,
    passageCount: 2,
    heading: '',
    path: '',
    isContents: false,
    text: `${name}${ordinal}`,
    score,
  });
  const candidate = (name: string, ...scores: number[]): Candidate => ({
    documentId: idOf(name),
    passages: scores.map((score, ordinal) => passage(name, ordinal, score)),
    score: Math.max(...scores),
  });
  const store = (name: string, ...vectors: Float32Array[]) =>
    storeVectors(scene.database, 'm/2/2', [
      { documentId: idOf(name), contentHash: versions.get(name)?.hash ?? '', vectors },
    ]);
  const rescore = (candidates: Candidate[], vector: Float32Array | undefined = toward(0)) =>
    createRescore({ sql: scene.database, model: 'm', queryVectors: { of: async () => vector } })('heron')(candidates);

  it('lifts what is nearer above what was a little better before', async () => {
    await store('a', toward(90));
    await store('b', toward(0));
    const [first, second] = await rescore([candidate('a', 10), candidate('b', 9)]);
    assert.deepEqual([first?.documentId, first?.score.toFixed(3)], [idOf('b'), (0.6 + 0.4 * 0.9).toFixed(3)]);
    assert.deepEqual([second?.documentId, second?.score.toFixed(3)], [idOf('a'), '0.400']);
  });

  it('takes a document by its nearest passage, and puts that one first', async () => {
    await store('a', toward(80), toward(10));
    await store('b', toward(45));
    const [first] = await rescore([candidate('a', 5, 4), candidate('b', 5)]);
    assert.deepEqual(
      first?.passages.map(({ text }) => text),
      ['a1', 'a0'],
    );
  });

  it('neither lifts nor sinks what has no vector', async () => {
    await store('a', toward(0));
    await store('c', toward(90));
    const ranked = await rescore([candidate('a', 8), candidate('outside', 8), candidate('c', 8)]);
    assert.deepEqual(ranked.map(nameOf), ['a', 'outside', 'c']);
  });

  it('leaves everything as it was without a vector of the query, or of any passage, or where those are of another model', async () => {
    const candidates = [candidate('a', 10), candidate('b', 9)];
    assert.deepEqual(await rescore(candidates), candidates);
    await store('b', toward(0));
    assert.deepEqual(await rescore(candidates, Float32Array.of(1, 0, 0)), candidates);
    assert.notDeepEqual(await rescore(candidates), candidates);
    const unknown = createRescore({ sql: scene.database, model: 'm', queryVectors: { of: async () => undefined } });
    assert.deepEqual(await unknown('heron')(candidates), candidates);
  });
});
