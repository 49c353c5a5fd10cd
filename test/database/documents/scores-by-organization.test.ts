import assert from 'node:assert/strict';
import type { TermChanges } from '../../../services/index/term-changes.ts';
import { openScene, type Scene } from './scene.ts';

const given = (name: string, text: string) => ({ url: `https://example.com/${name}`, text });

describe('scores by organization', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene();
  });
  afterEach(() => scene.close());

  async function stored(): Promise<object> {
    const totals = await scene.database.query(
      'select org_id, passages, terms from term_totals where passages > 0 order by org_id',
    );
    const counts = await scene.database.query('select org_id, term, passages from term_counts order by org_id, term');
    return { totals, counts };
  }
  async function scores(query: string, orgId = 'org_1'): Promise<number[]> {
    const passages = await scene.scored.search({
      query,
      orgId,
      scope: 'web',
      includeDomains: [],
      excludeDomains: [],
      fromMs: undefined,
      beforeMs: undefined,
      limit: 50,
    });
    return passages.map(({ score }) => score);
  }
  async function recounted(): Promise<object> {
    await scene.database.query('update term_counting set agrees = false');
    const indexer = await scene.startIndexer();
    await indexer.stop();
    return stored();
  }

  it('are BM25 over the passages of the organization and those for everyone', async () => {
    await scene.startIndexer();
    await scene.documents.index('org_1', [
      given('a', 'Heron, heron, reeds.'),
      given('b', 'A bittern in reeds by water.'),
    ]);
    await scene.documents.index('*', [given('c', 'A heron by water.')]);
    await scene.documents.index(
      'org_2',
      Array.from({ length: 30 }, (_, n) => given(`d${n}`, 'Herons everywhere.')),
    );
    // Of three passages two hold the word. Their terms: 3, 3 and 2 in the text, three of the host, whole and in parts, and the last part of
    // the address twice (`a` is a stop word).
    const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    const expected = (
      [
        [2, 6],
        [1, 7],
      ] as const
    ).map(([frequency, length]) => (idf * frequency * 2.2) / (frequency + 1.2 * (0.4 + (0.6 * length * 3) / 21)));
    const found = await scores('heron');
    assert.equal(found.length, 2);
    for (const [place, score] of found.entries())
      assert.ok(Math.abs(score - (expected[place] ?? 0)) < 1e-9, `${score} for ${expected[place]}`);
  });

  it('have the same statistics after replaced, removed and bulk documents as after a count of the whole index', async () => {
    await scene.startIndexer();
    await scene.documents.index(
      'org_1',
      Array.from({ length: 450 }, (_, n) => given(`${n}`, `Heron ${n % 7} waits in the reeds of pond ${n % 11}.`)),
    );
    await scene.documents.index(
      'org_1',
      Array.from({ length: 200 }, (_, n) => given(`${n}`, `Bittern ${n % 5} booms.`)),
    );
    await scene.documents.index('org_2', [given('a', 'The heron is gone.')]);
    await scene.documents.remove('org_2', ['https://example.com/a']);
    await scene.documents.remove('org_1', ['https://example.com/3']);
    const kept = await stored();
    await scene.stopIndexers();
    assert.deepEqual(kept, await recounted());
    const [heron] = await scene.database.query(
      "select passages from term_counts where org_id = 'org_1' and term = 'heron'",
    );
    assert.equal(heron?.['passages'], 250);
    assert.deepEqual(await scene.database.query("select from term_counts where org_id = 'org_2'"), []);
  });

  it('are recounted after a writer ended between a change of the index and its count', async () => {
    await scene.startIndexer();
    const upsert = scene.index.upsert.bind(scene.index);
    let isCutOff = false;
    scene.index.upsert = async (documents): Promise<TermChanges> => {
      const changes = await upsert(documents);
      if (isCutOff) return changes;
      isCutOff = true;
      throw new Error('the writer ends here');
    };
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    assert.equal(isCutOff, true);
    assert.deepEqual(
      await scene.database.query("select passages from term_counts where org_id = 'org_1' and term = 'heron'"),
      [{ passages: 1 }],
    );
    assert.deepEqual(await scene.database.query('select agrees from term_counting'), [{ agrees: true }]);
  });

  it('belong to the new index after a rebuild', async () => {
    await scene.startIndexer();
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    const before = await stored();
    await scene.database.query('delete from term_counts');
    await scene.rebuild();
    assert.deepEqual(await stored(), before);
  });
});
