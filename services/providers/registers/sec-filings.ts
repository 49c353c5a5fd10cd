import { z } from 'zod';
import { stemsOf } from '../../text/words.ts';
import { queryWords } from '../../text/terms.ts';
import { beginning } from '../reply/beginning.ts';
import { dayOf, lastDayOf, dayInWords } from '../../dates/days.ts';
import { parseReply } from '../reply/parse-reply.ts';
import type { ProviderDocument, ProviderOptions } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';
import { parsePublished } from '../reply/parse-published.ts';
import type { ListedCompany } from './sec-tickers.ts';
import { inSentences } from '../reply/format.ts';

/** Location of a filing's documents. */
export const filingFolder = (cik: string, accession: string) =>
  `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}`;

const Hit = z.object({
  _id: z.string(),
  _source: z.object({
    ciks: z.array(z.string()).min(1),
    display_names: z.array(z.string()).default([]),
    form: z.string(),
    file_date: z.string(),
    period_ending: z.string().nullish(),
    file_type: z.string().nullish(),
    file_description: z.string().nullish(),
  }),
});
const Answer = z.object({ hits: z.object({ hits: z.array(Hit) }) });

const FORMS = '10-K,10-Q,20-F,40-F,8-K,6-K,S-1,DEF 14A';
// EDGAR requires all words to occur in a filing.
const LONGEST_QUERY = { characters: 250, words: 8 };

/**
 * The filings of these companies, or of all companies, whose text holds the query's words.
 *
 * @throws ProviderError
 * @see https://www.sec.gov/edgar/search/efts-faq.html
 */
export async function findFilings(
  fullText: ProviderHttp,
  query: string,
  companies: readonly ListedCompany[],
  { fromMs, beforeMs, nowMs, signal }: ProviderOptions,
): Promise<ProviderDocument[]> {
  const named = new Set(companies.flatMap(({ stems, ticker }) => [...stems, ...stemsOf(ticker)]));
  const words = queryWords(query);
  const others = words.filter((word) => stemsOf(word).every((stem) => !named.has(stem)));
  const isDated = fromMs !== undefined || beforeMs !== undefined;
  const parameters = {
    q: beginning((others.length > 0 ? others : words).join(' '), LONGEST_QUERY),
    forms: FORMS,
    ciks: companies.map(({ cik }) => cik).join(',') || undefined,
    ...(isDated && {
      dateRange: 'custom',
      startdt: dayOf(fromMs ?? FIRST_MS),
      enddt: lastDayOf(beforeMs ?? nowMs + 1),
    }),
  };
  if (parameters.q === '') return [];
  const answer = parseReply(Answer, await fullText.json({ path: '/LATEST/search-index', query: parameters, signal }));
  return answer.hits.hits.map(asFiling);
}

const FIRST_MS = Date.parse('2001-01-01T00:00:00Z');

function asFiling({ _id, _source: filing }: z.output<typeof Hit>): ProviderDocument {
  const company = (filing.display_names[0] ?? '').replaceAll(/\s+/g, ' ').replace(/ \(CIK \d+\)$/, '');
  // `0000320193-23-000106:aapl-20230930.htm`: the filing, and the document in it.
  const [accession = '', file = ''] = _id.split(':');
  const kind =
    filing.file_description && filing.file_description !== filing.form ? ` (${filing.file_description})` : '';
  const period = filing.period_ending ? `, for the period that ended on ${dayInWords(filing.period_ending)}` : '';
  return {
    url: `${filingFolder(filing.ciks[0] ?? '', accession)}/${encodeURIComponent(file)}`,
    title: `${company}: form ${filing.form}, filed on ${dayInWords(filing.file_date)}`,
    text: inSentences([`${company} filed form ${filing.form}${kind} on ${dayInWords(filing.file_date)}${period}`]),
    isWhole: false,
    source: 'SEC EDGAR',
    ...parsePublished(filing.file_date),
  };
}
