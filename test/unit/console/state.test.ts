import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Lexer } from 'marked';
import { asDays, nameOfRow } from '../../../console/account/usage-rows.ts';
import { createEventReader } from '../../../console/api/event-stream.ts';
import { failureOf } from '../../../console/api/failure.ts';
import { loginToken } from '../../../console/api/sign-in.ts';
import { monitorRequest } from '../../../console/monitors/monitor-form.ts';
import { searchGuide } from '../../../console/operate/guide-search.ts';
import { splitAtReferences } from '../../../console/text/references.ts';
import { playCall } from '../../../console/playground/modes.ts';
import { progressLine } from '../../../console/research/run-progress.ts';
import { withAsked } from '../../../console/state/history.ts';
import { routeOf } from '../../../console/state/route.ts';

describe('event streams', () => {
  const stream = 'id: 1\nevent: plan\ndata: {"a":\ndata: 1}\n\n: comment\n\ndata: last\r\n\r\n';

  it('are read the same however they are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), stream.length];
        const read = createEventReader();
        const events = places.slice(1).flatMap((place, at) => read(stream.slice(places[at], place)));
        assert.deepEqual(events, [
          { id: '1', type: 'plan', text: '{"a":\n1}' },
          { id: '', type: 'message', text: 'last' },
        ]);
      }),
    );
  });
});

describe('failures of calls', () => {
  it('are those of the envelope', () => {
    const failure = failureOf(404, '{"error":{"code":"NOT_FOUND","message":"Gone."},"request_id":"req_1"}');
    assert.deepEqual([failure.code, failure.message, failure.requestId], ['NOT_FOUND', 'Gone.', 'req_1']);
  });

  it('of any other body tell the status', () => {
    for (const body of ['', '<html>', 'null', '{"error":"x"}']) assert.match(failureOf(502, body).message, /502/);
  });
});

describe('the fragment', () => {
  it('holds the token of a login link and nothing beside it', () => {
    assert.equal(loginToken('#login=a-B_9.~'), 'a-B_9.~');
    assert.equal(loginToken('#login='), undefined);
    assert.equal(loginToken('#/login=a'), undefined);
  });

  it('names a page, an id and a query', () => {
    const { page, id, query } = routeOf('#/research/run_1?effort=low');
    assert.deepEqual([page, id, query.get('effort')], ['research', 'run_1', 'low']);
    assert.deepEqual(routeOf('').page, '');
  });
});

describe('references of a text', () => {
  const keysOf = (text: string) => splitAtReferences(Lexer.lexInline(text)).map(({ token, key }) => key ?? token.raw);

  it('stand alone, without the brackets that hold them', () => {
    assert.deepEqual(keysOf('It costs 1 ([A](https://a.example), [B](https://b.example)). So'), [
      'It costs 1.',
      'https://a.example',
      '',
      'https://b.example',
      ' So',
    ]);
  });

  it('stay where they are when no text stands before them', () => {
    assert.deepEqual(keysOf('[2]. So'), ['2', '. So']);
    assert.deepEqual(keysOf('**Bold** ([A](https://a.example)).'), ['**Bold**', '', 'https://a.example', '.']);
  });

  it('are numbers in brackets', () => {
    assert.deepEqual(keysOf('One. [2] Two [x] [3]'), ['One. ', '2', ' Two [x] ', '3']);
  });
});

