import assert from 'node:assert/strict';
import { askProvider, type Asked, type Reply } from '../../support/providers/ask-provider.ts';

describe('Wikipedia', () => {
  const found = {
    pages: [
      {
        id: 7,
        key: 'Carrara_marble',
        title: 'Carrara marble',
        excerpt: 'is a <span class="searchmatch">marble</span>',
        matched_title: null,
        description: 'type of marble',
        thumbnail: null,
      },
      { id: 8, key: 'C/O', title: 'C/O', excerpt: 'Other &quot;marble&quot;', description: null },
    ],
  };
  const introduced = {
    batchcomplete: true,
    query: {
      pages: [
        {
          pageid: 7,
          ns: 0,
          title: 'Carrara marble',
          extract: 'Carrara marble is a stone.',
          canonicalurl: 'https://en.wikipedia.org/wiki/Carrara_marble',
        },
      ],
    },
  };
  const service = (introductions: Reply) => (asked: Asked) =>
    asked.path === '/w/rest.php/v1/search/page' ? found : introductions;

  it('returns pages with their introductions, or with the snippet of the search', async () => {
    const { lists, asked } = await askProvider({ name: 'wikipedia', scope: 'wikipedia' }, service(introduced));
    assert.deepEqual(lists[0]?.[0], {
      url: 'https://en.wikipedia.org/wiki/Carrara_marble',
      title: 'Carrara marble',
      text: 'Carrara marble is a stone.',
      isWhole: false,
    });
    assert.match(lists[0]?.[1]?.url ?? '', /\/wiki\/C%2FO$/);
    assert.equal(lists[0]?.[1]?.text, 'Other "marble"');
    assert.deepEqual(asked[0]?.query, { q: 'carrara marble', limit: '10' });
    const { action, prop, exintro, explaintext, pageids } = asked[1]?.query ?? {};
    assert.deepEqual([action, prop, exintro, explaintext, pageids], ['query', 'extracts|info', '1', '1', '7|8']);
  });

  it('is queried with the telling words, then with the name alone, if the whole question finds nothing', async () => {
    const { asked, lists } = await askProvider(
      { name: 'wikipedia', scope: 'wikipedia', query: 'Where is the Fantiscritti Basin?' },
      (one) =>
        one.query.q?.includes('?') || one.query.q === 'fantiscritti basin' ? { pages: [] } : service(introduced)(one),
    );
    assert.deepEqual(
      asked.flatMap(({ query }) => query.q ?? []),
      ['Where is the Fantiscritti Basin?', 'fantiscritti basin'],
    );
    assert.deepEqual(lists, [[]]);
    const named = await askProvider(
      { name: 'wikipedia', scope: 'wikipedia', query: 'Who painted the School of Athens in Rome?' },
      (one) => (one.query.q && one.query.q !== 'School of Athens' ? { pages: [] } : service(introduced)(one)),
    );
    assert.equal(named.lists[0]?.length, 2);
  });

  it('continues without introductions if they fail, and reports it', async () => {
    const { lists, warnings } = await askProvider(
      { name: 'wikipedia', scope: 'wikipedia' },
      service({ status: 500, text: '' }),
    );
    assert.deepEqual(
      lists[0]?.map(({ text }) => text),
      ['type of marble. is a marble', 'Other "marble"'],
    );
    assert.deepEqual(warnings, [
      {
        type: 'provider_limited',
        message: 'Wikipedia: the introductions of its pages are missing: it answered with status 500',
      },
    ]);
  });
});

const item = (id: string, qualifiers = {}, rank = 'normal') => ({
  mainsnak: { snaktype: 'value', datavalue: { type: 'wikibase-entityid', value: { id } } },
  rank,
  qualifiers,
});
const time = (value: string, precision: number) => ({
  mainsnak: { datavalue: { type: 'time', value: { time: value, precision } } },
  rank: 'normal',
});
const year = (value: string) => [
  { datavalue: { type: 'time', value: { time: `+${value}-00-00T00:00:00Z`, precision: 9 } } },
];

const curie = {
  id: 'Q7186',
  labels: { en: { language: 'en', value: 'Marie Curie' } },
  descriptions: { en: { value: 'Polish-French physicist' } },
  aliases: { en: [{ value: 'Maria Skłodowska' }] },
  claims: {
    P31: [item('Q5')],
    P569: [time('+1867-11-07T00:00:00Z', 11)],
    P570: [time('+1934-00-00T00:00:00Z', 9)],
    P19: [item('Q270'), item('Q1', {}, 'deprecated')],
    P106: [item('Q169470'), item('Q404', {}), item('Q593644', {}, 'preferred')],
    P39: [item('Q121594', { P580: year('1908'), P582: year('1934') })],
    P166: [item('Q38104', { P585: year('1903') }), { mainsnak: { snaktype: 'somevalue' }, rank: 'normal' }],
  },
  sitelinks: { enwiki: { site: 'enwiki', title: 'Marie Curie', url: 'https://en.wikipedia.org/wiki/Marie_Curie' } },
};
const cat = {
  id: 'Q146',
  labels: { en: { value: 'cat' } },
  descriptions: [],
  aliases: [],
  claims: { P31: [item('Q55983715')] },
  sitelinks: [],
};
const acme = {
  id: 'Q1000',
  labels: { en: { value: 'Acme' } },
  claims: {
    P31: [item('Q4830453')],
    P571: [time('+1976-04-00T00:00:00Z', 10)],
    P169: [item('Q2000', { P580: year('2011') })],
    P1128: [
      {
        mainsnak: { datavalue: { type: 'quantity', value: { amount: '+164000', unit: '1' } } },
        rank: 'normal',
        qualifiers: { P585: year('2023') },
      },
    ],
    P2139: [
      {
        mainsnak: {
          datavalue: {
            type: 'quantity',
            value: { amount: '+383285000000', unit: 'http://www.wikidata.org/entity/Q4917' },
          },
        },
        rank: 'normal',
      },
    ],
    P1278: [{ mainsnak: { datavalue: { type: 'string', value: 'HWUPKR0MPOU8FGXBT394' } }, rank: 'normal' }],
  },
};
const LABELS: Record<string, string> = {
  Q270: 'Warsaw',
  Q169470: 'physicist',
  Q593644: 'chemist',
  Q121594: 'professor',
  Q38104: 'Nobel Prize in Physics',
  Q4830453: 'business',
  Q2000: 'Tim Example',
  Q4917: 'United States dollar',
};

