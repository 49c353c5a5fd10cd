import assert from 'node:assert/strict';
import { createRescore } from '../../../../services/search/rank/rescore.ts';
import { readVectors, storeVectors } from '../../../../services/embeddings/vectors.ts';
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
  const rescore = (
    candidates: Candidate[],
    vector: Float32Array | undefined = toward(0),
    found: Record<string, Float32Array> = {},
  ) =>
    createRescore({
      storedVectors: (space, places) => readVectors(scene.database, space, places),
      model: 'm',
      queryVectors: { of: async () => vector },
      foundVectors: {
        of: async (texts) => new Map(texts.flatMap((text) => (found[text] ? [[text, found[text]] as const] : []))),
      },
    })('heron')(candidates);
  const nearOf = async (...given: Parameters<typeof rescore>) =>
    (await rescore(...given)).candidates.map(({ near }) => near?.toFixed(3));
  const scoresOf = (passages: readonly PassageHit[]) => passages.map(({ text, score }) => [text, score.toFixed(3)]);

  it('returns the similarity of each candidate, and keeps their order', async () => {
    await store('a', toward(90));
    await store('b', toward(0));
    assert.deepEqual(await nearOf([candidate('a', 1), candidate('b', 0.9)]), ['0.000', '1.000']);
  });

  it('scores a document by its most similar passage, and puts that one first', async () => {
    await store('a', toward(80), toward(10));
    await store('b', toward(45));
    const { candidates } = await rescore([candidate('a', 1, 0.8), candidate('b', 1)]);
    assert.equal(candidates[0]?.near?.toFixed(3), Math.cos(Math.PI / 18).toFixed(3));
    assert.deepEqual(
      candidates[0].passages.map(({ text }) => text),
      ['a1', 'a0'],
    );
  });

  it('uses the vector of a passage that was embedded for this search, unless its dimension differs', async () => {
    await store('a', toward(90));
    const candidates = [candidate('a', 1), candidate('b', 0.9), candidate('outside', 0.8)];
    const found = { b0: toward(60), outside0: Float32Array.of(1, 0, 0) };
    assert.deepEqual(await nearOf(candidates, toward(0), found), ['0.000', '0.500', undefined]);
  });

  it('embeds no passage for work that no caller waits for: it uses the stored vectors', async () => {
    await store('a', toward(0));
    const candidates = [candidate('b', 1), candidate('a', 0.9)];
    const stored = createRescore({
      storedVectors: (space, places) => readVectors(scene.database, space, places),
      model: 'm',
      queryVectors: { of: async () => toward(0) },
    });
    const { candidates: scored } = await stored('heron')(candidates);
    assert.deepEqual(
      scored.map(({ near }) => near),
      [undefined, 1],
    );
  });

  it('uses no stored vector for a passage that was cut differently', async () => {
    await store('a', toward(0));
    const [other] = [candidate('a', 1)].map((one) => ({
      ...one,
      passages: one.passages.map((passage_) => ({ ...passage_, isOutdated: true })),
    }));
    assert.ok(other);
    assert.deepEqual(await nearOf([other], toward(0), { a0: toward(60) }), ['0.500']);
  });

  it('scores passages without a vector, and additional ones, by their words relative to the others', async () => {
    await store('a', toward(0), toward(60));
    const { candidates, passages } = await rescore([candidate('a', 1, 0.2), candidate('b', 1), candidate('c', 0.2)]);
    const [first, second] = candidates[0]?.passages ?? [];
    assert.deepEqual(scoresOf([first, second].flatMap((one) => one ?? [])), [
      ['a0', '1.000'],
      ['a1', (0.6 * 0.5 + 0.4 * 0.2).toFixed(3)],
    ]);
    const further = await passages([passage('a', 1, 0.2), passage('b', 7, 0.6), passage('c', 7, 0.6)]);
    const scores = new Map(further.map(({ text, score }) => [text, score]));
    assert.equal(scores.get('a1')?.toFixed(3), second?.score.toFixed(3));
    assert.equal(scores.get('b7'), scores.get('c7'));
    const [best = 0, middle = 0, worst = 0] = [
      candidates[1]?.passages[0]?.score,
      scores.get('b7'),
      candidates[2]?.passages[0]?.score,
    ];
    assert.ok(best > middle && middle > worst, `${best}, ${middle}, ${worst}`);
    assert.ok(best < 1 && worst > 0.2 * 0.4);
  });

  it('changes nothing without a vector of the query or of any passage, or with vectors of another model', async () => {
    const candidates = [candidate('a', 1), candidate('b', 0.9)];
    const rescored = async (vector?: Float32Array) => (await rescore(candidates, vector)).candidates;
    assert.deepEqual(await rescored(), candidates);
    await store('b', toward(0));
    assert.deepEqual(await rescored(Float32Array.of(1, 0, 0)), candidates);
    assert.notDeepEqual(await rescored(), candidates);
    const unknown = createRescore({
      storedVectors: (space, places) => readVectors(scene.database, space, places),
      model: 'm',
      queryVectors: { of: async () => undefined },
      foundVectors: { of: async () => new Map() },
    });
    assert.deepEqual((await unknown('heron')(candidates)).candidates, candidates);
  });
});
