import { z } from 'zod';
import { parseReply } from '../reply/parse-reply.ts';
import { memoizeAsync } from '../../concurrency/memoize-async.ts';
import type { Provider, ProviderDocument } from '../port/provider.ts';
import type { SecHosts } from './sec-hosts.ts';
import type { FindListedCompanies } from './sec-tickers.ts';
import { inSentences, listed } from '../reply/format.ts';
import { dayInWords } from '../../dates/days.ts';

const optional = z.string().nullish();
const texts = z.array(z.string().nullish()).default([]);
const Address = z.object({
  street1: optional,
  street2: optional,
  city: optional,
  stateOrCountryDescription: optional,
  zipCode: optional,
});
const Submissions = z.object({
  cik: z.string(),
  name: z.string(),
  sicDescription: optional,
  tickers: texts,
  exchanges: texts,
  fiscalYearEnd: optional,
  stateOfIncorporationDescription: optional,
  stateOfIncorporation: optional,
  website: optional,
  phone: optional,
  addresses: z.object({ business: Address.nullish() }).nullish(),
  formerNames: z.array(z.object({ name: z.string(), to: optional })).nullish(),
  filings: z
    .object({
      recent: z.object({ form: z.array(z.string()), filingDate: z.array(z.string()), reportDate: z.array(z.string()) }),
    })
    .nullish(),
});
type Submissions = z.output<typeof Submissions>;

const MOST_COMPANIES = 5;
const HOUR_MS = 3_600_000;
const READ_WITHIN_MS = 15_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Companies that report to the SEC: names, industry, places, listings. @see https://www.sec.gov/search-filings/edgar-application-programming-interfaces */
export function secCompanies({ www, structured }: SecHosts, tickers: FindListedCompanies): Provider {
  const documents = memoizeAsync({
    freshMs: HOUR_MS,
    most: 200,
    withinMs: READ_WITHIN_MS,
    read: async (cik, signal) =>
      asDocument(
        parseReply(
          Submissions,
          await structured.json({ path: `/submissions/CIK${cik}.json`, maxBytes: MAX_BYTES, signal }),
        ),
      ),
  });
  return {
    name: 'sec',
    title: 'SEC EDGAR',
    scopes: ['companies'],
    probeUrl: `${www.baseUrl}/files/company_tickers.json`,
    async search(query, { limit, nowMs, signal }) {
      const companies = await tickers(query, { nowMs, signal });
      const wanted = companies.slice(0, Math.min(limit, MOST_COMPANIES));
      return { documents: await Promise.all(wanted.map(({ cik }) => documents(cik, { nowMs, signal }))), warnings: [] };
    },
  };
}

function asDocument(company: Submissions): ProviderDocument {
  const { name, sicDescription, website, phone } = company;
  const cik = Number(company.cik);
  const incorporated = company.stateOfIncorporationDescription || company.stateOfIncorporation;
  const address = addressInWords(company);
  const text = inSentences([
    `${name} reports to the U.S. Securities and Exchange Commission under the Central Index Key (CIK) ${cik}`,
    sicDescription && `${name}'s industry: ${sicDescription}`,
    listing(company),
    incorporated && `${name} is incorporated in ${incorporated}`,
    address && `${name}'s business address is ${address}`,
    ...(company.formerNames ?? []).map(
      (former) => `${name} was called ${former.name}${former.to ? ` until ${dayInWords(former.to)}` : ''}.`,
    ),
    /^\d{4}$/.test(company.fiscalYearEnd ?? '') &&
      `${name}'s fiscal year ends on ${yearEnd(company.fiscalYearEnd ?? '')}`,
    ...latest(company),
    website && `${name}'s website: ${website}`,
    phone && `${name}'s phone number: ${phone}`,
  ]);
  return {
    url: `https://www.sec.gov/edgar/browse/?CIK=${cik}`,
    title: name,
    text,
    isWhole: true,
    source: 'SEC EDGAR',
  };
}

function listing({ name, tickers, exchanges }: Submissions): string {
  const places = tickers.flatMap((ticker, place) =>
    ticker ? [exchanges[place] ? `${ticker} (${exchanges[place]})` : ticker] : [],
  );
  return places.length > 0 ? `${name}'s shares are traded as ${listed(places)}` : '';
}

function addressInWords({ addresses }: Submissions): string {
  const business = addresses?.business;
  if (!business) return '';
  const { street1, street2, city, stateOrCountryDescription, zipCode } = business;
  return [street1, street2, city, stateOrCountryDescription, zipCode].filter((part) => part).join(', ');
}

/** `0928` as `28 September`. */
function yearEnd(monthAndDay: string): string {
  // Any leap year: 29 February is one of these days.
  return dayInWords(`2024-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2)}`).replace(/ 2024$/, '');
}

const REPORTS = ['10-K', '20-F', '40-F', '10-Q'];

function latest({ name, filings }: Submissions): string[] {
  const recent = filings?.recent;
  if (!recent) return [];
  return REPORTS.flatMap((form) => {
    const place = recent.form.indexOf(form);
    const [filed, reported] = [recent.filingDate[place], recent.reportDate[place]];
    return filed
      ? [
          `${name} filed its latest form ${form} on ${dayInWords(filed)}${reported ? `, for the period that ended on ${dayInWords(reported)}` : ''}`,
        ]
      : [];
  });
}
