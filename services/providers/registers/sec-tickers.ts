import { z } from 'zod';
import { stemsOf } from '../../text/words.ts';
import { parseReply } from '../reply/parse-reply.ts';
import { memoizeAsync } from '../../concurrency/memoize-async.ts';
import type { ProviderHttp } from '../port/provider-http.ts';

/** A company with listed shares. */
export interface ListedCompany {
  /** Ten digits, as in the SEC's paths. */
  cik: string;
  ticker: string;
  name: string;
  /** The stems of its name, without words that every company name has. */
  stems: readonly string[];
}

/**
 * The companies that a query names, the most complete matches first, larger companies before smaller.
 *
 * @throws ProviderError
 */
export type FindListedCompanies = (
  query: string,
  now: { nowMs: number; signal: AbortSignal },
) => Promise<ListedCompany[]>;

const Answer = z.record(z.string(), z.object({ cik_str: z.number(), ticker: z.string(), title: z.string() }));

const DAY_MS = 86_400_000;
const READ_WITHIN_MS = 15_000;
const FORMS = new Set(
  stemsOf(
    'Inc Incorporated Corp Corporation Co Company Companies Ltd Limited LLC LP PLC AG SE SA NV Group Holding Holdings Trust ADR De New',
  ),
);

/** The SEC's list of tickers, refreshed daily. @see https://www.sec.gov/file/company-tickers */
export function secTickers(www: ProviderHttp): FindListedCompanies {
  const companies = memoizeAsync({
    freshMs: DAY_MS,
    most: 1,
    withinMs: READ_WITHIN_MS,
    read: async (path, signal) => Object.values(parseReply(Answer, await www.json({ path, signal }))).map(asListed),
  });
  return async (query, now) => namedIn(query, await companies('/files/company_tickers.json', now));
}

function asListed({ cik_str, ticker, title }: z.output<typeof Answer>[string]): ListedCompany {
  const stems = stemsOf(title).filter((stem) => !FORMS.has(stem));
  return { cik: String(cik_str).padStart(10, '0'), ticker, name: title, stems };
}

// `Apple` names Apple Inc., and Apple Hospitality REIT only by chance.
const ENOUGH = 0.5;

function namedIn(query: string, companies: readonly ListedCompany[]): ListedCompany[] {
  const words = new Set(query.match(/[\p{L}\p{N}.-]+/gu) ?? []);
  const stems = new Set(stemsOf(query));
  const isAlone = words.size === 1;
  const scored = companies.flatMap((company) => {
    // Only in capitals, or as the whole query: many tickers are words.
    const isTicker =
      company.ticker.length > 1 && (words.has(company.ticker) || (isAlone && words.has(company.ticker.toLowerCase())));
    const held = company.stems.filter((stem) => stems.has(stem)).length;
    const share = held / Math.max(company.stems.length, 1);
    const isNamed = share >= ENOUGH && stems.has(company.stems[0] ?? '');
    return isTicker || isNamed ? [{ company, share: isTicker ? 1 : share, held }] : [];
  });
  const ciks = new Set<string>();
  // Each class of shares has a separate line.
  return scored
    .toSorted((a, b) => b.share - a.share || b.held - a.held)
    .flatMap(({ company }) => (ciks.has(company.cik) ? [] : [(ciks.add(company.cik), company)]));
}
