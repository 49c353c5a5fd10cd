import { storable } from '../../database/storable.ts';
import { canonicalUrl, siteName } from '../../url/canonical-url.ts';
import { passesDates, passesDomains, type Filters } from '../../query/filters.ts';
import type { FoundDocument } from './found-documents.ts';
import type { ProviderDocument } from '../../providers/port/provider.ts';
import { wordsOf } from '../../text/words.ts';

const SHINGLE_WORDS = 3;
// Shorter texts can be equal by chance: "Home", "Login".
const FEWEST_WORDS = 12;
const ALIKE = 0.8;

/** A document that one or more providers found, merged by canonical URL. */
export interface OutsideDocument extends FoundDocument {
  /** The longest text from a provider; the page's Markdown once the page was read. */
  text: string;
  /** Whether `text` is the full text of the page. */
  isWhole: boolean;
}

const LONGEST_URL_BYTES = 2_048;
const LONGEST_TITLE = 500;

/**
 * Merges the lists of several providers and applies the caller's filters. Providers are untrusted, so documents without
 * a fetchable URL are dropped.
 *
 * @returns the documents by canonical URL, without copies, and each list as a ranking of canonical URLs
 */
export function foldOutside(
  lists: ReadonlyArray<readonly ProviderDocument[]>,
  filters: Filters,
): { documents: Map<string, OutsideDocument>; rankings: string[][] } {
  const documents = new Map<string, OutsideDocument>();
  const rankings = lists.map((list) => {
    const ranking = new Set<string>();
    for (const given of list) {
      const document = asOutside(given);
      if (!document || !passes(document, filters)) continue;
      const known = documents.get(document.canonicalUrl);
      documents.set(document.canonicalUrl, known ? merged(known, document) : document);
      ranking.add(document.canonicalUrl);
    }
    return [...ranking];
  });
  return withoutCopies(documents, rankings);
}

function asOutside({ url, title, text, isWhole, source, published }: ProviderDocument): OutsideDocument | undefined {
  const parsed = URL.parse(url);
  if (
    !parsed ||
    !/^https?:$/.test(parsed.protocol) ||
    parsed.username ||
    parsed.password ||
    Buffer.byteLength(url) > LONGEST_URL_BYTES
  )
    return undefined;
  const canonical = canonicalUrl(parsed.href);
  return {
    id: `outside:${canonical}`,
    orgId: '',
    url: parsed.href,
    canonicalUrl: canonical,
    title: storable(title).trim().slice(0, LONGEST_TITLE) || undefined,
    source: source ?? siteName(parsed.href),
    publishedAt: published?.at,
    publishedPrecision: published?.precision,
    scope: undefined,
    contentHash: canonical,
    content: undefined,
    text: storable(text),
    isWhole,
  };
}

function passes(document: OutsideDocument, filters: Filters): boolean {
  return (
    passesDomains(document.url, filters) && passesDates(document.publishedAt, document.publishedPrecision, filters)
  );
}

/** Keeps the first title and date that are known, and the longest text. */
function merged(known: OutsideDocument, other: OutsideDocument): OutsideDocument {
  const fuller = other.text.length > known.text.length ? other : known;
  const dated = known.publishedAt ? known : other;
  return {
    ...known,
    title: known.title ?? other.title,
    text: fuller.text,
    isWhole: fuller.isWhole,
    publishedAt: dated.publishedAt,
    publishedPrecision: dated.publishedPrecision,
  };
}

/** Removes documents that are near-duplicates of an earlier one, such as copies on other sites. */
function withoutCopies(documents: Map<string, OutsideDocument>, rankings: string[][]): ReturnType<typeof foldOutside> {
  const isCopy = copyDetector();
  for (const { canonicalUrl, title, text } of documents.values())
    if (isCopy(`${title ?? ''} ${text}`)) documents.delete(canonicalUrl);
  return { documents, rankings: rankings.map((ranking) => ranking.filter((url) => documents.has(url))) };
}

/**
 * Detects near-duplicates by word shingles. The returned function remembers each text that is not a duplicate, and
 * compares later texts with it. Texts of fewer than `FEWEST_WORDS` words are never duplicates.
 */
export function copyDetector(): (text: string) => boolean {
  const seen: Array<Set<string>> = [];
  return (text) => {
    const words = wordsOf(text);
    if (words.length < FEWEST_WORDS) return false;
    const shingles = new Set(
      words.slice(SHINGLE_WORDS - 1).map((_, at) => words.slice(at, at + SHINGLE_WORDS).join(' ')),
    );
    if (seen.some((other) => likeness(shingles, other) >= ALIKE)) return true;
    seen.push(shingles);
    return false;
  };
}

/** Jaccard similarity, from 0 to 1; 0 for sets too different in size to reach `ALIKE`. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size < large.size * ALIKE) return 0;
  const shared = [...small].filter((shingle) => large.has(shingle)).length;
  return shared / (one.size + other.size - shared);
}
