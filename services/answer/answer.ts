import type { SearchDocument } from '../search/snippets/search-result.ts';
import type { Search } from '../search/search.ts';
import { ServiceError } from '../core/errors.ts';
import type { Model, ModelUsage } from '../model/port.ts';
import { NOTHING_FOUND } from './compose.ts';
import { findSources } from './find-sources.ts';
import { citableUrl } from '../text/markdown/markdown.ts';
import { countedModel } from '../model/counted-model.ts';
import type { AnswerRequest } from './answer-request.ts';
import type { Source } from '../sentence-selection/source.ts';
import { sourcesOf } from '../grounding/sources-of.ts';
import { extractStructured } from './extract-structured.ts';
import type { SchemaValidator } from '../structured/schema/schemas.ts';
import { writeStructured } from './write-structured.ts';
import { writeExtract, type Extract } from './write-extract.ts';
import { writeWithModel } from './write-with-model.ts';

/** A source that the answer was given. */
export interface AnswerSource {
  url: string;
  title: string;
  /** The site's name. */
  name: string;
  /** As search gives it; absent where it is not known. */
  publishedDate?: string;
  /** The stored text; '' unless it was asked for. */
  content: string;
  /** What search showed of it. */
  snippet: string;
}

/** An answer as it comes into being: its sources, then its text in pieces that are verified already. */
export type AnswerEvent =
  | { type: 'sources'; sources: AnswerSource[] }
  | { type: 'text'; text: string }
  /** Last, where a model took part that says what it took. */
  | { type: 'usage'; usage: ModelUsage };

export interface AnswerResult {
  /** Markdown with inline citations, or a JSON string where a structured form was asked for. */
  answer: string;
  /** Every source that the answer was given, in rank order; empty where none answers. */
  sources: AnswerSource[];
  /** What the model took, where it says so. */
  usage?: ModelUsage;
}

export interface Answer {
  /**
   * To be called before anything is billed, and before `events`.
   *
   * @throws ServiceError INVALID_REQUEST for a schema that is not served, saying what is wrong with it
   */
  check(request: AnswerRequest, signal: AbortSignal): Promise<void>;
  /**
   * Answers from the documents that the organization may see: first the sources, then at least one piece of text.
   *
   * @param signal ends the work; its reason is rethrown
   * @throws ServiceError INVALID_REQUEST for a schema that needs a model to be filled, UNAVAILABLE for a model that fails, and what `Search` throws
   */
  events(orgId: string, request: AnswerRequest, signal: AbortSignal): AsyncGenerator<AnswerEvent>;
}

export interface AnswerDeps {
  search: Pick<Search, 'search'>;
  /** Writes the answers; without one they are made of sentences of the sources. */
  model?: Model | undefined;
  /** Checks what callers want answers to look like. */
  schemas: Pick<SchemaValidator, 'problem' | 'mismatch'>;
}

export function createAnswer({ search, model, schemas }: AnswerDeps): Answer {
  return {
    async check({ responseFormat }, signal) {
      const problem =
        responseFormat.type === 'json_schema' ? await schemas.problem(responseFormat.schema, signal) : undefined;
      if (problem !== undefined)
        throw new ServiceError('INVALID_REQUEST', `response_format: the schema ${problem}`, {
          param: 'response_format',
        });
    },

    async *events(orgId, request, signal) {
      const counted = model && countedModel(model);
      const documents = await findSources({ search, model: counted }, orgId, request, signal);
      const answerSources = documents.map((document) => asAnswerSource(document, request));
      const sources = sourcesOf(documents);
      if (counted) {
        yield* modelEvents({ model: counted, schemas, request, sources, answerSources }, signal);
        const usage = counted.usage();
        if (usage) yield { type: 'usage', usage };
        return;
      }
      const pieces = await extracted(request, { sources, schemas }, signal);
      yield { type: 'sources', sources: pieces.found ? answerSources : [] };
      for (const text of pieces.texts) yield { type: 'text', text };
    },
  };
}

async function extracted(
  request: AnswerRequest,
  { sources, schemas }: Pick<ToWrite, 'sources' | 'schemas'>,
  signal: AbortSignal,
): Promise<Extract> {
  if (request.responseFormat.type !== 'json_schema') return writeExtract(request, sources);
  const { text } = await extractStructured(schemas, request, sources, signal);
  // A value without any leaf was looked for in the sources all the same.
  return { found: true, texts: [text] };
}

interface ToWrite {
  model: Model;
  schemas: Pick<SchemaValidator, 'mismatch'>;
  request: AnswerRequest;
  sources: Source[];
  answerSources: AnswerSource[];
}

async function* modelEvents(
  { model, schemas, request, sources, answerSources }: ToWrite,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  if (request.responseFormat.type === 'text') {
    yield* writtenEvents(writeWithModel(model, request, sources, signal), answerSources);
    return;
  }
  const { text, found } = await writeStructured({ model, schemas }, request, sources, signal);
  yield { type: 'sources', sources: found || request.responseFormat.type === 'json_schema' ? answerSources : [] };
  yield { type: 'text', text };
}

/** Sources first. They are known with the first piece. */
async function* writtenEvents(pieces: AsyncIterable<string>, sources: AnswerSource[]): AsyncGenerator<AnswerEvent> {
  let hasBegun = false;
  for await (const text of pieces) {
    if (!hasBegun) yield { type: 'sources', sources };
    yield { type: 'text', text: hasBegun ? text : text.trimStart() };
    hasBegun = true;
  }
  if (hasBegun) return;
  yield { type: 'sources', sources: [] };
  yield { type: 'text', text: NOTHING_FOUND };
}

/** The whole of an answer. */
export async function collectAnswer(events: AsyncIterable<AnswerEvent>): Promise<AnswerResult> {
  const result: AnswerResult = { answer: '', sources: [] };
  for await (const event of events) {
    if (event.type === 'sources') result.sources = event.sources;
    else if (event.type === 'usage') result.usage = event.usage;
    else result.answer += event.text;
  }
  return result;
}

function asAnswerSource(document: SearchDocument, { includeContent }: AnswerRequest): AnswerSource {
  return {
    url: citableUrl(document.url),
    title: document.title,
    name: document.source,
    content: includeContent ? (document.content ?? '') : '',
    snippet: document.snippets[0]?.text ?? '',
    ...(document.publishedDate !== undefined && { publishedDate: document.publishedDate }),
  };
}
