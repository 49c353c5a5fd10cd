import type { PassageQuery } from '../../index/port.ts';
import type { PageResult } from '../../fetch/read-page.ts';
import type { Candidate } from '../find/candidates.ts';
import { asCandidate, type MixedCandidates } from './mix-outside.ts';
import { hasAnyWord, hasPhrases } from '../../query/operators.ts';
import type { OutsideDocument } from '../find/outside-documents.ts';
import { parsePublished } from '../../providers/reply/parse-published.ts';

/** Reads a web page as a research run does: robots.txt is honoured. */
export type ReadFoundPage = (url: string, signal: AbortSignal) => Promise<PageResult>;

const MOST_PAGES = 10;
const WITHIN_MS = 4_000;

/**
 * Replaces providers' snippets by the text of the pages, for the first `MOST_PAGES` documents without full text. A page
 * that cannot be read within `WITHIN_MS` keeps its snippet. Candidates that fail the query's operators are removed.
 *
 * @param signal ends the work; its reason is rethrown
 */
export async function readOutside(
  read: ReadFoundPage,
  mixed: MixedCandidates,
  query: Omit<PassageQuery, 'limit'>,
  signal: AbortSignal,
): Promise<MixedCandidates> {
  const unread = mixed.candidates
    .flatMap(({ documentId }) => mixed.outside.get(documentId) ?? [])
    .filter(({ isWhole }) => !isWhole);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  const fuller = await Promise.all(unread.slice(0, MOST_PAGES).map((document) => readOne(read, document, inTime)));
  signal.throwIfAborted();
  const outside = new Map([...mixed.outside, ...fuller.map((document) => [document.id, document] as const)]);
  const reread = new Set(fuller.map(({ id }) => id));
  const candidates = mixed.candidates.map((candidate): Candidate => {
    const document = outside.get(candidate.documentId);
    return document && reread.has(document.id)
      ? { ...asCandidate(document, query.query), score: candidate.score }
      : candidate;
  });
  // The operators are checked last, because they need the text of the pages.
  return {
    candidates: candidates.filter(({ documentId }) => passesOperators(outside.get(documentId), query)),
    outside,
  };
}

function passesOperators(
  document: OutsideDocument | undefined,
  { phrases = [], excluded = [] }: Omit<PassageQuery, 'limit'>,
): boolean {
  if (!document) return true;
  const text = `${document.title ?? ''} ${document.text}`;
  return !hasAnyWord(text, excluded) && (!document.isWhole || hasPhrases(text, phrases));
}

async function readOne(read: ReadFoundPage, document: OutsideDocument, signal: AbortSignal): Promise<OutsideDocument> {
  const page = await read(document.url, signal).catch(() => undefined);
  if (page?.status !== 'ok') return document;
  const { published: date } = parsePublished(page.publishedDate);
  return {
    ...document,
    text: page.markdown,
    isWhole: true,
    title: document.title ?? page.title,
    ...(date && !document.publishedAt && { publishedAt: date.at, publishedPrecision: date.precision }),
  };
}
