/** A folder of source files, and the question that its files answer. */
export type Room = readonly [folder: string, question: string];

/** Rooms of one capability, or of one side of the service. */
export interface Part {
  part: string;
  rooms: readonly Room[];
}

export const PARTS: readonly Part[] = [
  {
    part: 'The tables',
    rooms: [
      ['entities/accounts', 'Which tables hold organizations, members, keys and credits?'],
      ['entities/documents', 'Which tables hold documents, pages and what is indexed of them?'],
      ['entities/monitors', 'Which tables hold monitors, their runs, records and webhooks?'],
      ['entities/research', 'Which tables hold agent runs, their steps and notes?'],
      ['entities/crawls', 'Which tables hold crawls and their frontier?'],
      ['entities/sources', 'Which tables hold followed feeds and sitemaps?'],
      ['entities', 'Which tables are there?'],
      ['entities/migrations', 'How did the schema become what it is?'],
    ],
  },
  {
    part: 'Foundations',
    rooms: [
      ['services/core', 'What is a time, an id, an error, a page of a list?'],
      ['services/concurrency', 'How is work bounded, shared and abandoned?'],
      ['services/process', 'How do processes and threads start and stop?'],
      ['services/url', 'When are two addresses the same, and of which site?'],
      ['services/text/markdown', 'How is Markdown taken apart without changing code?'],
      ['services/text/languages', 'In which language is a query, and which of its words are stop words?'],
      ['services/text', 'What are the words, sentences, names and numbers of a text?'],
      ['services/dates', 'Which day or moment does a written date mean?'],
      ['services/blocks', 'Which blocks and passages does a document have, and where do they stand?'],
      ['services/query', 'What does a query ask for: operators, filters, scopes?'],
      ['services/telemetry', 'Which metrics and traces do operators see, and how are they recorded?'],
    ],
  },
  {
    part: 'Outside systems',
    rooms: [
      ['services/database/roles', 'As whom, and for whom, does a statement run?'],
      ['services/database', 'How is PostgreSQL queried?'],
      ['services/temporal', 'How are workflows started, scheduled and queried?'],
      ['services/egress', 'Which addresses may be connected to?'],
      ['services/egress/browser-proxy', 'How does the browser reach the network?'],
    ],
  },
  {
    part: 'Accounts and credits',
    rooms: [
      ['services/billing', 'What does work cost, and which credits are held, settled and released?'],
      ['services/accounts', 'Who calls, and how often may they?'],
      ['services/accounts/members', 'Who may sign in to the console, and until when?'],
    ],
  },
  {
    part: 'The language model',
    rooms: [['services/model', 'How is a language model called?']],
  },
  {
    part: 'The index',
    rooms: [
      ['services/index', 'Which columns does an indexed passage have, and how is it found?'],
      ['services/index/lancedb/passages', 'Where does a search read the passages that it found?'],
      ['services/index/lancedb', 'How does LanceDB hold the index?'],
      ['services/index/opensearch', 'How does OpenSearch hold the index?'],
      ['services/index/statistics', 'How does a passage score for one organization?'],
      ['services/embedding-model/convert', 'How do published weights become a model file?'],
      ['services/embedding-model', 'How does an embedding model run on this machine?'],
      ['services/embeddings', 'How do passages get vectors?'],
    ],
  },
  {
    part: 'Reading pages',
    rooms: [
      ['services/extract/dom', 'What is an element of a page?'],
      ['services/extract/extras', 'What does a page have beside its content: links, metadata, HTML?'],
      ['services/extract/content', 'Which part of a page is its content?'],
      ['services/extract/article', 'What does a reader want of the content of an article?'],
      ['services/extract/facts', 'Which title, date, author and address does a document declare?'],
      ['services/extract/markdown', 'How is content written as Markdown?'],
      ['services/extract/pdf', 'How is a PDF read?'],
      ['services/extract', 'How does a document become Markdown?'],
      ['services/fetch/browser', 'How does Chromium render a page, and what can it reach?'],
      ['services/fetch', 'How is one page read?'],
    ],
  },
  {
    part: 'Searching',
    rooms: [
      ['services/providers/port', 'What is a search provider?'],
      ['services/providers/reply', "How is a provider's reply read?"],
      ['services/providers/news', 'Which providers give news?'],
      ['services/providers/registers', 'Which providers give companies and people?'],
      ['services/providers/web', 'Which providers give web pages?'],
      ['services/providers/wikimedia', 'Which providers give encyclopedic facts?'],
      ['services/providers', 'Which providers are queried, and what if they fail?'],
      ['services/search/find', 'Which documents may answer?'],
      ['services/search/rank', 'Which documents come first?'],
      ['services/search/snippets', 'What is shown of a document that was found?'],
      ['services/search', 'How does one search run?'],
    ],
  },
  {
    part: 'Documents',
    rooms: [
      ['services/documents/indexing', 'How do changes of documents reach the index?'],
      ['services/documents', 'Which documents does an organization have?'],
    ],
  },
  {
    part: 'Answering',
    rooms: [
      ['services/page-text', 'Which text of a page may reach a model or a reader?'],
      ['services/answer-units/languages', 'How does a language ask, and how does it say what was asked?'],
      ['services/answer-units', 'Which part of a source answers, and does it?'],
      ['services/excerpts', 'Which run of sentences and blocks explains what was asked?'],
      ['services/grounding', 'Does a source say this?'],
      ['services/grounding/model-text', "Which parts of a model's text do sources support?"],
      ['services/structured/schema', 'Which JSON Schemas are taken, and does a value fit?'],
      ['services/structured/fill', 'Which value of a source fills a field?'],
      ['services/answer/text', 'How is an answer written as Markdown?'],
      ['services/answer', 'How is an answer written?'],
    ],
  },
  {
    part: 'Research',
    rooms: [
      ['services/research/state', 'What is stored of a run: its state, and the results of its steps?'],
      ['services/research/questions', 'Which questions does a query consist of?'],
      ['services/research/gather', 'What does a run plan, search and read?'],
      ['services/research/evidence', 'Which passages of the read pages may answer?'],
      ['services/research/notes', 'What does a model note of a page, and which searches are missing?'],
      ['services/research/draft', 'How does a model write and translate a report?'],
      ['services/research/findings', 'Which parts of the sources answer each question?'],
      ['services/research/report', 'How is a report written?'],
      ['services/research/run', 'How is a run created, followed and ended?'],
      ['services/research', 'Which steps does a run consist of?'],
    ],
  },
  {
    part: 'Monitors',
    rooms: [
      ['services/monitors/storage', 'How are the rows of monitors read, written and locked?'],
      ['services/monitors/schedule', 'When is a monitor due?'],
      ['services/monitors/searches', 'Which searches does a monitor run?'],
      ['services/monitors/novelty', 'Is a document new, a reprint or an update?'],
      ['services/monitors/pages', 'What has changed on a page that a monitor watches?'],
      ['services/monitors/webhooks', 'How is a webhook delivered?'],
      ['services/monitors/run', 'What does one run of a monitor do?'],
      ['services/monitors', 'How is a monitor created, changed and deleted?'],
      ['services/monitors/records', 'How are records listed, streamed and published as feeds?'],
    ],
  },
  {
    part: 'Sources and files',
    rooms: [
      ['services/sources/listing', 'Which pages does a feed or sitemap list?'],
      ['services/sources/storage', 'How are the rows of sources read, written and locked?'],
      ['services/sources/poll', 'What does one poll of a source do?'],
      ['services/sources', 'How is a source followed and removed?'],
      ['services/files/formats', 'How is each format of files written as Markdown?'],
      ['services/files/archives', 'Which files does an archive or a mailbox hold?'],
      ['services/files', 'How is a file read, whatever its format?'],
      ['services/crawls/frontier', 'Which address does a crawl read next, and from which hosts?'],
      ['services/crawls/storage', 'How are the rows of crawls read, written and charged?'],
      ['services/crawls/run', 'What does a step of a crawl do?'],
      ['services/crawls', 'How is a site crawled or mapped?'],
      ['services/ingest', 'How do files, folders and sites become documents?'],
    ],
  },
  {
    part: 'Housekeeping',
    rooms: [
      ['services/retention', 'What is deleted, and when?'],
      ['services/backlog', 'How much work is waiting, and for how long?'],
    ],
  },
  {
    part: 'Workflows',
    rooms: [
      ['activities', 'How does a step of a workflow survive retries?'],
      ['workflows', 'What happens next?'],
    ],
  },
  {
    part: 'Processes',
    rooms: [
      ['runtime', 'How is a process put together from its configuration?'],
      ['worker', 'Which process does which work?'],
    ],
  },
  {
    part: 'The API and its clients',
    rooms: [
      ['gen', 'What is the code of the gRPC contract?'],
      ['sdk', 'How does a TypeScript program call Quarry?'],
      ['api/operations/calls', 'Which steps does each call take, over either transport?'],
      ['api/operations/requests', 'What may a request contain?'],
      ['api/operations/requests/pages', 'What may a request with pages or files contain?'],
      ['api/operations/responses', 'Which fields does a response contain?'],
      ['api/operations/crawls', 'Which operations do crawls and maps have?'],
      ['api/operations/endpoints', 'Which operations are there?'],
      ['api/operations', 'Which operations are served?'],
      ['api/openapi/examples', 'What does a call look like?'],
      ['api/openapi', 'How are the operations described?'],
      ['api/compat', 'Which calls of other services are understood?'],
      ['api/mcp/tools', 'Which tools has an assistant?'],
      ['api/mcp', 'How is MCP served?'],
      ['api/rest/pipeline', 'How does a request become a call?'],
      ['api/rest/console', 'How does the console sign in, and what does it manage?'],
      ['api/rest', 'How is REST served?'],
      ['api/grpc', 'How does a message become a call?'],
      ['api/grpc/services', 'How is gRPC served?'],
      ['api', 'What runs in the API process?'],
    ],
  },
  {
    part: 'The console',
    rooms: [
      ['console/text', 'How are times, figures, addresses and requests written?'],
      ['console/api', 'How do the pages call Quarry?'],
      ['console/state', 'What do the pages know between two views?'],
      ['console/parts', 'What do the pages share?'],
      ['console/forms', 'How is something typed and sent?'],
      ['console/playground', 'How are search, answer, chat and fetch tried?'],
      ['console/research', 'How is a run started, followed and read?'],
      ['console/monitors', 'How are monitors made and their records seen?'],
      ['console/documents', 'How are documents put in, and sources followed?'],
      ['console/crawls', 'How is a site crawled, and what came of it?'],
      ['console/account', 'Who is signed in, with which keys, and what was used?'],
      ['console/reference', 'What can be called, and what comes of a call?'],
      ['console/operate', 'Is the service well, and where is it explained?'],
      ['console', 'Which pages are there, and how does one reach them?'],
    ],
  },
  {
    part: 'The local installation',
    rooms: [
      ['local/obtain', 'How is a program downloaded?'],
      ['local/process', 'How is a program started and stopped?'],
      ['local/chromium', 'Where does Chromium come from?'],
      ['local/embedding-model', 'Where does the embedding model come from?'],
      ['local/postgres', 'How does the embedded PostgreSQL run?'],
      ['local/temporal', 'How does the embedded Temporal run?'],
      ['local', 'What runs when nothing is configured?'],
    ],
  },
  {
    part: 'Tools',
    rooms: [
      ['scripts/map', 'Which rooms are there, and what do they import?'],
      ['scripts/python', 'How is the code of the Python SDK generated?'],
      ['scripts', 'How is the project installed, generated and tested?'],
      ['scripts/package', 'How is the package for npm made, and where does it run?'],
      ['scripts/release', 'What does a release consist of, and whom does it break?'],
      ['cli/output', 'How is a result shown at a terminal?'],
      ['cli/operator', 'Which commands work on the database of the service?'],
      ['cli/client', 'Which commands call a running service?'],
      ['cli/doctor', 'What is wrong with a service or its machine?'],
      ['cli', 'Which commands does the operator have?'],
      ['bench/data', 'Which development sets exist, and where are their sources?'],
      ['bench/harness', 'How is a service measured?'],
      ['bench/extraction', 'How good and how fast is extraction?'],
      ['bench/load', 'How fast is the service, and what does it cost?'],
      ['bench/pages', 'How fast are pages read?'],
      ['bench/retrieval', 'How good is the ranking?'],
      ['bench/answers', 'How good are answers?'],
      ['bench/answers/languages', 'How good are answers in German and Japanese?'],
      ['bench/console', 'How fast are the pages of the console?'],
      ['bench/monitors', 'How fast and how right are monitors?'],
      ['bench/research', 'How fast and how good are runs?'],
      ['bench', 'Which figures are claimed?'],
    ],
  },
];

/** Every room, in order: a file imports files of its own room and of rooms above it, types included. */
export const ROOMS: readonly Room[] = PARTS.flatMap(({ rooms }) => rooms);

/** One file for each change of the schema; files are never removed. */
export const GROWING_ROOMS: readonly string[] = ['entities/migrations'];
