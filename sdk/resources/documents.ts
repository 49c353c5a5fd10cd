import {
  DocumentService,
  type DeleteDocumentsRequestSchema,
  type DeleteDocumentsResponse,
  type StoredDocument,
  type GetDocumentResponse,
  type IndexDocumentsRequestSchema,
  type IndexDocumentsResponse,
  type IndexFilesRequestSchema,
  type IndexFilesResponse,
  type ListDocumentsRequestSchema,
  type ListDocumentsResponse,
} from '../../gen/quarry/v1/document_pb.js';
import type { RpcCaller, MessageFields } from '../caller.ts';
import { allOf } from '../pages.ts';
import type { CallOptions } from '../transport.ts';

const { method } = DocumentService;
const TIMEOUT_MS = 60_000;
const FILES_TIMEOUT_MS = 300_000;
const READ = { safety: 'read', timeoutMs: 30_000 } as const;

/** The organization's own index. */
export class DocumentsResource {
  readonly #caller: RpcCaller;

  constructor(caller: RpcCaller) {
    this.#caller = caller;
  }

  /** Indexes documents, 1 to 1,000; the fault of a single one is its result. */
  index(
    params: MessageFields<typeof IndexDocumentsRequestSchema>,
    options: CallOptions = {},
  ): Promise<IndexDocumentsResponse> {
    return this.#caller.unary(method.indexDocuments, params, options, { safety: 'keyed', timeoutMs: TIMEOUT_MS });
  }

  /**
   * Indexes files, 1 to 100, of together less than 4 MiB; each becomes a document, and so does each file of an archive.
   * The fault of a single one is its result.
   */
  indexFiles(
    params: MessageFields<typeof IndexFilesRequestSchema>,
    options: CallOptions = {},
  ): Promise<IndexFilesResponse> {
    return this.#caller.unary(method.indexFiles, params, options, { safety: 'keyed', timeoutMs: FILES_TIMEOUT_MS });
  }

  /** One page of the documents that match all parameters, newest first. */
  list(
    params: MessageFields<typeof ListDocumentsRequestSchema> = {},
    options: CallOptions = {},
  ): Promise<ListDocumentsResponse> {
    return this.#caller.unary(method.listDocuments, params, options, READ);
  }

  /** All documents that match all parameters, newest first; pages are read on demand. */
  listAll(
    params: Omit<MessageFields<typeof ListDocumentsRequestSchema>, 'after'> = {},
    options: CallOptions = {},
  ): AsyncGenerator<StoredDocument> {
    return allOf(async (after: string | undefined) => {
      const { documents, next } = await this.list({ ...params, after }, options);
      return { items: documents, next };
    });
  }

  /** A document with its text and its passages. */
  get(params: { url: string }, options: CallOptions = {}): Promise<GetDocumentResponse> {
    return this.#caller.unary(method.getDocument, params, options, READ);
  }

  /** Deletes documents by their URLs, 1 to 1,000, or all that a filter selects. */
  delete(
    params: MessageFields<typeof DeleteDocumentsRequestSchema>,
    options: CallOptions = {},
  ): Promise<DeleteDocumentsResponse> {
    return this.#caller.unary(method.deleteDocuments, params, options, { safety: 'once', timeoutMs: TIMEOUT_MS });
  }
}
