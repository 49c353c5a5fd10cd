import type { SearchDocument } from '../search/snippets/search-result.ts';
import type { Search } from '../search/search.ts';
import { ServiceError } from '../core/errors.ts';
import type { Model, ModelUsage } from '../model/port.ts';
import { nothingFound } from './compose.ts';
import { findSources } from './find-sources.ts';
import { citableUrl } from '../text/markdown/markdown.ts';
import { countedModel } from '../model/counted-model.ts';
import type { AnswerRequest } from './answer-request.ts';
import type { Rarity } from '../units/asked.ts';
import type { Source } from '../sentence-selection/source.ts';
import { sourcesOf } from '../grounding/sources-of.ts';
import { extractStructured } from './extract-structured.ts';
import type { SchemaValidator } from '../structured/schema/schemas.ts';
import { writeStructured } from './write-structured.ts';
import { writeExtract, type Extract } from './write-extract.ts';
import { writeWithModel } from './write-with-model.ts';

/** A source of an answer. */
export interface AnswerSource {
  url: string;
  title: string;
  /** The site's name. */
  name: string;
  /** As search returns it; absent if unknown. */
  publishedDate?: string;
  /** The stored text; '' unless requested. */
  content: string;
  /** The snippet from search. */
  snippet: string;
}

/** A streamed answer: its sources, then its verified text in pieces. */
export type AnswerEvent =
  | { type: 'sources'; sources: AnswerSource[] }
  | { type: 'text'; text: string }
  /** Last, if a model that reports its usage took part. */
  | { type: 'usage'; usage: ModelUsage };

export interface AnswerResult {
  /** Markdown with inline citations, or a JSON string if a structured form was requested. */
  answer: string;
  /** Every source given to the answer, in rank order; empty if none is relevant. */
  sources: AnswerSource[];
  /** The model's token usage, if it reports one. */
  usage?: ModelUsage;
}

export interface Answer {
  /**
   * Call this before anything is billed, and before `events`.
   *
   * @throws ServiceError INVALID_REQUEST for an unsupported schema, naming the fault
   */
  check(request: AnswerRequest, signal: AbortSignal): Promise<void>;
  /**
   * Answers from the documents that the organization may see: first the sources, then at least one piece of text.
   *
   * @param signal ends the work; its reason is rethrown
   * @throws ServiceError INVALID_REQUEST for a schema that only a model can fill, UNAVAILABLE if a model fails, and the
   *   errors of `Search`
   */
  events(orgId: string, request: AnswerRequest, signal: AbortSignal): AsyncGenerator<AnswerEvent>;
}

export interface AnswerDeps {
  search: Pick<Search, 'search'>;
  /** Writes the answers. Without a model, answers consist of the sources' own sentences. */
  model?: Model | undefined;
  /** Validates the schemas in callers' response formats. */
  schemas: Pick<SchemaValidator, 'problem' | 'mismatch'>;
  /** How rare the terms of a query are among the passages of the own index. Absent: the sources tell. */
  rarityOf?: ((orgId: string, query: string) => Promise<Rarity>) | undefined;
}

export function createAnswer({ search, model, schemas, rarityOf }: AnswerDeps): Answer {
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
      const rarity = await rarityOf?.(orgId, request.query);
      const pieces = await extracted(request, { sources, schemas, rarity }, signal);
      const byUrl = new Map(answerSources.map((source) => [source.url, source]));
      yield { type: 'sources', sources: pieces.sources.flatMap(({ url }) => byUrl.get(url) ?? []) };
      for (const text of pieces.texts) yield { type: 'text', text };
    },
  };
}

async function extracted(
  request: AnswerRequest,
  { sources, schemas, rarity }: Pick<ToWrite, 'sources' | 'schemas'> & { rarity: Rarity | undefined },
  signal: AbortSignal,
): Promise<Extract> {
  if (request.responseFormat.type !== 'json_schema') return writeExtract(request, sources, rarity);
  const { text } = await extractStructured(schemas, request, sources, signal);
  // A value without a leaf counts as found too: the sources were searched for it.
  return { sources, texts: [text] };
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
    yield* writtenEvents(writeWithModel(model, request, sources, signal), {
      query: request.query,
      sources: answerSources,
    });
    return;
  }
  const { text, found } = await writeStructured({ model, schemas }, request, sources, signal);
  yield { type: 'sources', sources: found || request.responseFormat.type === 'json_schema' ? answerSources : [] };
  yield { type: 'text', text };
}

/** Sources first. They are known once the first piece is ready. */
async function* writtenEvents(
  pieces: AsyncIterable<string>,
  { query, sources }: { query: string; sources: AnswerSource[] },
): AsyncGenerator<AnswerEvent> {
  let hasBegun = false;
  for await (const text of pieces) {
    if (!hasBegun) yield { type: 'sources', sources };
    yield { type: 'text', text: hasBegun ? text : text.trimStart() };
    hasBegun = true;
  }
  if (hasBegun) return;
  yield { type: 'sources', sources: [] };
  yield { type: 'text', text: nothingFound(query) };
}

/** The complete answer. */
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