describe('what is kept and asked', () => {
  const asked = (text: string, mode = 'search') => ({ mode, text, at: '2026-11-23T12:00:00Z' });

  it('has each question of a mode once, the newest first', () => {
    const history = ['a', 'b', 'a'].reduce((kept, text) => withAsked(kept, asked(text)), [asked('a', 'fetch')]);
    assert.deepEqual(
      history.map(({ mode, text }) => `${mode} ${text}`),
      ['search a', 'search b', 'fetch a'],
    );
  });

  it('keeps fifty', () => {
    const many = Array.from({ length: 60 }, (_, at) => asked(String(at)));
    assert.equal(many.reduce<ReturnType<typeof withAsked>>(withAsked, []).length, 50);
  });

  it('asks with the turns before, and with options only where they were chosen', () => {
    const options = { scope: '', sites: 'a.example, b.example', effort: 'low', picture: false } as const;
    assert.deepEqual(playCall('search', 'q', options).body, {
      query: 'q',
      include_domains: ['a.example', 'b.example'],
      max_results: 10,
      fields: { snippets: true, content: false },
    });
    const { messages } = playCall('chat', 'and he?', options, [{ role: 'user', content: 'who?' }]).body as {
      messages: unknown[];
    };
    assert.deepEqual(messages, [
      { role: 'user', content: 'who?' },
      { role: 'user', content: 'and he?' },
    ]);
    assert.deepEqual(playCall('fetch', ' https://a.example\nhttps://b.example ', options).body, {
      urls: ['https://a.example', 'https://b.example'],
    });
  });

  it('makes a monitor of what was typed', () => {
    const form = { name: ' ', queries: 'a\n\n b ', pages: '', cadence: '1d', scope: 'news', webhook: '' };
    assert.deepEqual(monitorRequest(form), {
      cadence: '1d',
      search_requests: [
        { query: 'a', scope: 'news' },
        { query: 'b', scope: 'news' },
      ],
    });
    const pages = ' https://a.example/prices  main .price \nhttps://b.example/';
    assert.deepEqual(monitorRequest({ ...form, queries: '', pages }), {
      cadence: '1d',
      search_requests: [],
      page_requests: [{ url: 'https://a.example/prices', selector: 'main .price' }, { url: 'https://b.example/' }],
    });
  });
});

describe('usage', () => {
  it('has every day of its span', () => {
    const rows = [{ day: '2026-11-02', calls: 2, credits: 3 }];
    assert.deepEqual(asDays(rows, new Date('2026-11-01T10:00:00Z'), 3), [
      { day: '2026-11-01', calls: 0, credits: 0 },
      { day: '2026-11-02', calls: 2, credits: 3 },
      { day: '2026-11-03', calls: 0, credits: 0 },
    ]);
  });

  it('names a row by its name before its id', () => {
    assert.equal(nameOfRow({ calls: 0, credits: 0, key_id: 'key_1', name: 'Crawler' }, 'key'), 'Crawler');
    assert.equal(nameOfRow({ calls: 0, credits: 0, scope: null }, 'scope'), 'without');
  });
});

describe('the progress of a run', () => {
  const said = (type: string, details: object) => progressLine({ id: '1', type, text: JSON.stringify(details) });

  it('is written in sentences', () => {
    assert.equal(said('search', { question: 'Why?', scope: 'news', found: 1 }).text, 'Searched in news: Why? – 1 page');
    assert.equal(
      said('ended', { status: 'completed', stop_reason: 'budget_reached' }).text,
      'Ended: completed (budget reached)',
    );
    assert.deepEqual(said('plan', { step: 'plan', questions: ['a', 'b'] }).items, ['a', 'b']);
  });

  it('reports a page that could not be read', () => {
    const line = said('read', { url: 'https://a.example', status: 'timeout' });
    assert.deepEqual([line.kind, line.text], ['unread', 'Could not read https://a.example: timeout']);
  });
});

describe('the search of the guide', () => {
  const pages = [
    { name: 'fetch', title: 'Fetch', markdown: '# Fetch\n\nReads pages.\n\n## Limits\n\nAt most 20 pages a call.' },
  ];

  it('finds sections with all words, those with a word in the heading first', () => {
    assert.deepEqual(
      searchGuide(pages, 'limits PAGES').map(({ heading, excerpt }) => [heading, excerpt]),
      [['Limits', 'At most 20 pages a call.']],
    );
    assert.deepEqual(searchGuide(pages, 'nothing of this'), []);
    assert.deepEqual(searchGuide(pages, ' '), []);
  });
});
