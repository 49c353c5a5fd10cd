import { dayOf, lastDayOf, dayInWords } from '../../dates/days.ts';
import { memoizeAsync } from '../../concurrency/memoize-async.ts';
import {
  asProviderError,
  ProviderError,
  type Provider,
  type ProviderDocument,
  type ProviderOptions,
} from '../port/provider.ts';
import { parsePublished } from '../reply/parse-published.ts';
import type { SecHosts } from './sec-hosts.ts';
import { filingFolder, findFilings } from './sec-filings.ts';
import { readFigures, type ReportedFigures } from './sec-figures.ts';
import type { FindListedCompanies, ListedCompany } from './sec-tickers.ts';
import { inSentences } from '../reply/format.ts';

const MOST_COMPANIES = 2;
const HOUR_MS = 3_600_000;
// A bank's figures are megabytes. The download outlives the search, so that the next search has them.
const READ_WITHIN_MS = 30_000;

/**
 * Financial reports: the figures of the companies that the query names, report by report, and the filings whose text
 * holds its words (since 2001). A failure of one of the two is a warning.
 *
 * @see https://www.sec.gov/search-filings/edgar-application-programming-interfaces
 */
export function secReports({ www, structured, fullText }: SecHosts, tickers: FindListedCompanies): Provider {
  const figures = memoizeAsync({
    freshMs: HOUR_MS,
    most: 50,
    withinMs: READ_WITHIN_MS,
    read: (cik, signal) => readFigures(structured, cik, signal),
  });

  async function reported(
    companies: readonly ListedCompany[],
    query: string,
    options: ProviderOptions,
  ): Promise<ProviderDocument[]> {
    const lists = await Promise.all(
      companies.map(async ({ cik }) =>
        chosen(await figures(cik, options), query, options).map((report) => asDocument(report, cik)),
      ),
    );
    return lists.flat();
  }

  return {
    name: 'sec',
    title: 'SEC EDGAR',
    scopes: ['financial-reports'],
    probeUrl: `${www.baseUrl}/files/company_tickers.json`,
    async search(query, options) {
      const companies = (await tickers(query, options)).slice(0, MOST_COMPANIES);
      const parts = await Promise.all([
        part('its figures', reported(companies, query, options)),
        part('its full-text search', findFilings(fullText, query, companies, options)),
      ]);
      const failures = parts.flatMap(({ failure }) => failure ?? []);
      // Without a company there were no figures to request.
      const asked = companies.length > 0 ? parts.length : 1;
      if (failures[0] && failures.length === asked) throw failures[0].error;
      const warnings = failures.map(({ what, error }) => `${what} did not answer: ${error.message}`);
      return { documents: parts.flatMap(({ documents }) => documents).slice(0, options.limit), warnings };
    },
  };
}

interface Part {
  documents: ProviderDocument[];
  failure?: { what: string; error: ProviderError };
}

async function part(what: string, work: Promise<ProviderDocument[]>): Promise<Part> {
  try {
    return { documents: await work };
  } catch (thrown) {
    const error = asProviderError(thrown);
    if (error instanceof ProviderError) return { documents: [], failure: { what, error } };
    throw error;
  }
}

const MOST_REPORTS = 6;
const YEAR = /\b(?:19|20)\d\d\b/g;

/** The reports that the query means: those of the years that it names, quarterly ones if it says so, newest first. */
function chosen(
  reports: readonly ReportedFigures[],
  query: string,
  { fromMs, beforeMs }: ProviderOptions,
): ReportedFigures[] {
  const years = new Set(query.match(YEAR) ?? []);
  const wantsQuarters = /\bquarter|\bq[1-4]\b/i.test(query);
  const score = ({ end, period }: ReportedFigures) =>
    Number(years.has(end.slice(0, 4))) * 2 + Number((period === 'quarter') === wantsQuarters);
  const [from, until] = [
    fromMs === undefined ? '' : dayOf(fromMs),
    beforeMs === undefined ? '9999' : lastDayOf(beforeMs),
  ];
  return reports
    .filter(({ filed }) => filed >= from && filed <= until)
    .toSorted((a, b) => score(b) - score(a) || b.filed.localeCompare(a.filed))
    .slice(0, MOST_REPORTS);
}

function asDocument(
  { company, accession, form, filed, end, period, sentences }: ReportedFigures,
  cik: string,
): ProviderDocument {
  const title = `${company}: figures of form ${form} for the ${period} that ended on ${dayInWords(end)}`;
  const heading = `${company} filed form ${form} on ${dayInWords(filed)}, for the ${period} that ended on ${dayInWords(end)}`;
  const url = `${filingFolder(cik, accession)}/${accession}-index.htm`;
  return {
    url,
    title,
    text: inSentences([heading, ...sentences]),
    isWhole: true,
    source: 'SEC EDGAR',
    ...parsePublished(filed),
  };
}
