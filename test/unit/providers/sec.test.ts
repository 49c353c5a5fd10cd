import assert from 'node:assert/strict';
import { askProvider, type Asked, type Reply } from '../../support/providers/ask-provider.ts';

const tickers = {
  0: { cik_str: 320193, ticker: 'AAPL', title: 'Apple Inc.' },
  1: { cik_str: 1418121, ticker: 'APLE', title: 'Apple Hospitality REIT, Inc.' },
  2: { cik_str: 1652044, ticker: 'GOOGL', title: 'Alphabet Inc.' },
  3: { cik_str: 1652044, ticker: 'GOOG', title: 'Alphabet Inc.' },
  4: { cik_str: 19617, ticker: 'ALL', title: 'Insurer Of All Corp' },
};
const apple = {
  cik: '0000320193',
  name: 'Apple Inc.',
  sicDescription: 'Electronic Computers',
  tickers: ['AAPL'],
  exchanges: ['Nasdaq'],
  fiscalYearEnd: '0928',
  stateOfIncorporation: 'CA',
  stateOfIncorporationDescription: 'CA',
  website: '',
  phone: '(408) 996-1010',
  addresses: {
    business: {
      street1: 'ONE APPLE PARK WAY',
      street2: null,
      city: 'CUPERTINO',
      stateOrCountryDescription: 'CA',
      zipCode: '95014',
    },
  },
  formerNames: [{ name: 'APPLE COMPUTER INC', from: '1994-01-26T00:00:00.000Z', to: '2007-01-04T00:00:00.000Z' }],
  filings: {
    recent: {
      accessionNumber: ['a', 'b'],
      form: ['4', '10-K'],
      filingDate: ['2023-11-10', '2023-11-03'],
      reportDate: ['', '2023-09-30'],
    },
  },
};

const fact = (accn: string, form: string, filed: string, rest: object) => ({
  accn,
  form,
  filed,
  fy: 2023,
  fp: 'FY',
  ...rest,
});
const annual = (rest: object) => fact('0000320193-23-000106', '10-K', '2023-11-03', rest);
const quarterly = (rest: object) => fact('0000320193-24-000006', '10-Q', '2024-02-02', rest);
const figures = {
  cik: 320193,
  entityName: 'Apple Inc.',
  facts: {
    dei: { EntityCommonStockSharesOutstanding: { label: 'x', units: { shares: [] } } },
    'us-gaap': {
      RevenueFromContractWithCustomerExcludingAssessedTax: {
        label: 'Revenue',
        units: {
          USD: [
            annual({ start: '2021-09-26', end: '2022-09-24', val: 394_328_000_000 }),
            annual({ start: '2022-09-25', end: '2023-09-30', val: 383_285_000_000 }),
            annual({ start: '2023-07-02', end: '2023-09-30', val: 89_498_000_000 }),
            quarterly({ start: '2023-10-01', end: '2023-12-30', val: 119_575_000_000 }),
          ],
        },
      },
      Assets: {
        units: {
          USD: [
            annual({ end: '2022-09-24', val: 352_755_000_000 }),
            annual({ end: '2023-09-30', val: 352_583_000_000 }),
            annual({ end: '2023-10-20', val: 1 }),
          ],
        },
      },
      EarningsPerShareDiluted: {
        units: { 'USD/shares': [annual({ start: '2022-09-25', end: '2023-09-30', val: 6.13 })] },
      },
      NetIncomeLoss: {
        units: {
          USD: [fact('0000320193-23-000200', '8-K', '2023-11-04', { start: '2022-09-25', end: '2023-09-30', val: 1 })],
        },
      },
    },
  },
};
const hit = {
  _id: '0000320193-23-000106:aapl-20230930.htm',
  _score: 9,
  _source: {
    ciks: ['0000320193'],
    display_names: ['Apple Inc.  (AAPL)  (CIK 0000320193)'],
    adsh: '0000320193-23-000106',
    form: '10-K',
    file_date: '2023-11-03',
    period_ending: '2023-09-30',
    file_type: '10-K',
    file_description: '10-K',
  },
};

function edgar({ path }: Asked): Reply {
  if (path === '/files/company_tickers.json') return tickers;
  if (path === '/submissions/CIK0000320193.json') return apple;
  if (path === '/api/xbrl/companyfacts/CIK0000320193.json') return figures;
  if (path === '/LATEST/search-index') return { took: 1, hits: { total: { value: 1 }, hits: [hit] } };
  return { status: 404, text: '' };
}

