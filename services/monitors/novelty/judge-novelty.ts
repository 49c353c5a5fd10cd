import type { Sql } from '../../database/database.ts';
import { visibleSince } from '../storage/visible.ts';
import { createBandIndex } from './band-index.ts';
import {
  similarRecords,
  MOST_CANDIDATES,
  readFoundTexts,
  identicalBodies,
  recordsWithPhrases,
  phrasesOfRecords,
  type NoveltyCandidate,
  type FoundText,
  type MemoryScope,
} from './candidates.ts';
import { createPhraseClusters, firstRecordOfStories, type PhraseClusters } from './clusters.ts';
import { novelShare, REPRINT_BELOW, bodySentences, UPDATE_BELOW } from './novel-share.ts';
import { createTexts, type Texts } from './texts.ts';

export interface AcceptedDocument {
  urlHash: Buffer;
  recordId: string;
  novelty: 'new' | 'update';
}

export interface SuppressedReprint {
  urlHash: Buffer;
  reason: 'same_text' | 'near_duplicate';
  /** Id of the record with the same content. */
  duplicateOf: string;
  /** Share of novel sentences, 0 to 1. */
  novelShare: number;
}

export interface NoveltyJudgement {
  /** In the order of their ids. */
  accepted: AcceptedDocument[];
  suppressed: SuppressedReprint[];
}

/** Earlier deliveries of a monitor that resemble the found documents. */
interface DeliveredBefore {
  /** Maps the key of a found document to the record with the same words. */
  bodies: ReadonlyMap<string, string>;
  /** Maps the key of a found document to similar records. */
  alike: ReadonlyMap<string, NoveltyCandidate[]>;
  /** Delivered records with phrases of the found documents. */
  matches: ReadonlyArray<{ phrase: number; recordIds: string[] }>;
  /** Maps each of these records to the first one of its story. */
  firstOf: ReadonlyMap<string, string>;
}

const NOTHING: DeliveredBefore = { bodies: new Map(), alike: new Map(), matches: [], firstOf: new Map() };

/**
 * Classifies the documents that a run has found at new addresses: each is new, an update, or a reprint of a document
 * delivered in the last 30 days, including this run. Requires the monitor's lock. @see docs/rules.md#monitors
 */
export async function judgeNovelty(
  sql: Sql,
  { run, monitorId, now }: { run: string; monitorId: string; now: Date },
): Promise<NoveltyJudgement> {
  const found = await readFoundTexts(sql, run);
  if (found.length === 0) return { accepted: [], suppressed: [] };
  const before = await deliveredBefore(sql, { run, monitorId, since: visibleSince(now) }, found);
  return judgeFound(found, createTexts(sql, run, found), before);
}

/** As `judgeNovelty`, of documents in memory. @param before absent: the monitor has delivered nothing */
export async function judgeFound(
  found: readonly FoundText[],
  texts: Texts,
  before: DeliveredBefore = NOTHING,
): Promise<NoveltyJudgement> {
  const clusters = clustersOf(found, before);
  const delivered = createBandIndex();
  const deliveredBodies = new Map<string, string>();
  const judged: NoveltyJudgement = { accepted: [], suppressed: [] };
  for (const one of found) {
    const { urlHash, recordId, bodyHash, bands } = one;
    const twin = before.bodies.get(one.key) ?? (bodyHash === null ? undefined : deliveredBodies.get(bodyHash));
    const candidates = [...(before.alike.get(one.key) ?? []), ...delivered.alike(bands ?? [])]
      .toSorted(mostAlike)
      .slice(0, MOST_CANDIDATES);
    const verdict =
      twin === undefined ? await compare({ texts, clusters }, one, candidates) : { duplicateOf: twin, share: 0 };
    if (verdict && verdict.share < REPRINT_BELOW) {
      const reason = twin === undefined ? 'near_duplicate' : 'same_text';
      judged.suppressed.push({ urlHash, reason, duplicateOf: verdict.duplicateOf, novelShare: verdict.share });
      continue;
    }
    judged.accepted.push({ urlHash, recordId, novelty: verdict && verdict.share < UPDATE_BELOW ? 'update' : 'new' });
    delivered.add(recordId, bands ?? []);
    if (bodyHash !== null) deliveredBodies.set(bodyHash, recordId);
  }
  return judged;
}

async function deliveredBefore(sql: Sql, memory: MemoryScope, found: readonly FoundText[]): Promise<DeliveredBefore> {
  const bodies = await identicalBodies(sql, memory);
  const alike = await similarRecords(sql, memory, found);
  const phrasesFound = new Set(found.flatMap(({ phrases }) => phrases ?? []));
  const matches = await recordsWithPhrases(sql, memory, [...phrasesFound]);
  const matching = [...new Set(matches.flatMap(({ recordIds }) => recordIds))];
  return { bodies, alike, matches, firstOf: firstRecordOfStories(await phrasesOfRecords(sql, memory, matching)) };
}

const mostAlike = (one: NoveltyCandidate, other: NoveltyCandidate) => other.shared - one.shared;

interface Comparison {
  texts: Texts;
  clusters: PhraseClusters;
}

/** Share of a text that none of its originals contains, and the original that contains most of it. */
async function compare(
  { texts, clusters }: Comparison,
  found: FoundText,
  candidates: readonly NoveltyCandidate[],
): Promise<{ duplicateOf: string; share: number } | undefined> {
  if (candidates.length === 0) return undefined;
  const sentences = bodySentences(await texts.ofFound(found), clusters.isBoilerplate);
  const known = [];
  for (const { recordId } of candidates) known.push({ recordId, pairs: await texts.pairsOfRecord(recordId) });
  const share = novelShare(
    sentences,
    known.map(({ pairs }) => pairs),
  );
  const shares = known.map(({ recordId, pairs }) => ({ recordId, share: novelShare(sentences, [pairs]) }));
  const [closest] = shares.toSorted((one, other) => one.share - other.share);
  return { duplicateOf: closest?.recordId ?? '0', share };
}

/**
 * Similar documents form one cluster, named after the first delivered one of their story, otherwise after the first found
 * one.
 */
function clustersOf(
  found: readonly FoundText[],
  { alike, matches, firstOf }: Omit<DeliveredBefore, 'bodies'>,
): PhraseClusters {
  const clusters = createPhraseClusters();
  const firstOfClusters = createBandIndex();
  for (const { key, recordId, bands, phrases } of found) {
    const [delivered] = alike.get(key) ?? [];
    const [first] = delivered ? [delivered] : firstOfClusters.alike(bands ?? []);
    if (!first) firstOfClusters.add(recordId, bands ?? []);
    const name = first?.recordId ?? recordId;
    clusters.add(phrases ?? [], firstOf.get(name) ?? name);
  }
  for (const { phrase, recordIds } of matches)
    for (const recordId of recordIds) clusters.add([phrase], firstOf.get(recordId) ?? recordId);
  return clusters;
}
