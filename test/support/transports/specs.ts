import fc from 'fast-check';

/** A call in REST's form, and the earlier objects that it refers to. */
export interface Spec {
  method: string;
  /** Fields of the body or of the query. */
  members: Record<string, unknown>;
  /** Index of an existing monitor or run. An index beyond the last one gives an unknown id. */
  pick: number;
}

/** Mostly a valid value, sometimes an invalid one. */
const mostly = <T>(good: readonly T[], others: readonly T[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const given = (made: object) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined));
/** Optional fields, often absent, and fields that are rarely absent. */
const some = (members: Record<string, fc.Arbitrary<unknown>>, needed: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc
    .record({
      ...Object.fromEntries(Object.entries(members).map(([name, value]) => [name, maybe(value)])),
      ...Object.fromEntries(
        Object.entries(needed).map(([name, value]) => [name, fc.option(value, { nil: undefined, freq: 25 })]),
      ),
    })
    .map(given);

const words = mostly(
  ['heron', 'Where does the heron fish?', 'bittern reeds', 'egret -white', '"grey heron"', 'zzzz'],
  ['', '   '],
);
const scope = mostly(['web', '', ' web ', 'news', ' wikipedia '], ['moon']);
const tier = mostly(['base', 'pro', ' PRO '], ['', 'best']);
const date = mostly(
  ['2026-01-01', 'now-1y', '2025-02-28T00:00:00+02:00'],
  ['2026-13-01', 'now+1d', '', '2020-02-30', '2027-01-01'],
);
const domains = fc.array(
  mostly(['birds.example.com', 'EXAMPLE.com', 'münchen.example'], ['https://x.example', 'a b']),
  { maxLength: 2 },
);
const count = (...edges: number[]) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 100 }) },
  );
const bound = (good: number, ...edges: number[]) => mostly([good], edges);
const content = fc.oneof(fc.boolean(), some({ max_characters_per_result: mostly([100, 1_000_000], [99, 1_000_001]) }));
const snippets = fc.oneof(
  fc.boolean(),
  some({
    max_snippets: mostly([1, 512], [0, 513]),
    max_snippets_per_result: bound(256, 257),
    max_tokens: bound(512, 511, 70_000),
    max_tokens_per_result: bound(128, 127),
  }),
);
const labels = {
  collections: fc.array(mostly(['birds', 'reeds'], ['No Name', '']), { maxLength: 2 }),
  metadata: mostly<unknown>(
    [{}, { year: 2026 }, { year: [2025, 'x'] }, { year: { from: 2025 } }, { seen: { to: '2026-03-01' } }],
    [{ year: {} }, { 'no name': 1 }, { year: { from: 1, to: 'x' } }, [], 7],
  ),
};
const search = some(
  {
    ...labels,
    scope,
    tier,
    max_results: count(0, 1, 100, 101),
    include_domains: domains,
    exclude_domains: domains,
    from_date: date,
    to_date: mostly(['now'], ['2020-01-01']),
    fields: some({ content, snippets }),
  },
  { query: words },
);
/** Mostly a valid value. */
const goodSearch = fc.oneof(
  { weight: 6, arbitrary: fc.record({ query: fc.constantFrom('heron', 'bittern', 'egret') }) },
  { weight: 1, arbitrary: search },
);

const schemaText = { type: 'object', properties: { bird: { type: 'string' }, metres: { type: 'number' } } };
const formats: unknown[] = [
  { type: 'text' },
  { type: 'json_object' },
  { type: 'json_schema', json_schema: { name: 'a', schema: schemaText } },
  { type: 'json_schema', name: 'a', schema: schemaText, strict: true },
];
const responseFormat = mostly(formats, [
  { type: 'yaml' },
  { type: 'json_schema', json_schema: { schema: { type: 'nothing' } } },
  [],
  'text',
  7,
]);
const answer = some(
  {
    ...labels,
    scope,
    model: tier,
    system_prompt: mostly(['', 'Be brief.'], ['x'.repeat(8_193)]),
    response_format: responseFormat,
    include_content: fc.boolean(),
  },
  { query: words },
);

const message = fc.record({
  role: mostly(['user', 'user', 'system', 'assistant', 'tool'], ['nobody']),
  content: fc.oneof(
    words,
    fc.array(fc.record({ type: fc.constantFrom('text', 'image_url'), text: words }), { minLength: 1, maxLength: 2 }),
  ),
});
const chat = some(
  { ...labels, scope, include_content: fc.boolean(), response_format: responseFormat },
  { model: fc.constantFrom('quarry', 'gpt-pro', ''), messages: fc.array(message, { minLength: 1, maxLength: 3 }) },
);

const fetched = (site: string) =>
  mostly(
    [`${site}/page`, `${site}/missing`, 'ftp://example.com/', 'no url', 'http://127.0.0.1:9/'],
    ['', ' padded ', `${site}/${'x'.repeat(2_100)}`],
  );
