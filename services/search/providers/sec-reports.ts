import { z } from 'zod';
import { queryWords, stemsOf } from '../../index/words.ts';
import { dayOf, lastDayOf } from './days.ts';
import { documented } from './documented.ts';
import { keptFor } from './kept-for.ts';
import { ProviderError, type Provider, type ProviderDocument, type ProviderOptions } from './provider.ts';
import type { ProviderHttp } from './provider-http.ts';
import { published } from './published.ts';
import type { SecHosts } from './sec.ts';
import { readFigures, type ReportedFigures } from './sec-figures.ts';
import type { FindListed, ListedCompany } from './sec-tickers.ts';
import { dayInWords, inSentences } from './wording.ts';

const MOST_COMPANIES = 2;
const HOUR_MS = 3_600_000;

/**
 * Financial reports: the figures of the companies that the query names, report by report, and the filings whose text
 * holds its words (since 2001). Where one of the two fails, that is a warning.
 *
 * @see https://www.sec.gov/search-filings/edgar-application-programming-interfaces, https://www.sec.gov/edgar/search/efts-faq.html
 */
export function secReports({ www, structured, fullText }: SecHosts, tickers: FindListed): Provider {
  const figures = keptFor(HOUR_MS, 50, (cik, signal) => readFigures(structured, cik, signal));

  async function reported(companies: readonly ListedCompany[], query: string, options: ProviderOptions): Promise<ProviderDocument[]> {
    const lists = await Promise.all(
      companies.map(async ({ cik }) => chosen(await figures(cik, options), query, options).map((report) => asDocument(report, cik))),
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
        part('its full-text search', filings(fullText, query, companies, options)),
      ]);
      const failures = parts.flatMap(({ failure }) => failure ?? []);
      // Without a company there were no figures to ask for.
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
  } catch (error) {
    if (error instanceof ProviderError) return { documents: [], failure: { what, error } };
    throw error;
  }
}

const MOST_REPORTS = 6;
const YEAR = /\b(?:19|20)\d\d\b/g;

/** The reports that the query means: of the years that it names, quarters where it says so, newest first. */
function chosen(reports: readonly ReportedFigures[], query: string, { fromMs, beforeMs }: ProviderOptions): ReportedFigures[] {
  const years = new Set(query.match(YEAR) ?? []);
  const wantsQuarters = /\bquarter|\bq[1-4]\b/i.test(query);
  const score = ({ end, period }: ReportedFigures) => Number(years.has(end.slice(0, 4))) * 2 + Number((period === 'quarter') === wantsQuarters);
  const [from, until] = [fromMs === undefined ? '' : dayOf(fromMs), beforeMs === undefined ? '9999' : lastDayOf(beforeMs)];
  return reports
    .filter(({ filed }) => filed >= from && filed <= until)
    .toSorted((a, b) => score(b) - score(a) || b.filed.localeCompare(a.filed))
    .slice(0, MOST_REPORTS);
}

function asDocument({ company, accession, form, filed, end, period, sentences }: ReportedFigures, cik: string): ProviderDocument {
  const title = `${company}: figures of form ${form} for the ${period} that ended on ${dayInWords(end)}`;
  const heading = `${company} filed form ${form} on ${dayInWords(filed)}, for the ${period} that ended on ${dayInWords(end)}`;
  const url = `${folderOf(cik, accession)}/${accession}-index.htm`;
  return { url, title, text: inSentences([heading, ...sentences]), isWhole: true, source: 'SEC EDGAR', ...published(filed) };
}

const folderOf = (cik: string, accession: string) => `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}`;

const Hit = z.object({
  _id: z.string(),
  _source: z.object({
    ciks: z.array(z.string()).min(1),
    display_names: z.array(z.string()).default([]),
    adsh: z.string(),
    form: z.string(),
    file_date: z.string(),
    period_ending: z.string().nullish(),
    file_type: z.string().nullish(),
    file_description: z.string().nullish(),
  }),
});
const Answer = z.object({ hits: z.object({ hits: z.array(Hit) }) });

const FORMS = '10-K,10-Q,20-F,40-F,8-K,6-K,S-1,DEF 14A';
// All words have to occur in a filing.
const MOST_WORDS = 8;

async function filings(fullText: ProviderHttp, query: string, companies: readonly ListedCompany[], { fromMs, beforeMs, nowMs, signal }: ProviderOptions): Promise<ProviderDocument[]> {
  const named = new Set(companies.flatMap(({ stems, ticker }) => [...stems, ...stemsOf(ticker)]));
  const words = queryWords(query);
  const others = words.filter((word) => stemsOf(word).every((stem) => !named.has(stem)));
  const isDated = fromMs !== undefined || beforeMs !== undefined;
  const parameters = {
    q: (others.length > 0 ? others : words).slice(0, MOST_WORDS).join(' '),
    forms: FORMS,
    ciks: companies.map(({ cik }) => cik).join(',') || undefined,
    ...(isDated && { dateRange: 'custom', startdt: dayOf(fromMs ?? FIRST_MS), enddt: lastDayOf(beforeMs ?? nowMs + 1) }),
  };
  if (parameters.q === '') return [];
  const answer = documented(Answer, await fullText.json({ path: '/LATEST/search-index', query: parameters, signal }));
  return answer.hits.hits.map(asFiling);
}

const FIRST_MS = Date.parse('2001-01-01T00:00:00Z');

function asFiling({ _id, _source: filing }: z.output<typeof Hit>): ProviderDocument {
  const company = (filing.display_names[0] ?? '').replaceAll(/\s+/g, ' ').replace(/ \(CIK \d+\)$/, '');
  const file = _id.slice(_id.indexOf(':') + 1);
  const kind = filing.file_description && filing.file_description !== filing.form ? ` (${filing.file_description})` : '';
  const period = filing.period_ending ? `, for the period that ended on ${dayInWords(filing.period_ending)}` : '';
  return {
    url: `${folderOf(filing.ciks[0] ?? '', filing.adsh)}/${encodeURIComponent(file)}`,
    title: `${company}: form ${filing.form}, filed on ${dayInWords(filing.file_date)}`,
    text: inSentences([`${company} filed form ${filing.form}${kind} on ${dayInWords(filing.file_date)}${period}`]),
    isWhole: false,
    source: 'SEC EDGAR',
    ...published(filing.file_date),
  };
}
