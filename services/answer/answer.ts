import type { SearchDocument } from '../search/snippets/search-result.ts';
import { ServiceError } from '../core/errors.ts';
import type { Model, ModelUsage } from '../model/port.ts';
import { nothingFound } from './text/compose.ts';
import { findSources, mostSources } from './find-sources.ts';
import { citableUrl } from '../text/markdown/markdown.ts';
import { countedModel } from '../model/counted-model.ts';
import type { AnswerRequest } from './answer-request.ts';
import { readSides, type ReadSidesDeps } from './read-sides.ts';
import type { Source } from '../page-text/source.ts';
import { sourcesOf } from '../grounding/sources-of.ts';
import { withPaths } from '../grounding/with-paths.ts';
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

export interface AnswerDeps extends ReadSidesDeps {
  /** Writes the answers. Without a model, answers consist of parts of the sources. */
  model?: Model | undefined;
  /** Validates the schemas in callers' response formats. */
  schemas: Pick<SchemaValidator, 'problem' | 'mismatch'>;
}

export function createAnswer({ model, schemas, ...reading }: AnswerDeps): Answer {
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
      if (!model) {
        yield* extractEvents({ schemas, ...reading }, orgId, request, signal);
        return;
      }
      const counted = countedModel(model);
      const documents = await findSources({ search: reading.search, model: counted }, orgId, request, signal);
      const answerSources = documents.map((document) => asAnswerSource(document, request));
      const sources = sourcesOf(documents).map(withPaths);
      yield* modelEvents({ model: counted, schemas, request, sources, answerSources }, signal);
      const usage = counted.usage();
      if (usage) yield { type: 'usage', usage };
    },
  };
}

async function* extractEvents(
  { schemas, ...reading }: Pick<AnswerDeps, 'schemas'> & ReadSidesDeps,
  orgId: string,
  request: AnswerRequest,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const sides = await readSides(reading, orgId, request, signal);
  const [whole = { sources: [] }] = sides;
  const { sources } = whole;
  const extract: Extract =
    request.responseFormat.type === 'json_schema'
      ? // A value without a leaf counts as found too: the sources were searched for it.
        { sources, texts: [(await extractStructured(schemas, request, whole, signal)).text] }
      : await writeExtract(request, sides);
  signal.throwIfAborted();
  const documents = sides.flatMap((side) => side.documents).map((document) => asAnswerSource(document, request));
  const byUrl = new Map(documents.toReversed().map((source) => [source.url, source]));
  const named = extract.sources.slice(0, mostSources(request));
  yield { type: 'sources', sources: named.flatMap(({ url }) => byUrl.get(url) ?? []) };
  for (const text of extract.texts) yield { type: 'text', text };
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

// More may have been read to answer from.
const CONTENT_CHARACTERS = 100_000;

const firstCharacters = (content: string) =>
  content.length <= CONTENT_CHARACTERS ? content : Array.from(content).slice(0, CONTENT_CHARACTERS).join('');

function asAnswerSource(document: SearchDocument, { includeContent }: AnswerRequest): AnswerSource {
  return {
    url: citableUrl(document.url),
    title: document.title,
    name: document.source,
    content: includeContent ? firstCharacters(document.content ?? '') : '',
    snippet: document.snippets[0]?.text ?? '',
    ...(document.publishedDate !== undefined && { publishedDate: document.publishedDate }),
  };
}
