import {
  CrawlService,
  CrawlStopReason,
  type CancelCrawlResponse,
  type CrawlPage,
  type CreateCrawlRequestSchema,
  type CreateCrawlResponse,
  type DeleteCrawlRequestSchema,
  type DeleteCrawlResponse,
  type GetCrawlResponse,
  type ListCrawlPagesRequestSchema,
  type ListCrawlPagesResponse,
  type ListCrawlsRequestSchema,
  type ListCrawlsResponse,
  type MapRequestSchema,
  type MapResponse,
} from '../../gen/quarry/v1/crawl_pb.js';
import { deadlineOf, type MessageFields, type RpcCaller } from '../caller.ts';
import { QuarryError } from '../errors.ts';
import { jsonText, type WithJson } from '../json.ts';
import { allOf } from '../pages.ts';
import { beforeNextTry } from '../resumed.ts';
import { sleep } from '../sleep.ts';
import type { CallOptions } from '../transport.ts';

const { method } = CrawlService;
const READ = { safety: 'read', timeoutMs: 30_000 } as const;
const KEYED = { safety: 'keyed', timeoutMs: 30_000 } as const;
const ASK_EVERY_MS = 1_000;

export type CreateCrawlParams = WithJson<MessageFields<typeof CreateCrawlRequestSchema>, 'metadata'>;

/** Crawls of whole sites into your own index, and the addresses of sites. */
export class CrawlsResource {
  readonly #caller: RpcCaller;

  constructor(caller: RpcCaller) {
    this.#caller = caller;
  }

  /** Starts a crawl, whose status is then pending. */
  create(params: CreateCrawlParams, options: CallOptions = {}): Promise<CreateCrawlResponse> {
    return this.#caller.unary(method.createCrawl, { ...params, metadata: jsonText(params.metadata) }, options, KEYED);
  }

  get(params: { id: string }, options: CallOptions = {}): Promise<GetCrawlResponse> {
    return this.#caller.unary(method.getCrawl, params, options, READ);
  }

  /** One page of crawls, newest first. */
  list(
    params: MessageFields<typeof ListCrawlsRequestSchema> = {},
    options: CallOptions = {},
  ): Promise<ListCrawlsResponse> {
    return this.#caller.unary(method.listCrawls, params, options, READ);
  }

  /** One page of the addresses of a crawl. */
  pages(
    params: MessageFields<typeof ListCrawlPagesRequestSchema>,
    options: CallOptions = {},
  ): Promise<ListCrawlPagesResponse> {
    return this.#caller.unary(method.listCrawlPages, params, options, READ);
  }

  /** All addresses of a crawl; pages are read on demand. */
  pagesAll(
    params: Omit<MessageFields<typeof ListCrawlPagesRequestSchema>, 'after'>,
    options: CallOptions = {},
  ): AsyncGenerator<CrawlPage> {
    return allOf(async (after: string | undefined) => {
      const { pages, next } = await this.pages({ ...params, after }, options);
      return { items: pages, next };
    });
  }

  /** Cancels a crawl. One that has ended is returned unchanged. */
  cancel(params: { id: string }, options: CallOptions = {}): Promise<CancelCrawlResponse> {
    return this.#caller.unary(method.cancelCrawl, params, options, READ);
  }

  /** Deletes a crawl, and its documents unless `keepDocuments` is set. */
  delete(
    params: MessageFields<typeof DeleteCrawlRequestSchema>,
    options: CallOptions = {},
  ): Promise<DeleteCrawlResponse> {
    return this.#caller.unary(method.deleteCrawl, params, options, { safety: 'once', timeoutMs: 300_000 });
  }

  /** The addresses of a site, best first. */
  map(params: MessageFields<typeof MapRequestSchema>, options: CallOptions = {}): Promise<MapResponse> {
    return this.#caller.unary(method.map, params, options, KEYED);
  }

  /**
   * Waits until the crawl has ended, also through outages, and returns it. `timeoutMs` limits the whole wait, which is
   * otherwise unlimited.
   *
   * @throws QuarryError, DEADLINE_EXCEEDED when that time has passed
   */
  async wait(params: { id: string }, { timeoutMs, ...options }: CallOptions = {}): Promise<GetCrawlResponse> {
    const lasting = { signal: options.signal, deadline: deadlineOf(timeoutMs) };
    let failed = 0;
    while (Date.now() < lasting.deadline) {
      try {
        const response = await this.get(params, options);
        if (response.crawl && response.crawl.stopReason !== CrawlStopReason.UNSPECIFIED) return response;
        failed = 0;
        await sleep(ASK_EVERY_MS, options.signal);
      } catch (error) {
        failed += 1;
        await beforeNextTry(error, failed, lasting);
      }
    }
    throw new QuarryError('DEADLINE_EXCEEDED', 'the crawl did not end before the deadline of the call; it continues');
  }
}
