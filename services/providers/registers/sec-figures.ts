import { z } from 'zod';
import { parseReply } from '../reply/parse-reply.ts';
import type { ProviderHttp } from '../port/provider-http.ts';
import { inDigits, rounded } from '../reply/format.ts';
import { dayInWords } from '../../dates/days.ts';

/** A report and its figures, as sentences without their full stops. */
export interface ReportedFigures {
  company: string;
  /** `0000320193-23-000106`. */
  accession: string;
  /** `10-K`, `10-Q`, `20-F`, `40-F`. */
  form: string;
  /** `YYYY-MM-DD`: the filing date, and the last day of its period. */
  filed: string;
  end: string;
  period: string;
  sentences: string[];
}

const Fact = z.object({
  start: z.string().optional(),
  end: z.string(),
  val: z.number(),
  accn: z.string(),
  form: z.string(),
  filed: z.string(),
});
type Fact = z.output<typeof Fact> & { unit: string };

/** A figure's display name and its concepts in US-GAAP and IFRS, the usual one first. */
const FIGURES: ReadonlyArray<{ words: string; concepts: readonly string[] }> = [
  {
    words: 'revenue',
    concepts: [
      'RevenueFromContractWithCustomerExcludingAssessedTax',
      'Revenues',
      'SalesRevenueNet',
      'RevenueFromContractWithCustomerIncludingAssessedTax',
      'Revenue',
    ],
  },
  { words: 'gross profit', concepts: ['GrossProfit'] },
  { words: 'operating income', concepts: ['OperatingIncomeLoss', 'ProfitLossFromOperatingActivities'] },
  { words: 'net income', concepts: ['NetIncomeLoss', 'ProfitLoss'] },
  { words: 'diluted earnings per share', concepts: ['EarningsPerShareDiluted', 'DilutedEarningsLossPerShare'] },
  { words: 'research and development expenses', concepts: ['ResearchAndDevelopmentExpense'] },
  {
    words: 'cash flow from operating activities',
    concepts: ['NetCashProvidedByUsedInOperatingActivities', 'CashFlowsFromUsedInOperatingActivities'],
  },
  { words: 'total assets', concepts: ['Assets'] },
  { words: 'total liabilities', concepts: ['Liabilities'] },
  { words: "shareholders' equity", concepts: ['StockholdersEquity', 'Equity'] },
  { words: 'cash and cash equivalents', concepts: ['CashAndCashEquivalentsAtCarryingValue', 'CashAndCashEquivalents'] },
  { words: 'long-term debt', concepts: ['LongTermDebt'] },
];

// Only these are read: a company reports hundreds of concepts.
const Concept = z.object({ units: z.record(z.string(), z.array(Fact)) });
const Concepts = z.object(
  Object.fromEntries(FIGURES.flatMap(({ concepts }) => concepts).map((name) => [name, Concept.optional()])),
);
const Answer = z.object({
  entityName: z.string(),
  facts: z.object({ 'us-gaap': Concepts.optional(), 'ifrs-full': Concepts.optional() }),
});

// The largest banks report some 15 MiB.
const MAX_BYTES = 32 * 1024 * 1024;

/** The annual and quarterly reports of a company with their figures, in no order. @throws ProviderError @see https://www.sec.gov/search-filings/edgar-application-programming-interfaces */
export async function readFigures(
  structured: ProviderHttp,
  cik: string,
  signal: AbortSignal,
): Promise<ReportedFigures[]> {
  const answer = parseReply(
    Answer,
    await structured.json({ path: `/api/xbrl/companyfacts/CIK${cik}.json`, maxBytes: MAX_BYTES, signal }),
  );
  const concepts = { ...answer.facts['ifrs-full'], ...answer.facts['us-gaap'] };
  const figures = FIGURES.map(({ words, concepts: names }) => ({
    words,
    facts: names.map((name) => factsOf(concepts[name])),
  }));
  const all = figures.flatMap(({ facts }) => facts.flat());
  return [...Map.groupBy(all, ({ accn }) => accn).values()].flatMap((facts) =>
    reportOf(answer.entityName, facts, figures),
  );
}

function factsOf(concept: z.output<typeof Concept> | undefined): Fact[] {
  return Object.entries(concept?.units ?? {}).flatMap(([unit, facts]) => facts.map((fact) => ({ ...fact, unit })));
}

/** The forms that give figures for a period, the period's name, and its length in days. */
const PERIODS: Record<string, { words: string; days: readonly [number, number] }> = {
  '10-K': { words: 'fiscal year', days: [350, 380] },
  '20-F': { words: 'fiscal year', days: [350, 380] },
  '40-F': { words: 'fiscal year', days: [350, 380] },
  '10-Q': { words: 'quarter', days: [80, 100] },
};

interface Figure {
  words: string;
  /** By concept. */
  facts: Fact[][];
}

function reportOf(company: string, facts: readonly Fact[], figures: readonly Figure[]): ReportedFigures[] {
  const [{ accn, form, filed } = { accn: '', form: '', filed: '' }] = facts;
  const period = PERIODS[form];
  const lasting = facts.filter(({ start }) => start !== undefined);
  // Balance sheets and comparisons include earlier days: the report's own period is the last one.
  const end = lasting
    .map((fact) => fact.end)
    .toSorted()
    .at(-1);
  if (!period || end === undefined) return [];
  const sentences = figures.flatMap(({ words, facts: byConcept }) => {
    const ofReport = byConcept.map((one) => one.filter((fact) => fact.accn === accn && lasts(fact, period.days)));
    const fact = ofReport.flatMap((one) => one.find((candidate) => candidate.end === end) ?? [])[0];
    if (!fact) return [];
    const before = ofReport
      .flat()
      .find(
        (candidate) =>
          candidate.unit === fact.unit &&
          isYearBefore(candidate.end, end) &&
          Boolean(candidate.start) === Boolean(fact.start),
      );
    return [sentenceOf(company, words, { fact, before, period: period.words })];
  });
  return sentences.length > 0 ? [{ company, accession: accn, form, filed, end, period: period.words, sentences }] : [];
}

const DAY_MS = 86_400_000;

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

function lasts({ start, end }: Fact, [least, most]: readonly [number, number]): boolean {
  if (start === undefined) return true;
  const days = daysBetween(start, end);
  return days >= least && days <= most;
}

function isYearBefore(end: string, reportEnd: string): boolean {
  const days = daysBetween(end, reportEnd);
  return days >= 350 && days <= 380;
}

function sentenceOf(
  company: string,
  words: string,
  { fact, before, period }: { fact: Fact; before: Fact | undefined; period: string },
): string {
  const when =
    fact.start === undefined
      ? `as of ${dayInWords(fact.end)}`
      : `for the ${period} that ended on ${dayInWords(fact.end)}`;
  const comparison = before ? `, after ${amount(before)} a year before` : '';
  return `${company} reported ${words} of ${amount(fact)} ${when}${comparison}`;
}

/** `383,285,000,000 USD (383.3 billion)`, `6.13 USD per share`. */
function amount({ val, unit }: Fact): string {
  const short = rounded(val);
  return `${inDigits(val)} ${unit.replace('/shares', ' per share')}${short ? ` (${short})` : ''}`;
}
