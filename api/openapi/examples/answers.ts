import { EXAMPLE_IDS } from './ids.ts';

const { request_id } = EXAMPLE_IDS;
const URL_OF_LEAVE = 'https://example.com/handbook/leave';
const SAID = 'Every employee has 28 days of paid leave a year';
const ANSWER = `${SAID} ([example.com](${URL_OF_LEAVE})).`;
const DATE = '2026-03-02';
const CHAT_ID = 'chatcmpl_01992b6e-6a0f-7b58-8d27-9c3e5f1a7b40';
const CREATED = 1_772_539_200;

const CITATION = { url: URL_OF_LEAVE, content: '', title: 'Leave policy', published_date: DATE };
const ANNOTATION = {
  type: 'url_citation',
  url_citation: { url: URL_OF_LEAVE, title: 'Leave policy', start_index: 49, end_index: 98 },
};
const OF_CHAT = {
  citations: [{ url: URL_OF_LEAVE }],
  search_results: [{ title: 'Leave policy', url: URL_OF_LEAVE, date: DATE, snippet: `${SAID}.` }],
};

/** Responses of searches, answers and fetches. */
export const ANSWER_EXAMPLES = {
  search: {
    request_id,
    documents: [
      {
        url: URL_OF_LEAVE,
        title: 'Leave policy',
        content: `${SAID}.`,
        published_date: DATE,
        snippets: [{ text: `${SAID}.` }],
        source: 'example.com',
        score: 1.93522,
      },
    ],
  },
  listScopes: {
    scopes: [
      {
        name: 'web',
        providers: [
          { name: 'hackernews', state: 'ready' },
          { name: 'brave', state: 'off', reason: 'QUARRY_BRAVE_KEY is not set' },
        ],
      },
      { name: 'wikipedia', providers: [{ name: 'wikipedia', state: 'ready' }] },
    ],
  },
  answer: { answer: ANSWER, citations: [CITATION], request_id },
  createChatCompletion: {
    id: CHAT_ID,
    object: 'chat.completion',
    created: CREATED,
    model: 'base',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: ANSWER, refusal: null, annotations: [ANNOTATION] },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 13, completion_tokens: 25, total_tokens: 38 },
    ...OF_CHAT,
    request_id,
  },
  listModels: {
    object: 'list',
    data: ['base', 'pro'].map((id) => ({ id, object: 'model', created: 0, owned_by: 'quarry' })),
  },
  fetch: {
    request_id,
    results: [
      {
        requested_url: URL_OF_LEAVE,
        status: 'ok',
        final_url: URL_OF_LEAVE,
        http_status_code: 200,
        content_type: 'text/html',
        fetched_at: '2026-03-03T12:00:00.000Z',
        title: 'Leave policy',
        published_date: DATE,
        markdown: `# Leave policy\n\n${SAID}.`,
      },
      {
        requested_url: 'http://127.0.0.1:9/',
        status: 'error',
        error: { code: 'url_not_accessible', message: 'port 9 is not served' },
      },
    ],
  },
};

const chunk = (delta: object, finishReason: 'stop' | null, further: object = {}) =>
  `data: ${JSON.stringify({ id: CHAT_ID, object: 'chat.completion.chunk', created: CREATED, model: 'base', choices: [{ index: 0, delta, finish_reason: finishReason }], ...further })}\n\n`;

function streamOf(sources: object, lastDelta: object): string {
  return [
    chunk({ role: 'assistant', content: '' }, null, { ...sources, request_id }),
    chunk({ content: ANSWER }, null),
    chunk(lastDelta, 'stop', sources),
    'data: [DONE]\n\n',
  ].join('');
}

/** The same operations' events. */
export const STREAM_EXAMPLES: Readonly<Record<string, string>> = {
  answer: streamOf({ citations: [CITATION] }, {}),
  createChatCompletion: streamOf(OF_CHAT, { annotations: [ANNOTATION] }),
};