const fetch = (site: string) =>
  some(
    {
      include: fc.array(mostly(['text', 'html', 'links', 'metadata'], ['video']), { maxLength: 2 }),
      query: mostly(['Where does the heron fish?'], ['', ' ']),
      formats: fc.array(mostly(['markdown'], ['html']), { maxLength: 2 }),
      tier: mostly(['pro'], ['Pro', '']),
      timeout_ms: mostly([0, 5_000, 80_000], [-1]),
      include_tags: fc.array(mostly(['p', 'main'], ['p[', '']), { minLength: 1, maxLength: 2 }),
      exclude_tags: fc.array(mostly(['h1'], [':nothing']), { minLength: 1, maxLength: 1 }),
      headers: mostly<unknown>([{ 'x-tide': 'high' }], [{ host: 'a' }, { 'a b': 'c' }]),
      max_age_seconds: mostly([0], [-1, 60]),
    },
    { urls: fc.array(fetched(site), { minLength: 1, maxLength: 2 }) },
  );

const webhook = fc.oneof(
  fc.constant(null),
  some(
    {
      events: fc.array(mostly(['run.completed', 'run.failed'], ['run.begun']), { minLength: 1, maxLength: 2 }),
      status: fc.constantFrom('active', 'disabled'),
    },
    { url: mostly(['https://hooks.example.com/a'], ['http://hooks.example.com/a', 'https://10.0.0.1/', 'nothing']) },
  ).map((made) => (Object.keys(made).length === 0 ? null : made)),
);
const cadence = mostly(
  ['1h', '90m', '3600', '1w', '366d'],
  ['367d', '59m', '1h30m', '1M', '', ' 1h', '01h', '99999999999999999999d'],
);
const searchRequests = fc.oneof(
  { weight: 10, arbitrary: fc.array(goodSearch, { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constant([]) },
);
const pageRequests = fc.array(
  some(
    { selector: mostly(['main', '.price'], ['p[', '']), render: fc.boolean() },
    { url: mostly(['https://birds.example.com/a', 'https://birds.example.com/b'], ['birds', 'http://localhost/']) },
  ),
  { minLength: 1, maxLength: 2 },
);
const name = mostly(['', '', 'a', 'b', 'ä'], ['x'.repeat(513)]);
// Active monitors would run at unpredictable times.
const createMonitor = some(
  { name, webhook, page_requests: pageRequests },
  { cadence, search_requests: searchRequests },
).map((made) => ({
  ...made,
  status: 'paused',
}));
const updateMonitor = some({
  name,
  cadence,
  search_requests: searchRequests,
  page_requests: pageRequests,
  webhook,
  status: mostly(['paused'], ['disabled', 'deleted']),
});
const page = {
  limit: count(0, -1, 1, 1_000, 5_000),
  since: mostly(['0', '999999999', '9223372036854775807'], ['-1']),
  before: fc.constantFrom('1', '9223372036854775807'),
};
const records = some({ ...page, sort: fc.constantFrom('asc', 'desc'), include_content: fc.boolean() });
const runs = some({ ...page, sort: fc.constantFrom('asc', 'desc') });
// An empty string is an invalid cursor over REST and no value over gRPC.
const cursor = mostly(
  ['mon_01a1fd04-0c90-7508-b593-98d39dfd638a', 'mon_ffffffff-ffff-7fff-bfff-ffffffffffff'],
  ['mon_x'],
);
const monitors = some({
  name: fc.constantFrom('a', 'nobody', ''),
  status: mostly(['active', 'paused', 'disabled'], ['deleted']),
  since: cursor,
  before: cursor,
  limit: page.limit,
});

const document = some(
  {
    title: fc.constantFrom('A', ''),
    published_date: date,
    source: fc.constantFrom('Birds', ''),
    scope,
    collection: mostly(['birds', 'reeds'], ['No Name', '']),
    metadata: mostly<unknown>([{}, { year: 2026, seen: '2026-02-01', rare: true }], [{ 'no name': 1 }]),
  },
  {
    url: fc.constantFrom('https://birds.example.com/1', 'https://birds.example.com/2', 'ftp://x', ''),
    text: fc.constantFrom('The heron stands in the reeds.', 'An egret.', ''),
  },
);
const documents = some({}, { documents: fc.array(document, { maxLength: 2 }) });
const sentFiles = some(
  {
    collection: mostly(['birds'], ['No Name']),
    metadata: mostly<unknown>([{}, { year: 2026 }], [{ 'no name': 1 }]),
    url: mostly(['https://birds.example.com/file'], ['ftp://x']),
    base_url: mostly(['https://birds.example.com/files/'], ['https://birds.example.com/files']),
  },
  {
    files: fc.array(
      some(
        {},
        {
          name: fc.constantFrom('a.md', 'b/c.csv', 'd.docx', ''),
          content: fc.constantFrom('VGhlIGhlcm9uLg==', 'YSxiCjEsMgo=', ''),
        },
      ),
      { maxLength: 2 },
    ),
  },
);
const removedUrls = (minLength: number) =>
  fc.array(fc.constantFrom('https://birds.example.com/1', 'nothing', ''), { minLength, maxLength: 3 });
const selection = some({
  prefix: fc.constantFrom('https://birds.', 'https://none.example/'),
  domain: mostly(['example.com'], ['a b']),
  collection: mostly(['birds'], ['No Name']),
  metadata: labels.metadata,
});
// An empty list beside a filter is one too many over REST, and no list over gRPC.
const removal = fc.oneof(
  some({}, { urls: removedUrls(0) }),
  some({ dry_run: fc.boolean() }, { filter: selection }),
  fc.record({ urls: removedUrls(1), filter: selection }),
);
const listing = some({
  limit: count(0, -1, 1, 1_000, 5_000),
  after: mostly(['ZG9jXzAxYTIxMGFiLTI4ZDItNzMyMS04NmY5LTFiNTIzMjk3MDM5Yg'], ['nonsense']),
  prefix: fc.constantFrom('https://birds.example.com/', 'https://none.example/'),
  domain: mostly(['EXAMPLE.com', 'birds.example.com'], ['https://x.example']),
  collection: mostly(['birds', 'reeds'], ['No Name']),
  source: fc.constantFrom('Birds', 'birds.example.com'),
  q: fc.constantFrom('bird', 'A', '%'),
});
const reading = fc.record({
  url: fc.constantFrom('https://birds.example.com/1', 'https://birds.example.com/2', 'none'),
});
const createRun = some({
  query: mostly([''], ['x'.repeat(32_769)]),
  output_schema: responseFormat,
  effort: mostly(['low', 'max'], ['Low', '']),
});

// Few are valid, because each of these takes some seconds.
const createCrawl = (site: string) =>
  some(
    {
      max_pages: mostly([1, 3], [0, 1_000_001]),
      max_depth: mostly([0, 2], [-1, 101]),
      include: fc.array(mostly(['/**', '/p?ge'], ['', '*'.repeat(300)]), { maxLength: 1 }),
      exclude: fc.array(mostly(['/none/*'], ['']), { maxLength: 1 }),
      include_subdomains: fc.boolean(),
      render: mostly(['auto', 'never'], ['Never', 'always']),
      scope: mostly(['web', 'news'], ['moon']),
      collection: mostly(['birds'], ['No Name']),
      metadata: mostly<unknown>([{}, { year: 2026 }], [{ 'no name': 1 }]),
    },
    { urls: mostly([[`${site}/page`], ['ftp://x'], [], ['no url'], ['http://10.0.0.1/']], [[`${site}/missing`]]) },
  );
const mapped = (site: string) =>
  some(
    { query: mostly(['heron'], ['']), limit: count(0, 5_001), include_subdomains: fc.boolean() },
    { url: mostly([`${site}/page`], ['no url', 'ftp://x', '']) },
  );
const crawlPages = some({
  limit: count(0, -1, 1, 5_000),
  after: mostly([''], ['nonsense']),
  status: mostly(['stored', 'skipped', 'waiting'], ['lost']),
});

/** Valid and invalid calls of every unary method. */
export function specs(site: string): fc.Arbitrary<Spec> {
  const members: Record<string, [number, fc.Arbitrary<Record<string, unknown>>]> = {
    search: [6, search],
    answer: [4, answer],
    createChatCompletion: [4, chat],
    fetch: [1, fetch(site)],
    createAgentRun: [1, createRun],
    getAgentRun: [1, some({ wait: mostly([1, 60], [0, 61]) })],
    listAgentRuns: [1, some({ limit: count(0, 100, 101), after: mostly([''], ['nonsense']) })],
    cancelAgentRun: [1, fc.constant({})],
    createMonitor: [3, createMonitor],
    getMonitor: [2, fc.constant({})],
    listMonitors: [2, monitors],
    updateMonitor: [3, updateMonitor],
    deleteMonitor: [1, fc.constant({})],
    listMonitorRuns: [2, runs],
    getMonitorRun: [1, fc.constant({})],
    listMonitorRunRecords: [2, records],
    listMonitorRunRequests: [1, fc.constant({})],
    listMonitorRecords: [2, records],
    indexDocuments: [2, documents],
    indexFiles: [1, sentFiles],
    createCrawl: [1, createCrawl(site)],
    getCrawl: [2, fc.constant({})],
    listCrawls: [1, some({ limit: count(0, 100, 101), after: mostly([''], ['nonsense']) })],
    listCrawlPages: [2, crawlPages],
    cancelCrawl: [1, fc.constant({})],
    deleteCrawl: [1, some({ keep_documents: fc.boolean() })],
    map: [1, mapped(site)],
    deleteDocuments: [1, removal],
    listDocuments: [2, listing],
    getDocument: [2, reading],
  };
  const of = Object.entries(members).map(([method, [weight, arbitrary]]) => ({
    weight,
    arbitrary: fc.record({
      method: fc.constant(method),
      members: arbitrary,
      pick: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 6 }) }),
    }),
  }));
  return fc.oneof(...of);
}
