import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLanceIndex } from '../../services/index/lancedb/lancedb.ts';
import { createOpenSearchIndex } from '../../services/index/opensearch/opensearch.ts';
import type { IndexedDocument, PassageHit, PassageQuery, PassageIndex } from '../../services/index/port.ts';
import { batches, document, query } from '../unit/index/contract.ts';
import { newPrefix, removeIndexes, serverUrl } from './prefix.ts';
import { seeded } from '../support/random.ts';

const DOCUMENTS = 300;
const VOCABULARY = 400;
const QUERIES = 60;

const random = seeded(20_261_121);
const below = (limit: number) => Math.floor(random() * limit);
// Few words are common and most are rare, as in any language.
const word = () => `w${Math.floor(VOCABULARY * random() ** 3)}x`;
const words = (count: number) => Array.from({ length: count }, word);

function generated(ordinal: number, lengths: readonly number[]): IndexedDocument {
  const text = lengths.map((length) => `${words(length).join(' ')}.`).join(' ');
  return document(`doc_${ordinal}`, {
    title: words(1 + below(5)).join(' '),
    text,
    url: `https://site${below(5)}.example/${ordinal}`,
    orgId: random() < 0.2 ? '*' : `org_${1 + below(2)}`,
    scope: random() < 0.3 ? 'news' : undefined,
    publishedAt: random() < 0.5 ? new Date(Date.UTC(2026, below(12), 1 + below(28))) : undefined,
    publishedPrecision: 'day',
  });
}

function generatedQuery(): PassageQuery {
  const rarely = <T>(value: T, otherwise: T) => (random() < 0.2 ? value : otherwise);
  return query({
    query: words(1 + below(6)).join(' '),
    phrases: rarely([words(2)], []),
    excluded: rarely(words(2), []),
    includeDomains: rarely(['site1.example', 'site2.example'], []),
    excludeDomains: rarely(['site2.example'], []),
    fromMs: rarely<number | undefined>(Date.UTC(2026, 3), undefined),
    beforeMs: rarely<number | undefined>(Date.UTC(2026, 9), undefined),
    scope: rarely('news', 'web'),
    limit: 4_000,
  });
}

describe('the order of results', () => {
  const prefix = newPrefix();
  let folder: string;
  let lance: PassageIndex;
  let opensearch: PassageIndex;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-order-'));
    lance = createLanceIndex({ folder });
    opensearch = createOpenSearchIndex({ url: serverUrl(), prefix });
  });
  after(async () => {
    await Promise.all([lance.close(), opensearch.close()]);
    await removeIndexes(prefix);
    await rm(folder, { recursive: true, force: true });
  });

  async function compare(documents: readonly IndexedDocument[], tolerance: number): Promise<number> {
    await Promise.all([lance.rebuild(batches(...documents)), opensearch.rebuild(batches(...documents))]);
    let compared = 0;
    for (let asked = 0; asked < QUERIES; asked += 1) {
      const question = generatedQuery();
      const [ours, theirs] = await Promise.all([lance.search(question), opensearch.search(question)]);
      assertSameOrder(ours, theirs, tolerance);
      compared += ours.length;
    }
    return compared;
  }

  it('is the same in both indexes for passages of up to 40 terms, and so are the scores', async () => {
    const documents = Array.from({ length: DOCUMENTS }, (_, ordinal) => generated(ordinal, [5 + below(25)]));
    assert.ok((await compare(documents, 0.0001)) > 1_000);
  });

  it('is the same for longer passages, except for those with nearly equal scores', async () => {
    const documents = Array.from({ length: DOCUMENTS }, (_, ordinal) =>
      generated(
        ordinal,
        Array.from({ length: 1 + below(40) }, () => 5 + below(25)),
      ),
    );
    // Lucene keeps the length of a longer passage to three bits after the first.
    assert.ok((await compare(documents, 0.06)) > 1_000);
  });
});

/** The same passages, each with the same score within the tolerance; so those further apart come in the same order. */
function assertSameOrder(ours: readonly PassageHit[], theirs: readonly PassageHit[], tolerance: number): void {
  const key = ({ documentId, ordinal }: PassageHit) => `${documentId}#${ordinal}`;
  assert.deepEqual(theirs.map(key).sort(), ours.map(key).sort());
  const scores = new Map(theirs.map((hit) => [key(hit), hit.score]));
  for (const hit of ours) {
    const score = scores.get(key(hit)) ?? 0;
    assert.ok(Math.abs(score - hit.score) <= hit.score * tolerance, `${key(hit)}: ${hit.score} and ${score}`);
  }
}