function wikidata({ query }: Asked): Reply {
  if (query.action === 'wbsearchentities')
    return {
      search: /nobody|^Who/.test(query.search ?? '')
        ? []
        : [{ id: 'Q146' }, { id: 'Q7186' }, { id: 'Q1000' }, { id: 'Q404' }],
      success: 1,
    };
  if (query.list === 'search') return { query: { search: [{ ns: 0, title: 'Q7186' }] } };
  if (query.prop === 'extracts|info')
    return {
      query: { pages: [{ pageid: 1, title: 'Marie Curie', extract: 'Marie Curie was a physicist and chemist.' }] },
    };
  const ids = query.ids?.split('|') ?? [];
  if (query.props === 'labels')
    return {
      entities: Object.fromEntries(
        ids.map((id) => [id, { id, labels: LABELS[id] ? { en: { value: LABELS[id] } } : {} }]),
      ),
      success: 1,
    };
  return { entities: { Q146: cat, Q7186: curie, Q1000: acme, Q404: { id: 'Q404', missing: '' } }, success: 1 };
}

describe('Wikidata', () => {
  it('describes people by its statements, as sentences, and by the introduction of their article', async () => {
    const { lists, asked } = await askProvider({ name: 'wikidata', scope: 'people', query: 'Marie Curie' }, wikidata);
    assert.deepEqual(lists, [
      [
        {
          url: 'https://en.wikipedia.org/wiki/Marie_Curie',
          title: 'Marie Curie',
          source: 'Wikipedia',
          isWhole: true,
          text: [
            'Marie Curie: Polish-French physicist.',
            'Marie Curie is also known as Maria Skłodowska.',
            'Marie Curie was born on 7 November 1867.',
            'Marie Curie was born in Warsaw.',
            'Marie Curie died in 1934.',
            "Marie Curie's occupation: chemist and physicist.",
            'Marie Curie has held the position of professor (1908 to 1934).',
            'Marie Curie has received Nobel Prize in Physics (1903).',
            '',
            'Marie Curie was a physicist and chemist.',
          ].join('\n'),
        },
      ],
    ]);
    assert.deepEqual(
      [asked[0]?.query.search, asked[0]?.query.limit, asked[1]?.query.ids],
      ['Marie Curie', '10', 'Q146|Q7186|Q1000|Q404'],
    );
  });

  it('returns the facts of a company, with its leaders and their dates', async () => {
    const { lists } = await askProvider({ name: 'wikidata', scope: 'companies', query: 'Acme' }, wikidata);
    assert.deepEqual(lists, [
      [
        {
          url: 'https://www.wikidata.org/wiki/Q1000',
          title: 'Acme',
          source: 'Wikidata',
          isWhole: true,
          text: [
            'Acme is classed as business.',
            'Acme was founded in April 1976.',
            "Acme's chief executive officer: Tim Example (since 2011).",
            "Acme's number of employees: 164,000 (2023).",
            "Acme's revenue: 383,285,000,000 United States dollar.",
            "Acme's Legal Entity Identifier: HWUPKR0MPOU8FGXBT394.",
          ].join('\n'),
        },
      ],
    ]);
  });

  it('searches the text of items if none has the name, among people only', async () => {
    const { lists, asked } = await askProvider(
      { name: 'wikidata', scope: 'people', query: 'nobody so called' },
      wikidata,
    );
    assert.deepEqual(
      lists[0]?.map(({ title }) => title),
      ['Marie Curie'],
    );
    assert.equal(asked[1]?.query.srsearch, 'nobody called haswbstatement:P31=Q5');
  });

  it('searches for the name in a question', async () => {
    const { lists, asked } = await askProvider(
      { name: 'wikidata', scope: 'people', query: 'Who was Marie Skłodowska Curie, and where was she born in Poland?' },
      wikidata,
    );
    assert.deepEqual(
      asked.slice(0, 2).map(({ query }) => query.search?.slice(0, 22)),
      ['Who was Marie Skłodows', 'Marie Skłodowska Curie'],
    );
    assert.equal(lists[0]?.length, 1);
  });

  it('continues without Wikipedia, and reports it', async () => {
    const { lists, warnings } = await askProvider({ name: 'wikidata', scope: 'people' }, (asked) =>
      asked.query.prop === 'extracts|info' ? { status: 500, text: '' } : wikidata(asked),
    );
    assert.equal(lists[0]?.length, 1);
    assert.match(warnings[0]?.message ?? '', /introductions from Wikipedia are missing/);
  });

  it('fails on an error with status 200', async () => {
    const { warnings, allFailed } = await askProvider({ name: 'wikidata', scope: 'people' }, () => ({
      error: { code: 'ratelimited', info: 'x' },
    }));
    assert.equal(allFailed, true);
    assert.match(warnings[0]?.message ?? '', /does not match its documented format/);
  });
});
