// Generated from the description of the interface by `npm run generate`.

/** The schemas of openapi.json by name. */
export interface Schemas {
  SearchRequest: {
    query: string;
    scope?: string | null;
    tier?: string | null;
    max_results?: number | null;
    include_domains?: Array<string> | null;
    exclude_domains?: Array<string> | null;
    from_date?: string | null;
    to_date?: string | null;
    collections?: Array<string> | null;
    metadata?: Record<string, string | number | boolean | Array<string | number | boolean> | {
      from?: string | number | null;
      to?: string | number | null;
    }> | null;
    fields?: {
      content?: boolean | {
        max_characters_per_result?: number | null;
      } | null;
      snippets?: boolean | {
        max_snippets?: number | null;
        max_snippets_per_result?: number | null;
        max_tokens?: number | null;
        max_tokens_per_result?: number | null;
      } | null;
    } | null;
    api_key?: string | null;
  };
  SearchResponse: {
    request_id: string;
    documents: Array<{
      url: string;
      title: string;
      content?: string;
      published_date?: string;
      snippets: Array<{
        text: string;
      }>;
      source: string;
      score: number;
    }>;
    warnings?: Array<{
      type: "provider_failed" | "provider_limited" | "truncated" | "did_you_mean";
      message: string;
    }>;
  };
  Scopes: {
    scopes: Array<{
      name: "web" | "news" | "wikipedia" | "people" | "companies" | "financial-reports";
      providers: Array<{
        name: string;
        state: "ready" | "unreachable" | "off";
        reason?: string;
      }>;
    }>;
  };
  AnswerRequest: {
    query: string;
    scope?: string | null;
    model?: string | null;
    system_prompt?: string | null;
    response_format?: {
      type: "text" | "json_object";
    } | {
      type: "json_schema";
      json_schema: {
        name: string;
        description?: string | null;
        schema: Record<string, unknown>;
        strict?: boolean | null;
      };
    } | {
      type: "json_schema";
      name: string;
      description?: string | null;
      schema: Record<string, unknown>;
      strict?: boolean | null;
    } | null;
    collections?: Array<string> | null;
    metadata?: Record<string, string | number | boolean | Array<string | number | boolean> | {
      from?: string | number | null;
      to?: string | number | null;
    }> | null;
    include_content?: boolean | null;
    stream?: boolean | null;
    api_key?: string | null;
  };
  AnswerResponse: {
    answer: string;
    citations: Array<{
      url: string;
      content: string;
      title?: string;
      published_date?: string;
    }>;
    request_id: string;
  };
  ChatCompletionRequest: {
    model: string;
    messages: Array<{
      role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
      content?: string | Array<{
        type: string;
        text?: string | null;
      }> | null;
    }>;
    stream?: boolean | null;
    stream_options?: {
      include_usage?: boolean | null;
    } | null;
    response_format?: {
      type: "text" | "json_object";
    } | {
      type: "json_schema";
      json_schema: {
        name: string;
        description?: string | null;
        schema: Record<string, unknown>;
        strict?: boolean | null;
      };
    } | {
      type: "json_schema";
      name: string;
      description?: string | null;
      schema: Record<string, unknown>;
      strict?: boolean | null;
    } | null;
    scope?: string | null;
    collections?: Array<string> | null;
    metadata?: Record<string, string | number | boolean | Array<string | number | boolean> | {
      from?: string | number | null;
      to?: string | number | null;
    }> | null;
    include_content?: boolean | null;
    n?: 1 | null;
    tools?: Array<unknown> | null;
    functions?: Array<unknown> | null;
  };
  ChatCompletion: {
    id: string;
    object: "chat.completion";
    created: number;
    model: string;
    choices: Array<{
      index: number;
      message: {
        role: "assistant";
        content: string;
        refusal: null;
        annotations: Array<{
          type: "url_citation";
          url_citation: {
            url: string;
            title: string;
            start_index: number;
            end_index: number;
          };
        }>;
      };
      logprobs: null;
      finish_reason: "stop";
    }>;
    usage: {
      prompt_tokens: number;
      completion_tokens: number;
      total_tokens: number;
    };
    citations: Array<{
      url: string;
      content?: string;
    }>;
    search_results: Array<{
      title: string;
      url: string;
      date: string | null;
      snippet: string;
    }>;
    request_id: string;
  };
  ModelList: {
    object: "list";
    data: Array<{
      id: string;
      object: "model";
      created: number;
      owned_by: string;
    }>;
  };
  FetchRequest: {
    urls: Array<string>;
    formats?: Array<"markdown"> | null;
    include?: Array<"text" | "html" | "links" | "metadata" | "screenshot"> | null;
    query?: string | null;
    include_tags?: Array<string> | null;
    exclude_tags?: Array<string> | null;
    wait_for?: number | string | null;
    screenshot_full_page?: boolean | null;
    headers?: Record<string, string> | null;
    max_age_seconds?: number | null;
    tier?: "pro" | null;
    timeout_ms?: number | null;
    api_key?: string | null;
  };
  FetchResponse: {
    request_id: string;
    results: Array<Schemas['FetchResult']>;
  };
  FetchResult: {
    requested_url: string;
    status: "ok" | "error";
    final_url?: string;
    http_status_code?: number;
    content_type?: string;
    fetched_at?: string;
    title?: string;
    published_date?: string;
    author?: string;
    language?: string;
    canonical_url?: string;
    markdown?: string;
    passages?: Array<{
      path: Array<string>;
      text: string;
    }>;
    text?: string;
    html?: string;
    links?: Array<{
      url: string;
      text: string;
      internal: boolean;
    }>;
    metadata?: {
      description?: string;
      keywords?: string;
      open_graph: Record<string, string>;
      json_ld: Array<unknown>;
      feeds: Array<{
        url: string;
        title?: string;
      }>;
    };
    screenshot?: string;
    warnings?: Array<{
      type: "truncated" | "not_read" | "no_screenshot";
      message: string;
    }>;
    error?: {
      code: "invalid_url" | "unsupported_scheme" | "url_not_accessible" | "timeout" | "unsupported_content_type" | "extraction_failed" | "upstream_error";
      message: string;
    };
  };
  CreateAgentRunRequest: {
    query?: string | null;
    output_schema?: {
      type: "text" | "json_object";
    } | {
      type: "json_schema";
      json_schema: {
        name: string;
        description?: string | null;
        schema: Record<string, unknown>;
        strict?: boolean | null;
      };
    } | {
      type: "json_schema";
      name: string;
      description?: string | null;
      schema: Record<string, unknown>;
      strict?: boolean | null;
    } | null;
    effort?: "low" | "medium" | "high" | "max" | null;
    include_domains?: Array<string> | null;
    exclude_domains?: Array<string> | null;
    from_date?: string | null;
    to_date?: string | null;
    scopes?: Array<"web" | "news" | "wikipedia" | "people" | "companies" | "financial-reports"> | null;
    collections?: Array<string> | null;
    metadata?: Record<string, string | number | boolean | Array<string | number | boolean> | {
      from?: string | number | null;
      to?: string | number | null;
    }> | null;
    previous_run_id?: string | null;
    api_key?: string | null;
  };
  AgentRun: {
    id: string;
    object: "agent.run";
    status: "pending" | "running" | "completed" | "failed" | "cancelled";
    stop_reason: "finished" | "budget_reached" | "timeout" | "cancelled" | "invalid_output" | "internal_error" | null;
    created_at: string;
    started_at: string | null;
    completed_at: string | null;
    attempt: number;
    request: {
      query: string;
      output_schema: Record<string, unknown> | null;
      effort: "low" | "medium" | "high" | "max";
      include_domains: Array<string>;
      exclude_domains: Array<string>;
      from_date: string | null;
      to_date: string | null;
      scopes: Array<string>;
      collections: Array<string>;
      metadata: Record<string, unknown> | null;
      previous_run_id: string | null;
    } | null;
    output: {
      text: string | null;
      structured: Record<string, unknown> | null;
      grounding: Array<{
        field: string;
        citations: Array<{
          source_id: number;
          url: string;
        }>;
      }>;
      sources: Array<{
        id: number;
        url: string;
      }>;
    } | null;
    cost: {
      searches: number;
      pages: number;
      tokens: number;
      credits: number;
    } | null;
    warnings: Array<{
      type: string;
      message: string;
    }>;
    error?: {
      code: string;
      message: string;
    };
  };
  AgentRunList: {
    next: string | null;
    runs: Array<Schemas['AgentRun']>;
  };
  CreateMonitorRequest: {
    name?: string | null;
    cadence: string;
    search_requests?: Array<Schemas['SearchRequest']> | null;
    page_requests?: Array<Schemas['PageRequest']> | null;
    status?: "active" | "paused" | null;
    webhook?: {
      events?: Array<"run.completed" | "run.failed"> | null;
      status?: "active" | "disabled" | null;
      url?: string | null;
    } | null;
    api_key?: string | null;
  };
  PageRequest: {
    url: string;
    selector?: string | null;
    render?: boolean | null;
  };
  MonitorCreated: {
    monitor: Schemas['Monitor'];
    webhook_secret: string;
  };
  Monitor: {
    monitor_id: string;
    name: string;
    cadence: string;
    status: "active" | "paused" | "disabled" | "deleted";
    search_requests: Array<{
      request_id: string;
      request: Record<string, unknown>;
      consecutive_failures: number;
      last_success_at?: string;
    }>;
    page_requests: Array<{
      request_id: string;
      request: {
        url: string;
        selector?: string;
        render?: boolean;
      };
      consecutive_failures: number;
      last_success_at?: string;
    }>;
    webhook: {
      events: Array<string>;
      status: "active" | "disabled";
      url: string;
      status_reason?: string;
    } | null;
    created_at: string;
    updated_at: string;
    next_run_at?: string;
    consecutive_failures: number;
  };
  MonitorPreview: {
    request_id: string;
    next_runs: Array<string>;
    requests: Array<{
      query: string;
      url?: string;
      status: "ok" | "failed";
      reason: string;
      error_code?: "invalid_url" | "unsupported_scheme" | "url_not_accessible" | "timeout" | "unsupported_content_type" | "extraction_failed" | "upstream_error";
      results_returned: number;
      new_records: number;
    }>;
    records: Array<{
      novelty: "new" | "update";
      type: "search_result";
      search_result: {
        document: {
          url: string;
          title: string;
          content?: string;
          published_date?: string;
          snippets: Array<{
            text: string;
          }>;
        };
        matched_requests: Array<{
          query: string;
        }>;
      };
    }>;
    pages: Array<{
      url: string;
      title: string;
      content: string;
    }>;
    suppressed: Array<{
      url: string;
      title: string;
      reason: "same_text" | "near_duplicate";
      novel_share: number;
      document: {
        url: string;
        title: string;
        content?: string;
        published_date?: string;
        snippets: Array<{
          text: string;
        }>;
      };
      duplicate_of: string;
    }>;
    warnings?: Array<{
      type: "truncated";
      message: string;
    }>;
  };
  MonitorList: {
    has_more: boolean;
    monitors: Array<Schemas['Monitor']>;
  };
  MonitorRead: {
    monitor: Schemas['Monitor'];
    run_state: "idle" | "running" | "unknown";
  };
  UpdateMonitorRequest: {
    monitor_id?: string | null;
    name?: string | null;
    cadence?: string;
    search_requests?: Array<Schemas['SearchRequest']> | null;
    page_requests?: Array<Schemas['PageRequest']> | null;
    status?: "active" | "paused";
    webhook?: {
      events?: Array<"run.completed" | "run.failed"> | null;
      status?: "active" | "disabled" | null;
      url?: string | null;
    } | null;
    api_key?: string | null;
  };
  MonitorUpdated: {
    monitor: Schemas['Monitor'];
  };
  Nothing: Record<string, never>;
  MonitorRunList: {
    has_more: boolean;
    runs: Array<Schemas['MonitorRun']>;
  };
  MonitorRun: {
    run_id: string;
    monitor_id: string;
    status: "completed" | "partial" | "failed" | "skipped";
    status_reason: string;
    started_at: string;
    completed_at: string;
    first_record_id: string;
    last_record_id: string;
    record_count: number;
    requests_total: number;
    requests_ok: number;
    requests_failed: number;
  };
  MonitorRunRead: {
    run: Schemas['MonitorRun'];
  };
  MonitorRecordList: {
    has_more: boolean;
    records: Array<Schemas['MonitorRecord']>;
  };
  MonitorRecord: {
    record_id: string;
    run_id: string;
    type: "search_result" | "page_change";
    novelty: "new" | "update";
    first_seen_at: string;
    search_result?: {
      document: {
        url: string;
        title: string;
        content?: string;
        published_date?: string;
        snippets: Array<{
          text: string;
        }>;
      };
      matched_requests: Array<{
        request_id: string;
        query: string;
      }>;
    };
    page_change?: {
      page: {
        url: string;
        title: string;
      };
      request_id: string;
      added: Array<string>;
      removed: Array<string>;
      added_count: number;
      removed_count: number;
      previous_read_at: string;
      read_at: string;
    };
  };
  MonitorRequestOutcomes: {
    requests: Array<Schemas['MonitorRequestOutcome']>;
  };
  MonitorRequestOutcome: {
    request_id: string;
    query: string;
    url?: string;
    status: "ok" | "failed";
    reason: string;
    error_code?: "invalid_url" | "unsupported_scheme" | "url_not_accessible" | "timeout" | "unsupported_content_type" | "extraction_failed" | "upstream_error";
    results_returned: number;
    new_records: number;
    completed_at: string;
  };
  MonitorSuppressedList: {
    has_more: boolean;
    suppressed: Array<Schemas['MonitorSuppressed']>;
  };
  MonitorSuppressed: {
    ordinal: number;
    url: string;
    title: string;
    reason: "same_text" | "near_duplicate";
    duplicate_of: string;
    novel_share: number;
    content?: string;
    original?: {
      url: string;
      title: string;
      content?: string;
    };
  };
  WebhookTested: {
    delivered: boolean;
    http_status_code?: number;
    error?: string;
  };
  WebhookDeliveryList: {
    has_more: boolean;
    deliveries: Array<Schemas['WebhookDelivery']>;
  };
  WebhookDelivery: {
    id: string;
    event: "run.completed" | "run.failed";
    run_id: string;
    status: "pending" | "delivered" | "exhausted";
    attempts: Array<{
      at: string;
      http_status_code?: number;
      error?: string;
      response_body?: string;
    }>;
  };
  MonitorFeeds: {
    atom: string;
    json: string;
  };
  IndexDocumentsRequest: {
    documents: Array<{
      url: string;
      title?: string | null;
      published_date?: string | null;
      source?: string | null;
      scope?: string | null;
      collection?: string | null;
      metadata?: Record<string, string | number | boolean> | null;
      text?: string | null;
    }>;
  };
  IndexDocumentsResponse: {
    request_id: string;
    accepted: number;
    results: Array<{
      url: string;
      status: "indexed" | "unchanged" | "error";
      error?: string;
    }>;
  };
  IndexFilesRequest: {
    files: Array<{
      name: string;
      content: string;
    }>;
    url?: string | null;
    base_url?: string | null;
    source?: string | null;
    scope?: string | null;
    collection?: string | null;
    metadata?: string | Record<string, unknown> | null;
  };
  ListDocumentsResponse: {
    request_id: string;
    documents?: Array<Schemas['StoredDocument']>;
    next?: string | null;
    total?: number;
    document?: Schemas['WholeDocument'];
  };
  StoredDocument: {
    url: string;
    title?: string;
    source: string;
    scope?: "web" | "news" | "wikipedia" | "people" | "companies" | "financial-reports";
    published_date?: string;
    collection?: string;
    metadata?: Record<string, string | number | boolean>;
    indexed_at: string;
    characters: number;
  };
  WholeDocument: {
    url: string;
    title?: string;
    source: string;
    scope?: "web" | "news" | "wikipedia" | "people" | "companies" | "financial-reports";
    published_date?: string;
    collection?: string;
    metadata?: Record<string, string | number | boolean>;
    indexed_at: string;
    characters: number;
    text: string;
    passages: Array<{
      path: Array<string>;
      text: string;
    }>;
  };
  DeleteDocumentsRequest: {
    urls?: Array<string>;
    filter?: {
      prefix?: string;
      domain?: string;
      collection?: string;
      source?: string;
      metadata?: Record<string, string | number | boolean | Array<string | number | boolean> | {
        from?: string | number | null;
        to?: string | number | null;
      }>;
    };
    dry_run?: boolean;
  };
  DeleteDocumentsResponse: {
    request_id: string;
    deleted: number;
  };
  FollowSourceRequest: {
    url: string;
    kind?: "feed" | "sitemap" | null;
    cadence?: string | null;
    scope?: "web" | "news" | "wikipedia" | "people" | "companies" | "financial-reports" | null;
    collection?: string | null;
    metadata?: Record<string, string | number | boolean> | null;
    max_pages?: number | null;
  };
  SourceResponse: {
    request_id: string;
    source: Schemas['Source'];
  };
  Source: {
    id: string;
    url: string;
    kind?: "feed" | "sitemap";
    cadence: string;
    scope?: "web" | "news" | "wikipedia" | "people" | "companies" | "financial-reports";
    collection?: string;
    metadata?: Record<string, string | number | boolean>;
    max_pages: number;
    created_at: string;
    pages: {
      known: number;
      indexed: number;
      waiting: number;
      failed: number;
    };
    last_polled_at?: string;
    last_error?: string;
    next_poll_at: string;
  };
  SourceList: {
    request_id: string;
    has_more: boolean;
    sources: Array<Schemas['Source']>;
  };
  SourceDeleted: {
    request_id: string;
    documents_deleted: number;
  };
  MapRequest: {
    url: string;
    query?: string | null;
    limit?: number | null;
    include_subdomains?: boolean | null;
  };
  MapResponse: {
    request_id: string;
    urls: Array<{
      url: string;
      title?: string;
      last_modified?: string;
    }>;
    warnings?: Array<{
      type: "not_read";
      message: string;
    }>;
  };
  CreateCrawlRequest: {
    urls: Array<string>;
    max_pages?: number | null;
    max_depth?: number | null;
    include?: Array<string> | null;
    exclude?: Array<string> | null;
    include_subdomains?: boolean | null;
    render?: "auto" | "never" | null;
    scope?: "web" | "news" | "wikipedia" | "people" | "companies" | "financial-reports" | null;
    collection?: string | null;
    metadata?: Record<string, string | number | boolean> | null;
    refresh?: string | null;
  };
  CrawlResponse: {
    request_id: string;
    crawl: Schemas['Crawl'];
  };
  Crawl: {
    id: string;
    status: "pending" | "running" | "completed" | "failed" | "cancelled";
    stop_reason?: "finished" | "max_pages" | "budget_reached" | "cancelled" | "internal_error";
    request: {
      urls: Array<string>;
      max_pages: number;
      max_depth: number;
      include: Array<string>;
      exclude: Array<string>;
      include_subdomains: boolean;
      render: "auto" | "never";
      scope?: "web" | "news" | "wikipedia" | "people" | "companies" | "financial-reports";
      collection?: string;
      metadata?: Record<string, string | number | boolean>;
      refresh?: string;
    };
    counts: {
      found: number;
      fetched: number;
      stored: number;
      unchanged: number;
      skipped: number;
      failed: number;
    };
    round: number;
    created_at: string;
    started_at?: string;
    completed_at?: string;
    next_round_at?: string;
    warnings?: Array<{
      type: "document_limit";
      message: string;
    }>;
  };
  CrawlList: {
    request_id: string;
    crawls: Array<Schemas['Crawl']>;
    next?: string;
  };
  CrawlPageList: {
    request_id: string;
    pages: Array<Schemas['CrawlPage']>;
    next?: string;
  };
  CrawlPage: {
    url: string;
    status: "waiting" | "stored" | "unchanged" | "skipped" | "failed";
    reason?: string;
    http_status_code?: number;
    title?: string;
    depth: number;
    fetched_at?: string;
    document_url?: string;
  };
  CrawlDeleted: {
    request_id: string;
    documents_deleted: number;
  };
  Account: {
    organization_id: string;
    balance: number;
    held: number;
    limits: {
      requests_per_minute: Record<string, number>;
      documents: number;
      agent_runs_at_once: number;
      monitors: number;
    };
  };
  Usage: {
    rows: Array<{
      day?: string;
      key?: string | null;
      name?: string;
      operation?: string | null;
      scope?: string | null;
      calls: number;
      credits: number;
    }>;
  };
  Error: {
    error: {
      code: "INVALID_REQUEST" | "UNAUTHENTICATED" | "INSUFFICIENT_CREDITS" | "PERMISSION_DENIED" | "NOT_FOUND" | "UNIMPLEMENTED" | "ALREADY_EXISTS" | "CONFLICT" | "RATE_LIMITED" | "CANCELLED" | "DEADLINE_EXCEEDED" | "UNAVAILABLE" | "INTERNAL";
      message: string;
      type?: string;
      param?: string | null;
    };
    request_id: string;
  };
}
