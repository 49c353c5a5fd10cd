import { storable } from '../../database/storable.ts';
import { canonicalUrl, siteName } from '../../url/canonical-url.ts';
import { passesDates, passesDomains, type Filters } from '../../query/filters.ts';
import type { FoundDocument } from './found-documents.ts';
import type { ProviderDocument } from '../../providers/port/provider.ts';
import { wordsOf } from '../../text/words.ts';

const SHINGLE_WORDS = 3;
// Two texts of fewer words may be equal by chance: "Home", "Login".
const FEWEST_WORDS = 12;
const ALIKE = 0.8;

/** A document from outside, once, however many providers named it. */
export interface OutsideDocument extends FoundDocument {
  /** What the providers said of it, or the page's text once that was read. */
  text: string;
  isWhole: boolean;
}

const LONGEST_URL_BYTES = 2_048;
const LONGEST_TITLE = 500;

/**
 * The documents of all lists that pass the caller's bounds, each once by its canonical URL, and the rankings of the
 * lists by these. What providers say is untrusted: only addresses that could be fetched are kept.
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

/** The first to name a document says how it is called; the longest text and any date are kept. */
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

/** Leaves out what says nearly the same as a document that stands before it: copies on other sites. */
function withoutCopies(documents: Map<string, OutsideDocument>, rankings: string[][]): ReturnType<typeof foldOutside> {
  const isCopy = copyDetector();
  for (const { canonicalUrl, title, text } of documents.values())
    if (isCopy(`${title ?? ''} ${text}`)) documents.delete(canonicalUrl);
  return { documents, rankings: rankings.map((ranking) => ranking.filter((url) => documents.has(url))) };
}

/** Tells whether a text says nearly the same as one that was shown before, by the runs of words that both have. */
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

/** The share of all runs that both texts have. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  // Sets of very different size cannot be alike.
  if (small.size < large.size * ALIKE) return 0;
  const shared = [...small].filter((shingle) => large.has(shingle)).length;
  return shared / (one.size + other.size - shared);
}
