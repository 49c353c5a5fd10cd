import { anyOf } from '../../database/builder.ts';
import type { Sql } from '../../database/database.ts';
import { dateAsWords } from '../../index/passage-rows.ts';
import { passagesOf } from '../../blocks/passages.ts';
import type { PassageHit, PassageQuery } from '../../index/port.ts';
import type { Candidate } from '../find/candidates.ts';
import { hitOf, matching } from '../find/fresh-candidate.ts';
import { fuse } from './fuse.ts';
import { foldOutside, type OutsideDocument } from '../find/outside-documents.ts';
import type { ProviderDocument } from '../../providers/port/provider.ts';

/** One ranking of candidates from our own index and from providers. */
export interface MixedCandidates {
  candidates: Candidate[];
  /** The providers' documents, by the document ids of their candidates. */
  outside: Map<string, OutsideDocument>;
}

/**
 * Merges the candidates of our own index with the providers' lists by reciprocal rank fusion. Each canonical URL occurs
 * once. If the index and a provider have the same document, the index's candidate is kept.
 */
export async function mixOutside(
  sql: Sql,
  own: readonly Candidate[],
  lists: ReadonlyArray<readonly ProviderDocument[]>,
  query: Omit<PassageQuery, 'limit'>,
): Promise<MixedCandidates> {
  const { documents, rankings } = foldOutside(lists, query);
  if (documents.size === 0) return { candidates: [...own], outside: new Map() };
  const urlOf = await canonicalUrls(sql, own);
  const byUrl = new Map<string, Candidate>();
  for (const document of documents.values()) byUrl.set(document.canonicalUrl, asCandidate(document, query.query));
  // Own candidates overwrite the providers', because the index has the full text. The reversed order lets the best of
  // several own candidates with the same URL win.
  for (const candidate of own.toReversed())
    byUrl.set(urlOf.get(candidate.documentId) ?? candidate.documentId, candidate);
  const ownRanking = own.map(({ documentId }) => urlOf.get(documentId) ?? documentId);
  const scores = fuse([[...new Set(ownRanking)], ...rankings].filter((ranking) => ranking.length > 0));
  const candidates = Array.from(byUrl, ([url, candidate]) => ({ ...candidate, score: scores.get(url) ?? 0 }));
  return {
    candidates: candidates.sort((a, b) => b.score - a.score),
    outside: new Map(Array.from(documents.values(), (document) => [document.id, document])),
  };
}

async function canonicalUrls({ builder }: Sql, candidates: readonly Candidate[]): Promise<Map<string, string>> {
  const rows = await builder
    .selectFrom('documents')
    .select(['id', 'canonical_url'])
    .where('id', '=', anyOf(candidates.map(({ documentId }) => documentId)))
    .execute();
  return new Map(rows.map((row) => [row.id, row.canonical_url]));
}

/** A provider's document as a candidate, with its matching passages, or its first passage if none matches. */
export function asCandidate(document: OutsideDocument, query: string): Candidate {
  const passages = passagesOf(document.text);
  const [first] = passages;
  const like: PassageHit = {
    documentId: document.id,
    contentHash: document.contentHash,
    ordinal: 0,
    passageCount: passages.length,
    heading: [document.title, document.source, dateAsWords(document.publishedAt)].filter(Boolean).join('\n'),
    path: '',
    isContents: false,
    text: '',
    score: 0,
  };
  const found = matching(passages, query, like);
  return {
    documentId: document.id,
    passages: found.length > 0 ? found : [first ? hitOf(first, like) : like],
    score: 0,
  };
}
