import type { Sql } from '../../database/database.ts';
import { visibleSince } from '../rows/visible.ts';
import { createBandIndex } from './band-index.ts';
import {
  alikeInMemory,
  MOST_CANDIDATES,
  readFound,
  sameBodies,
  sayersOf,
  type NoveltyCandidate,
  type FoundText,
  type Remembered,
} from './candidates.ts';
import { createPhraseClusters, type PhraseClusters } from './clusters.ts';
import { novelShare, REPRINT_BELOW, saidInBody, UPDATE_BELOW } from './novel-share.ts';
import { createTexts, type Texts } from './texts.ts';

export interface Accepted {
  urlHash: Buffer;
  recordId: string;
  novelty: 'new' | 'update';
}

export interface Suppressed {
  urlHash: Buffer;
  reason: 'same_text' | 'near_duplicate';
  /** The record that says the same. */
  duplicateOf: string;
  /** Share of novel sentences, 0 to 1. */
  novelShare: number;
}

export interface NoveltyJudgement {
  /** In the order of their ids. */
  accepted: Accepted[];
  suppressed: Suppressed[];
}

/**
 * Decides of everything that a run has found at addresses that were not delivered: whether it is new, an update, or a
 * reprint of what was delivered in the last 30 days, this run included. Under the monitor's lock. @see docs/rules.md#monitors
 */
export async function judgeFound(
  sql: Sql,
  { run, monitorId, now }: { run: string; monitorId: string; now: Date },
): Promise<NoveltyJudgement> {
  const found = await readFound(sql, run);
  if (found.length === 0) return { accepted: [], suppressed: [] };
  const remembered = { run, monitorId, since: visibleSince(now) };
  const bodies = await sameBodies(sql, remembered);
  const alike = await alikeInMemory(sql, remembered, found);
  const families = await familiesOf(sql, remembered, { found, alike });
  const texts = createTexts(sql, run, found);
  const delivered = createBandIndex();
  const told = new Map<string, string>();
  const judged: NoveltyJudgement = { accepted: [], suppressed: [] };
  for (const one of found) {
    const { urlHash, recordId, bodyHash, bands } = one;
    const twin = bodies.get(one.key) ?? (bodyHash === null ? undefined : told.get(bodyHash));
    const candidates = [...(alike.get(one.key) ?? []), ...delivered.alike(bands ?? [])]
      .toSorted(mostAlike)
      .slice(0, MOST_CANDIDATES);
    const verdict =
      twin === undefined ? await compare({ texts, families }, one, candidates) : { duplicateOf: twin, share: 0 };
    if (verdict && verdict.share < REPRINT_BELOW) {
      const reason = twin === undefined ? 'near_duplicate' : 'same_text';
      judged.suppressed.push({ urlHash, reason, duplicateOf: verdict.duplicateOf, novelShare: verdict.share });
      continue;
    }
    judged.accepted.push({ urlHash, recordId, novelty: verdict && verdict.share < UPDATE_BELOW ? 'update' : 'new' });
    delivered.add(recordId, bands ?? []);
    if (bodyHash !== null) told.set(bodyHash, recordId);
  }
  return judged;
}

const mostAlike = (one: NoveltyCandidate, other: NoveltyCandidate) => other.shared - one.shared;

interface Comparison {
  texts: Texts;
  families: PhraseClusters;
}

/** How much of a text its originals together do not say, and the one of them that says most of it. */
async function compare(
  { texts, families }: Comparison,
  found: FoundText,
  candidates: readonly NoveltyCandidate[],
): Promise<{ duplicateOf: string; share: number } | undefined> {
  if (candidates.length === 0) return undefined;
  const said = saidInBody(await texts.ofFound(found), families.isBoilerplate);
  const known = [];
  for (const { recordId } of candidates) known.push({ recordId, pairs: await texts.pairsOfRecord(recordId) });
  const share = novelShare(
    said,
    known.map(({ pairs }) => pairs),
  );
  const shares = known.map(({ recordId, pairs }) => ({ recordId, share: novelShare(said, [pairs]) }));
  const [closest] = shares.toSorted((one, other) => one.share - other.share);
  return { duplicateOf: closest?.recordId ?? '0', share };
}

/** Documents that are alike are one family: that of the delivered one, else that of the first found. */
async function familiesOf(
  sql: Sql,
  remembered: Remembered,
  { found, alike }: { found: readonly FoundText[]; alike: ReadonlyMap<string, NoveltyCandidate[]> },
): Promise<PhraseClusters> {
  const families = createPhraseClusters();
  const heads = createBandIndex();
  const named = new Set<number>();
  for (const { key, recordId, bands, phrases } of found) {
    const [delivered] = alike.get(key) ?? [];
    const [first] = delivered ? [delivered] : heads.alike(bands ?? []);
    if (!first) heads.add(recordId, bands ?? []);
    families.add(phrases ?? [], first?.recordId ?? recordId);
    for (const phrase of phrases ?? []) named.add(phrase);
  }
  for (const { phrase, sayers } of await sayersOf(sql, remembered, [...named]))
    for (const sayer of sayers) families.add([phrase], sayer);
  return families;
}
