import assert from 'node:assert/strict';
import { askProvider } from '../../support/providers/ask-provider.ts';

describe('ORCID', () => {
  const answer = {
    'expanded-result': [
      {
        'orcid-id': '0000-0002-1825-0097',
        'given-names': 'Josiah',
        'family-names': 'Carberry',
        'credit-name': 'J. S. Carberry',
        'other-name': ['J. Carberry'],
        email: ['private@example.com'],
        'institution-name': ['Wesleyan University', 'Brown University'],
      },
      {
        'orcid-id': '0000-0001-0000-0000',
        'given-names': null,
        'family-names': null,
        'credit-name': null,
        'other-name': [],
        email: [],
        'institution-name': [],
      },
    ],
    'num-found': 2,
  };

  it("returns a person's name and employer, without the e-mail address", async () => {
    const { lists } = await askProvider({ name: 'orcid', scope: 'people' }, () => answer);
    assert.deepEqual(lists[0]?.[0], {
      url: 'https://orcid.org/0000-0002-1825-0097',
      title: 'J. S. Carberry',
      source: 'ORCID',
      isWhole: true,
      text: [
        'J. S. Carberry is a researcher with the ORCID iD 0000-0002-1825-0097.',
        'J. S. Carberry is also known as Josiah Carberry and J. Carberry.',
        'J. S. Carberry is or was affiliated with Wesleyan University and Brown University.',
      ].join('\n'),
    });
    assert.equal(lists[0]?.[1]?.title, '0000-0001-0000-0000');
  });

  it('receives only words, never operators of its query language', async () => {
    const { asked } = await askProvider(
      {
        name: 'orcid',
        scope: 'people',
        query: 'Who is email:*@x.com OR (Carberry AND "Brown")?',
        bounds: { limit: 5 },
      },
      () => answer,
    );
    assert.deepEqual(
      [asked[0]?.path, asked[0]?.query, asked[0]?.headers.accept],
      ['/v3.0/expanded-search/', { q: 'carberry brown', start: '0', rows: '5' }, 'application/json'],
    );
  });

  it('uses the words of a query without names', async () => {
    const { asked } = await askProvider(
      { name: 'orcid', scope: 'people', query: 'email:*@x.com or (carberry and "brown")' },
      () => answer,
    );
    assert.equal(asked[0]?.query.q, 'email x com carberry brown');
  });

  it('is not queried if a query has no word', async () => {
    const { lists, asked } = await askProvider({ name: 'orcid', scope: 'people', query: '*:*' }, () => answer);
    assert.deepEqual([lists, asked], [[[]], []]);
  });
});

describe('GLEIF', () => {
  const address = {
    language: 'en',
    addressLines: ['One Apple Park Way'],
    city: 'Cupertino',
    region: 'US-CA',
    postalCode: '95014',
    country: 'US',
  };
  const answer = {
    meta: { pagination: { total: 1 } },
    data: [
      {
        type: 'lei-records',
        id: 'HWUPKR0MPOU8FGXBT394',
        attributes: {
          lei: 'HWUPKR0MPOU8FGXBT394',
          entity: {
            legalName: { name: 'Apple Inc.', language: 'en' },
            otherNames: [{ name: 'Apple Computer, Inc.', type: 'PREVIOUS_LEGAL_NAME' }],
            legalAddress: { ...address, addressLines: ['330 N Brand Blvd'], city: 'Glendale', postalCode: '91203' },
            headquartersAddress: address,
            registeredAs: '806592',
            jurisdiction: 'US-CA',
            status: 'ACTIVE',
            creationDate: '1977-01-03T00:00:00Z',
          },
          registration: { status: 'ISSUED', lastUpdateDate: '2024-02-03T04:05:06Z' },
        },
      },
    ],
  };

  it('describes a legal entity by the fields of its record', async () => {
    const { lists } = await askProvider({ name: 'gleif', scope: 'companies', query: 'Apple' }, () => answer);
    assert.deepEqual(lists, [
      [
        {
          url: 'https://api.gleif.org/api/v1/lei-records/HWUPKR0MPOU8FGXBT394',
          title: 'Apple Inc.',
          source: 'GLEIF',
          isWhole: true,
          published: { at: new Date('2024-02-03T04:05:06Z'), precision: 'time' },
          text: [
            'Apple Inc. is a legal entity with the Legal Entity Identifier (LEI) HWUPKR0MPOU8FGXBT394.',
            'Apple Inc. is also known as Apple Computer, Inc.',
            "Apple Inc.'s status is active.",
            "Apple Inc.'s jurisdiction is US-CA.",
            'Apple Inc. is registered there as 806592.',
            'Apple Inc. was created on 3 January 1977.',
            "Apple Inc.'s legal address is 330 N Brand Blvd, Glendale, US-CA, 91203, US.",
            'Apple Inc. has its headquarters at One Apple Park Way, Cupertino, US-CA, 95014, US.',
            'The registration of its LEI is issued.',
          ].join('\n'),
        },
      ],
    ]);
  });

  it('is queried by full text, for the requested number', async () => {
    const { asked } = await askProvider(
      { name: 'gleif', scope: 'companies', query: 'Where is Apple Inc?', bounds: { limit: 3 } },
      () => answer,
    );
    assert.deepEqual(
      [asked[0]?.path, asked[0]?.query],
      ['/api/v1/lei-records', { 'filter[fulltext]': 'apple inc', 'page[number]': '1', 'page[size]': '3' }],
    );
  });
});
