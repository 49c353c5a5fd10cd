import {
  DocumentService,
  type DeleteDocumentsRequestSchema,
  type DeleteDocumentsResponse,
  type IndexDocumentsRequestSchema,
  type IndexDocumentsResponse,
} from '../../gen/quarry/v1/document_pb.js';
import type { RpcCaller, MessageFields } from '../caller.ts';
import type { CallOptions } from '../transport.ts';

const { method } = DocumentService;
const TIMEOUT_MS = 60_000;

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

  /** Deletes documents by their URLs, 1 to 1,000. */
  delete(
    params: MessageFields<typeof DeleteDocumentsRequestSchema>,
    options: CallOptions = {},
  ): Promise<DeleteDocumentsResponse> {
    return this.#caller.unary(method.deleteDocuments, params, options, { safety: 'once', timeoutMs: TIMEOUT_MS });
  }
}
