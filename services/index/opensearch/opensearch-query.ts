import { bestFirst } from '../best-first.ts';
import { audiencesOf } from '../passage-rows.ts';
import type { MatchedPassage, PassageHit, PassageQuery } from '../port.ts';
import { matchesIn, NO_MATCH } from '../matches.ts';
import { scoredTerms } from '../scored-terms.ts';
import { wantedTerms, type Terms } from '../../text/terms.ts';

// A query may have 1,024 clauses, eight of them phrases. The beginning of a longer query finds the same passages.
const MOST_TERMS = 100;

const KEPT = [
  'document_id',
  'content_hash',
  'ordinal',
  'passage_count',
  'words',
  'passage_start',
  'path',
  'is_contents',
  'terms',
];

/**
 * The body of a search for passages with any of the terms, all words of each phrase, and none of the excluded words.
 */
export function searchBody(wanted: Terms, query: PassageQuery): object {
  const { phrases = [], excluded = [] } = query;
  const bool = {
    must: [matching(wanted, 'or')],
    // Not under `must`: the query already holds the words of its phrases, and they would count twice.
    filter: [...phrases.map((phrase) => matching(wantedTerms(phrase), 'and')), ...filters(query)],
    must_not: [...excluded.map((word) => matching(wantedTerms([word]), 'or')), ...excludedDomains(query)],
  };
  return {
    size: query.limit,
    track_total_hits: false,
    _source: KEPT,
    query: { bool },
  };
}

/** Matches passages with any (or all) of the terms, or of the stop words if there are no terms. */
function matching({ terms, stopWords }: Terms, operator: 'or' | 'and'): object {
  const [words, field] = terms.length > 0 ? [terms, 'terms'] : [stopWords, 'stop_words'];
  return { match: { [field]: { query: words.slice(0, MOST_TERMS).join(' '), operator } } };
}

function excludedDomains({ excludeDomains }: PassageQuery): object[] {
  return excludeDomains.length === 0 ? [] : [{ terms: { domains: excludeDomains } }];
}

function filters(query: PassageQuery): object[] {
  const conditions: object[] = [{ terms: { audience: audiencesOf(query) } }];
  if (query.includeDomains.length > 0) conditions.push({ terms: { domains: query.includeDomains } });
  for (const labels of query.labels ?? []) conditions.push({ terms: { labels } });
  if (query.fromMs !== undefined) conditions.push({ range: { published_to_ms: { gte: query.fromMs } } });
  if (query.beforeMs !== undefined) conditions.push({ range: { published_from_ms: { lt: query.beforeMs } } });
  if (query.documentIds) conditions.push({ terms: { document_id: query.documentIds } });
  return conditions;
}

export interface FoundPassages {
  hits: { hits: Array<{ _score: number; _source: KeptPassage }> };
}

interface KeptPassage {
  document_id: string;
  content_hash: string;
  ordinal: number;
  passage_count: number;
  words: string;
  passage_start: number;
  path: string;
  is_contents: boolean;
  terms: string;
}

/** Higher scores first; hits with the same score in the order of the documents and their passages. */
export function hitsOf({ hits }: FoundPassages, query: string): MatchedPassage[] {
  const columns = hits.hits.map(({ _source }) => _source.terms);
  const matches = matchesIn(columns, scoredTerms(query).keys());
  return hits.hits.map((hit, place) => ({ ...passageOf(hit), matches: matches[place] ?? NO_MATCH })).sort(bestFirst);
}

function passageOf({ _score, _source }: FoundPassages['hits']['hits'][number]): PassageHit {
  return {
    documentId: _source.document_id,
    contentHash: _source.content_hash,
    ordinal: _source.ordinal,
    passageCount: _source.passage_count,
    heading: _source.words.slice(0, _source.passage_start),
    path: _source.path,
    isContents: _source.is_contents,
    text: _source.words.slice(_source.passage_start),
    score: _score,
  };
}
