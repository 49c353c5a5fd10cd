import { ServiceError } from '../errors.ts';
import type { SearchRequest } from '../search/request.ts';
import type { SearchDocument } from '../search/response.ts';
import type { Search } from '../search/search.ts';
import { composeCited, composePlain, NOTHING_FOUND } from './compose.ts';
import { supports } from './grounding.ts';
import { citableUrl } from './markdown.ts';
import { plainText } from './plain-text.ts';
import type { AnswerRequest } from './request.ts';
import { selectSentences, type SelectedSentence, type Source } from './select-sentences.ts';

/** A source that the answer was given; `content` is empty unless asked for. */
export interface Citation {
  url: string;
  content: string;
  title?: string;
  published_date?: string;
}

export interface AnswerResult {
  /** Markdown with inline citations, or a JSON string where a structured form was asked for. */
  answer: string;
  /** Every source that the answer was given, in rank order; empty where none answers. */
  citations: Citation[];
}

export interface Answer {
  /**
   * Answers from the documents that the organization may see, in their own sentences.
   *
   * @param signal ends the work; its reason is rethrown
   * @throws ServiceError INVALID_REQUEST for what needs a model or a stream, and what `Search` throws
   */
  answer(orgId: string, request: AnswerRequest, signal: AbortSignal): Promise<AnswerResult>;
}

export function createAnswer({ search }: { search: Search }): Answer {
  return {
    async answer(orgId, request, signal) {
      requirePossible(request);
      const { documents } = await search.search(orgId, searchRequest(request), signal);
      const sources = documents.map(asSource);
      const sentences = grounded(selectSentences(request.query, sources));
      if (sentences.length === 0) return { answer: presented(NOTHING_FOUND, request), citations: [] };
      const structured = request.responseFormat.type === 'json_object';
      const text = structured ? composePlain(sentences) : composeCited(sentences);
      return { answer: presented(text, request), citations: documents.map((document) => asCitation(document, request)) };
    },
  };
}

function requirePossible({ responseFormat, stream }: AnswerRequest): void {
  if (stream) throw new ServiceError('INVALID_REQUEST', 'stream: streaming is not available yet', { param: 'stream' });
  if (responseFormat.type !== 'json_schema') return;
  throw new ServiceError('INVALID_REQUEST', 'response_format: json_schema needs a language model, and none is configured', {
    param: 'response_format',
  });
}

// pro reads more pages, and more of each.
const READING = {
  base: { maxResults: 8, maxSnippetsPerResult: 3, maxTokens: 16_384 },
  pro: { maxResults: 20, maxSnippetsPerResult: 8, maxTokens: 65_536 },
} as const;
const CONTENT_CHARACTERS = 100_000;

function searchRequest({ query, scope, tier, includeContent }: AnswerRequest): SearchRequest {
  const { maxResults, maxSnippetsPerResult, maxTokens } = READING[tier];
  return {
    query,
    scope,
    tier: 'pro',
    maxResults,
    includeDomains: [],
    excludeDomains: [],
    from: undefined,
    to: undefined,
    fields: {
      content: includeContent ? { maxCharacters: CONTENT_CHARACTERS } : undefined,
      snippets: { maxSnippets: undefined, maxSnippetsPerResult, maxTokens, maxTokensPerResult: maxTokens },
    },
  };
}

function asSource(document: SearchDocument): Source {
  return {
    url: citableUrl(document.url),
    name: document.source,
    title: document.title,
    // Documents may be Markdown; what is said is checked against the words, not the markup.
    passages: document.snippets.map((snippet) => plainText(snippet.text)),
  };
}

/** Only what the stored text says: the same check that a model's sentences pass. */
function grounded(sentences: readonly SelectedSentence[]): SelectedSentence[] {
  return sentences.filter(({ text, source }) => source.passages.some((passage) => supports(text, passage)));
}

function presented(text: string, { responseFormat }: AnswerRequest): string {
  return responseFormat.type === 'json_object' ? JSON.stringify({ answer: text }) : text;
}

function asCitation(document: SearchDocument, { includeContent }: AnswerRequest): Citation {
  return {
    url: citableUrl(document.url),
    content: includeContent ? (document.content ?? '') : '',
    title: document.title,
    ...(document.published_date !== undefined && { published_date: document.published_date }),
  };
}