describe('SEC, companies', () => {
  it('describes a company by its data at the SEC', async () => {
    const { lists } = await askProvider({ name: 'sec', scope: 'companies', query: 'Where is Apple?' }, edgar);
    assert.deepEqual(lists, [
      [
        {
          url: 'https://www.sec.gov/edgar/browse/?CIK=320193',
          title: 'Apple Inc.',
          source: 'SEC EDGAR',
          isWhole: true,
          text: [
            'Apple Inc. reports to the U.S. Securities and Exchange Commission under the Central Index Key (CIK) 320193.',
            "Apple Inc.'s industry: Electronic Computers.",
            "Apple Inc.'s shares are traded as AAPL (Nasdaq).",
            'Apple Inc. is incorporated in CA.',
            "Apple Inc.'s business address is ONE APPLE PARK WAY, CUPERTINO, CA, 95014.",
            'Apple Inc. was called APPLE COMPUTER INC until 4 January 2007.',
            "Apple Inc.'s fiscal year ends on 28 September.",
            'Apple Inc. filed its latest form 10-K on 3 November 2023, for the period that ended on 30 September 2023.',
            "Apple Inc.'s phone number: (408) 996-1010.",
          ].join('\n'),
        },
      ],
    ]);
  });

  const NAMED: Array<[query: string, ciks: string[]]> = [
    ['revenue of AAPL', ['0000320193']],
    ['aapl', ['0000320193']],
    ['apple hospitality reit', ['0001418121', '0000320193']],
    ['Alphabet', ['0001652044']],
    ['all the hospitality there is', []],
    ['nothing of the kind', []],
  ];
  for (const [query, ciks] of NAMED) {
    it(`finds ${ciks.length} companies in «${query}»`, async () => {
      const { asked } = await askProvider({ name: 'sec', scope: 'companies', query }, (one) =>
        one.path.startsWith('/submissions/') ? { ...apple, cik: one.path } : edgar(one),
      );
      assert.deepEqual(
        asked.slice(1).map(({ path }) => /CIK(\d+)/.exec(path)?.[1]),
        ciks,
      );
    });
  }
});

const REPORT = 'https://www.sec.gov/Archives/edgar/data/320193/000032019323000106';

describe('SEC, financial reports', () => {
  it('returns the figures of each report as sentences, beside the filings with the words', async () => {
    const { lists, asked } = await askProvider(
      { name: 'sec', scope: 'financial-reports', query: 'What was the revenue of Apple in 2023?' },
      edgar,
    );
    assert.deepEqual(
      lists[0]?.map(({ url }) => url),
      [
        `${REPORT}/0000320193-23-000106-index.htm`,
        'https://www.sec.gov/Archives/edgar/data/320193/000032019324000006/0000320193-24-000006-index.htm',
        `${REPORT}/aapl-20230930.htm`,
      ],
    );
    assert.deepEqual(lists[0]?.[0], {
      url: `${REPORT}/0000320193-23-000106-index.htm`,
      title: 'Apple Inc.: figures of form 10-K for the fiscal year that ended on 30 September 2023',
      source: 'SEC EDGAR',
      isWhole: true,
      published: { at: new Date('2023-11-03T00:00:00Z'), precision: 'day' },
      text: [
        'Apple Inc. filed form 10-K on 3 November 2023, for the fiscal year that ended on 30 September 2023.',
        'Apple Inc. reported revenue of 383,285,000,000 USD (383.3 billion) for the fiscal year that ended on 30 September 2023, after 394,328,000,000 USD (394.3 billion) a year before.',
        'Apple Inc. reported diluted earnings per share of 6.13 USD per share for the fiscal year that ended on 30 September 2023.',
        'Apple Inc. reported total assets of 352,583,000,000 USD (352.6 billion) as of 30 September 2023, after 352,755,000,000 USD (352.8 billion) a year before.',
      ].join('\n'),
    });
    assert.deepEqual(lists[0]?.[2], {
      url: `${REPORT}/aapl-20230930.htm`,
      title: 'Apple Inc. (AAPL): form 10-K, filed on 3 November 2023',
      text: 'Apple Inc. (AAPL) filed form 10-K on 3 November 2023, for the period that ended on 30 September 2023.',
      isWhole: false,
      source: 'SEC EDGAR',
      published: { at: new Date('2023-11-03T00:00:00Z'), precision: 'day' },
    });
    const search = asked.find(({ path }) => path === '/LATEST/search-index');
    assert.deepEqual(search?.query, {
      q: 'revenue 2023',
      forms: '10-K,10-Q,20-F,40-F,8-K,6-K,S-1,DEF 14A',
      ciks: '0000320193',
    });
  });

  it('enforces the bounds, and passes them on', async () => {
    const bounds = { fromMs: Date.parse('2024-01-01T00:00:00Z'), beforeMs: Date.parse('2024-03-01T00:00:00Z') };
    const { lists, asked } = await askProvider(
      { name: 'sec', scope: 'financial-reports', query: 'Apple revenue', bounds },
      edgar,
    );
    assert.deepEqual(
      lists[0]?.filter(({ isWhole }) => isWhole).map(({ title }) => title),
      ['Apple Inc.: figures of form 10-Q for the quarter that ended on 30 December 2023'],
    );
    const { dateRange, startdt, enddt } = asked.find(({ path }) => path === '/LATEST/search-index')?.query ?? {};
    assert.deepEqual([dateRange, startdt, enddt], ['custom', '2024-01-01', '2024-02-29']);
  });

  for (const [failing, what, remaining] of [
    ['/LATEST/search-index', 'its full-text search', 2],
    ['/api/xbrl/companyfacts/CIK0000320193.json', 'its figures', 1],
  ] as const) {
    it(`continues without ${what}, and reports it`, async () => {
      const { lists, warnings } = await askProvider(
        { name: 'sec', scope: 'financial-reports', query: 'Apple revenue' },
        (asked) => (asked.path === failing ? { status: 500, text: '' } : edgar(asked)),
      );
      assert.equal(lists[0]?.length, remaining);
      assert.deepEqual(warnings, [
        { type: 'provider_limited', message: `SEC EDGAR: ${what} did not answer: it answered with status 500` },
      ]);
    });
  }
});
