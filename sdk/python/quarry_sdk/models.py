"""What the service answers."""

# Generated from the description of the interface by `npm run generate`.
from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from ._model import Model


class Snippet(Model):
    text: str


class Document(Model):
    url: str
    title: str
    content: str | None = None
    published_date: str | None = None
    """Publication date: YYYY-MM-DD if only the day is known, otherwise a date-time in UTC."""
    snippets: list[Snippet]
    source: str
    """Name of the site."""
    score: float
    """Relevance. A higher score is better. Scores of different responses are not comparable."""


class SearchResponseWarning(Model):
    type: Literal["provider_failed", "provider_limited", "truncated", "did_you_mean"] | str
    message: str


class SearchResponse(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    documents: list[Document]
    """Documents, best first."""
    warnings: list[SearchResponseWarning] | None = None


class ScopesScopeProvider(Model):
    name: str
    state: Literal["ready", "unreachable", "off"] | str
    reason: str | None = None
    """Why the provider is not ready. Absent for a ready provider."""


class ScopesScope(Model):
    name: Literal["web", "news", "wikipedia", "people", "companies", "financial-reports"] | str
    providers: list[ScopesScopeProvider]


class Scopes(Model):
    scopes: list[ScopesScope]


class Citation(Model):
    url: str
    content: str
    """Text of the document. Empty unless include_content is true."""
    title: str | None = None
    published_date: str | None = None
    """Publication date: YYYY-MM-DD if only the day is known, otherwise a date-time in UTC."""


class AnswerResponse(Model):
    answer: str
    """Markdown with inline citations in the form `text ([Source Name](url))`. With a JSON
    response_format: JSON in a string.
    """
    citations: list[Citation]
    """All sources that the answer could use, in rank order."""
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""


class ChatCompletionChoiceMessageAnnotationUrlCitation(Model):
    url: str
    title: str
    start_index: int
    end_index: int


class ChatCompletionChoiceMessageAnnotation(Model):
    type: Literal["url_citation"]
    url_citation: ChatCompletionChoiceMessageAnnotationUrlCitation


class ChatCompletionChoiceMessage(Model):
    role: Literal["assistant"]
    content: str
    refusal: None
    annotations: list[ChatCompletionChoiceMessageAnnotation]


class ChatCompletionChoice(Model):
    index: int
    message: ChatCompletionChoiceMessage
    logprobs: None
    finish_reason: Literal["stop"]


class ChatCompletionUsage(Model):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ChatCompletionCitation(Model):
    url: str
    content: str | None = None


class ChatCompletionSearchResult(Model):
    title: str
    url: str
    date: str | None
    snippet: str


class ChatCompletion(Model):
    id: str
    object: Literal["chat.completion"]
    created: int
    """Time of creation, in seconds since 1970-01-01 UTC."""
    model: str
    choices: list[ChatCompletionChoice]
    usage: ChatCompletionUsage
    citations: list[ChatCompletionCitation]
    search_results: list[ChatCompletionSearchResult]
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""


class ModelListData(Model):
    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class ModelList(Model):
    object: Literal["list"]
    data: list[ModelListData]


class FetchResponse(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    results: list[FetchResult]
    """One result for each URL, in the order of the request."""


class FetchResultPassage(Model):
    path: list[str]
    """Headings and defined terms above the passage, outermost first."""
    text: str
    """Markdown."""


class FetchResultLink(Model):
    url: str
    """Absolute, without its fragment."""
    text: str
    """Words of the link; empty if it has none."""
    internal: bool
    """Whether it leads to the same host."""


class FetchResultMetadataFeed(Model):
    url: str
    title: str | None = None


class FetchResultMetadata(Model):
    """What the page declares about itself, unverified. Present if included, for HTML pages."""
    description: str | None = None
    keywords: str | None = None
    open_graph: dict[str, str]
    """Values by property, such as og:image."""
    json_ld: list[Any]
    """Blocks of JSON-LD."""
    feeds: list[FetchResultMetadataFeed]
    """Feeds that the page names."""


class FetchResultWarning(Model):
    type: Literal["truncated", "not_read", "no_screenshot"] | str
    message: str


class FetchResultError(Model):
    code: Literal["invalid_url", "unsupported_scheme", "url_not_accessible", "timeout", "unsupported_content_type", "extraction_failed", "upstream_error"] | str
    message: str


class FetchResult(Model):
    requested_url: str
    """The URL exactly as in the request."""
    status: Literal["ok", "error"] | str
    final_url: str | None = None
    """URL after redirects."""
    http_status_code: int | None = None
    """HTTP status of the page. Absent if its server did not respond."""
    content_type: str | None = None
    fetched_at: datetime | None = None
    title: str | None = None
    published_date: str | None = None
    """Publication date: YYYY-MM-DD if only the day is known, otherwise a date-time in UTC."""
    author: str | None = None
    """Author, as stated on the page."""
    language: str | None = None
    """Language, as stated on the page: a BCP 47 tag."""
    canonical_url: str | None = None
    """Canonical address, as stated on the page. Not verified."""
    markdown: str | None = None
    """Main content as Markdown, at most 1 MiB. Present and not empty with the status ok."""
    passages: list[FetchResultPassage] | None = None
    """Passages that answer the `query`, best first; empty if none does. Present with a query."""
    text: str | None = None
    """Words of the Markdown without markup. Present if included."""
    html: str | None = None
    """Main content as clean HTML. Present if included, for HTML pages."""
    links: list[FetchResultLink] | None = None
    """Links of the page, each address once, at most 2,000. Present if included, for HTML pages."""
    metadata: FetchResultMetadata | None = None
    """What the page declares about itself, unverified. Present if included, for HTML pages."""
    screenshot: str | None = None
    """PNG in base64, 1,280 pixels wide, at most 3 MiB. Present if included, for HTML pages."""
    warnings: list[FetchResultWarning] | None = None
    """`truncated`: the Markdown or the screenshot does not include the end of the page. `not_read`:
    the text or the passages are absent. `no_screenshot`: none could be taken, or those of the call
    are too large.
    """
    error: FetchResultError | None = None


class AgentRunRequest(Model):
    query: str
    output_schema: dict[str, Any] | None
    effort: Literal["low", "medium", "high", "max"] | str
    include_domains: list[str]
    exclude_domains: list[str]
    from_date: str | None
    to_date: str | None
    scopes: list[str]
    collections: list[str]
    metadata: dict[str, Any] | None
    previous_run_id: str | None


class AgentRunOutputGroundingCitation(Model):
    source_id: int
    url: str


class AgentRunOutputGrounding(Model):
    field: str
    """Path into `structured` in dot notation, such as items.0.name."""
    citations: list[AgentRunOutputGroundingCitation]


class AgentRunOutputSource(Model):
    id: int
    url: str


class AgentRunOutput(Model):
    text: str | None
    """Report in Markdown. [n] cites the source with the id n."""
    structured: dict[str, Any] | None
    """Output in the form of output_schema. Values without a source are null."""
    grounding: list[AgentRunOutputGrounding]
    sources: list[AgentRunOutputSource]


class AgentRunCost(Model):
    searches: int
    pages: int
    """Pages that were read."""
    tokens: int
    """Tokens of the language model, both directions. 0 without one."""
    credits: int


class AgentRunWarning(Model):
    type: str
    message: str


class AgentRunError(Model):
    """Why the run failed. Absent unless the status is failed."""
    code: str
    message: str


class AgentRun(Model):
    id: str
    object: Literal["agent.run"]
    status: Literal["pending", "running", "completed", "failed", "cancelled"] | str
    stop_reason: Literal["finished", "budget_reached", "timeout", "cancelled", "invalid_output", "internal_error"] | str | None
    """Why the run ended. Null until then."""
    created_at: datetime
    started_at: datetime | None
    completed_at: datetime | None
    attempt: int
    """Number of the attempt, from 1. It grows when an operator resets the run."""
    request: AgentRunRequest | None
    output: AgentRunOutput | None
    cost: AgentRunCost | None
    """What the run used. Null until it has ended."""
    warnings: list[AgentRunWarning]
    error: AgentRunError | None = None
    """Why the run failed. Absent unless the status is failed."""


class AgentRunList(Model):
    next: str | None
    """Cursor of the next page, for `after`. Null on the last page."""
    runs: list[AgentRun]


class MonitorCreated(Model):
    monitor: Monitor
    webhook_secret: str
    """Secret `whsec_…` that signs the webhook messages, in the form of Standard Webhooks. Only this
    response contains it.
    """


class MonitorSearchRequest(Model):
    request_id: str
    request: dict[str, Any]
    """The search, as it was set."""
    consecutive_failures: int
    last_success_at: datetime | None = None


class MonitorPageRequestRequest(Model):
    """The page, as it was set."""
    url: str
    selector: str | None = None
    render: bool | None = None


class MonitorPageRequest(Model):
    request_id: str
    request: MonitorPageRequestRequest
    """The page, as it was set."""
    consecutive_failures: int
    last_success_at: datetime | None = None


class MonitorWebhook(Model):
    events: list[str]
    """Events that the webhook receives. Empty: all events."""
    status: Literal["active", "disabled"] | str
    url: str
    status_reason: str | None = None
    """Why the service disabled the webhook. Absent while it is active."""


class Monitor(Model):
    monitor_id: str
    name: str
    cadence: str
    """Time between two runs, as it was set."""
    status: Literal["active", "paused", "disabled", "deleted"] | str
    search_requests: list[MonitorSearchRequest]
    page_requests: list[MonitorPageRequest]
    webhook: MonitorWebhook | None
    created_at: datetime
    updated_at: datetime
    next_run_at: datetime | None = None
    """Start of the next period. Absent while the monitor is paused or disabled."""
    consecutive_failures: int
    """Number of failed runs in a row. After 10 the service disables the monitor."""


class MonitorPreviewRequest(Model):
    query: str
    """Empty for a page."""
    url: str | None = None
    """Of a page."""
    status: Literal["ok", "failed"] | str
    reason: str
    """Why the search or page failed, or which providers did not respond. Empty otherwise."""
    error_code: Literal["invalid_url", "unsupported_scheme", "url_not_accessible", "timeout", "unsupported_content_type", "extraction_failed", "upstream_error"] | str | None = None
    """Of a page that could not be read, with the codes of a fetch."""
    results_returned: int
    """Of a page: 1 if it was read."""
    new_records: int


class MonitorPreviewRecordSearchResultDocument(Model):
    url: str
    title: str
    content: str | None = None
    """Text of the document, at most 64 KiB. Absent with include_content false."""
    published_date: str | None = None
    """Publication date: YYYY-MM-DD if only the day is known, otherwise a date-time in UTC."""
    snippets: list[Snippet]


class MonitorPreviewRecordSearchResultMatchedRequest(Model):
    query: str


class MonitorPreviewRecordSearchResult(Model):
    document: MonitorPreviewRecordSearchResultDocument
    matched_requests: list[MonitorPreviewRecordSearchResultMatchedRequest]


class MonitorPreviewRecord(Model):
    novelty: Literal["new", "update"] | str
    """`new`, or `update` if the monitor delivered much of the text before, from another address,
    and for a page that has changed.
    """
    type: Literal["search_result"]
    search_result: MonitorPreviewRecordSearchResult


class MonitorPreviewPage(Model):
    url: str
    title: str
    content: str
    """Beginning of the text that is watched, at most 8,192 characters."""


class MonitorPreviewSuppressed(Model):
    url: str
    title: str
    reason: Literal["same_text", "near_duplicate"] | str
    novel_share: float
    """Share of sentences that no delivered record contains, 0 to 1."""
    document: MonitorPreviewRecordSearchResultDocument
    duplicate_of: str
    """Address of the record with the same content."""


class MonitorPreviewWarning(Model):
    type: Literal["truncated"]
    message: str


class MonitorPreview(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    next_runs: list[datetime]
    """Begin of the next five runs, the first at once. Empty for a monitor that is created paused.
    """
    requests: list[MonitorPreviewRequest]
    """Outcome of each search, then of each page, in the order of the request."""
    records: list[MonitorPreviewRecord]
    """What the first run would deliver."""
    pages: list[MonitorPreviewPage]
    """The pages that could be read, as the first run would keep them to compare the next one with.
    """
    suppressed: list[MonitorPreviewSuppressed]
    """What the first run would find and not deliver."""
    warnings: list[MonitorPreviewWarning] | None = None
    """What the preview left out."""


class MonitorList(Model):
    has_more: bool
    """Whether a next page exists."""
    monitors: list[Monitor]


class MonitorRead(Model):
    monitor: Monitor
    run_state: Literal["idle", "running", "unknown"] | str
    """Whether a run is in progress. unknown while the scheduler does not respond."""


class MonitorUpdated(Model):
    monitor: Monitor


class Nothing(Model):
    pass


class MonitorRunList(Model):
    has_more: bool
    """Whether a next page exists."""
    runs: list[MonitorRun]


class MonitorRun(Model):
    run_id: str
    """64-bit integer in a string."""
    monitor_id: str
    status: Literal["completed", "partial", "failed", "skipped"] | str
    """completed: all searches and pages succeeded. partial: some failed. failed: all failed.
    skipped: the run was not executed.
    """
    status_reason: str
    """Explanation for a person. Empty for a completed run."""
    started_at: datetime
    completed_at: datetime
    first_record_id: str
    """64-bit integer in a string."""
    last_record_id: str
    """64-bit integer in a string."""
    record_count: int
    requests_total: int
    requests_ok: int
    requests_failed: int


class MonitorRunRead(Model):
    run: MonitorRun


class MonitorRecordList(Model):
    has_more: bool
    """Whether a next page exists."""
    records: list[MonitorRecord]


class MonitorRecordSearchResultMatchedRequest(Model):
    request_id: str
    query: str


class MonitorRecordSearchResult(Model):
    document: MonitorPreviewRecordSearchResultDocument
    matched_requests: list[MonitorRecordSearchResultMatchedRequest]


class MonitorRecordPageChangePage(Model):
    url: str
    """As in the request."""
    title: str


class MonitorRecordPageChange(Model):
    page: MonitorRecordPageChangePage
    request_id: str
    added: list[str]
    """What the page has and did not have, in its order: sentences, list items, table rows, lines of
    code. At most 200 and 24 KiB.
    """
    removed: list[str]
    """What the page had and has no longer, with the same limits."""
    added_count: int
    """How many were added in all."""
    removed_count: int
    """How many were removed in all."""
    previous_read_at: datetime
    """When the page was read before."""
    read_at: datetime


class MonitorRecord(Model):
    record_id: str
    """64-bit integer in a string."""
    run_id: str
    """64-bit integer in a string."""
    type: Literal["search_result", "page_change"] | str
    """Which of the two members the record has: a document that a search found, or the change of a
    page.
    """
    novelty: Literal["new", "update"] | str
    """`new`, or `update` if the monitor delivered much of the text before, from another address,
    and for a page that has changed.
    """
    first_seen_at: datetime
    search_result: MonitorRecordSearchResult | None = None
    page_change: MonitorRecordPageChange | None = None


class MonitorRequestOutcomes(Model):
    requests: list[MonitorRequestOutcome]


class MonitorRequestOutcome(Model):
    request_id: str
    query: str
    """Empty for a page."""
    url: str | None = None
    """Of a page."""
    status: Literal["ok", "failed"] | str
    reason: str
    """Why the search or page failed, or which providers did not respond. Empty otherwise."""
    error_code: Literal["invalid_url", "unsupported_scheme", "url_not_accessible", "timeout", "unsupported_content_type", "extraction_failed", "upstream_error"] | str | None = None
    """Of a page that could not be read, with the codes of a fetch."""
    results_returned: int
    """Of a page: 1 if it was read."""
    new_records: int
    completed_at: datetime


class MonitorSuppressedList(Model):
    has_more: bool
    """Whether a next page exists."""
    suppressed: list[MonitorSuppressed]


class MonitorSuppressedOriginal(Model):
    """The record with the same content. Absent if it is not kept any more."""
    url: str
    title: str
    content: str | None = None
    """Beginning of its text, with include_content."""


class MonitorSuppressed(Model):
    ordinal: int
    """Position in the list, from 1. The parameter `since` takes it."""
    url: str
    title: str
    reason: Literal["same_text", "near_duplicate"] | str
    duplicate_of: str
    """Id of the record with the same content."""
    novel_share: float
    """Share of sentences that no delivered record contains, 0 to 1."""
    content: str | None = None
    """Beginning of the text, at most 8,192 characters, with include_content. Absent if it was not
    kept.
    """
    original: MonitorSuppressedOriginal | None = None
    """The record with the same content. Absent if it is not kept any more."""


class WebhookTested(Model):
    delivered: bool
    http_status_code: int | None = None
    """HTTP status of the response. Absent if there was no response."""
    error: str | None = None
    """Why the delivery failed, for a person. Absent if it succeeded."""


class WebhookDeliveryList(Model):
    has_more: bool
    """Whether a next page exists."""
    deliveries: list[WebhookDelivery]


class WebhookDeliveryAttempt(Model):
    at: datetime
    http_status_code: int | None = None
    """HTTP status of the response. Absent if there was no response."""
    error: str | None = None
    """Why the delivery failed, for a person. Absent if it succeeded."""
    response_body: str | None = None
    """First KiB of the response body, as UTF-8. Absent if there was no response."""


class WebhookDelivery(Model):
    id: str
    """Id of the delivery: the header `webhook-id` of each of its attempts."""
    event: Literal["run.completed", "run.failed"] | str
    run_id: str
    """Id of the run: a 64-bit integer in a string."""
    status: Literal["pending", "delivered", "exhausted"] | str
    """exhausted: all attempts failed."""
    attempts: list[WebhookDeliveryAttempt]


class MonitorFeeds(Model):
    atom: str
    """Path of the Atom feed, including its token."""
    json_: str = Field(alias="json")
    """Path of the JSON Feed, including its token."""


class IndexDocumentsResponseResult(Model):
    url: str
    status: Literal["indexed", "unchanged", "error"] | str
    """unchanged: the index has exactly this version of the document."""
    error: str | None = None
    """Why the document was rejected. Absent unless the status is error."""


class IndexDocumentsResponse(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    accepted: int
    """Number of documents that were accepted."""
    results: list[IndexDocumentsResponseResult]


class ListDocumentsResponse(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    documents: list[StoredDocument] | None = None
    """One page of documents. Absent with `url`."""
    next: str | None = None
    """The `after` of the next page; null on the last one. Absent with `url`."""
    total: int | None = None
    """Number of documents on all pages. Absent with `url`."""
    document: WholeDocument | None = None
    """The document with the `url`. Absent without it."""


class StoredDocument(Model):
    url: str
    title: str | None = None
    source: str
    """Name of the site."""
    scope: Literal["web", "news", "wikipedia", "people", "companies", "financial-reports"] | str | None = None
    """Scope in which searches find it. Absent: every scope."""
    published_date: str | None = None
    """Publication date: YYYY-MM-DD if only the day is known, otherwise a date-time in UTC."""
    collection: str | None = None
    metadata: dict[str, str | float | bool] | None = None
    indexed_at: datetime
    """Time at which this version was taken."""
    characters: int
    """Length of its text."""


class WholeDocument(Model):
    url: str
    title: str | None = None
    source: str
    """Name of the site."""
    scope: Literal["web", "news", "wikipedia", "people", "companies", "financial-reports"] | str | None = None
    """Scope in which searches find it. Absent: every scope."""
    published_date: str | None = None
    """Publication date: YYYY-MM-DD if only the day is known, otherwise a date-time in UTC."""
    collection: str | None = None
    metadata: dict[str, str | float | bool] | None = None
    indexed_at: datetime
    """Time at which this version was taken."""
    characters: int
    """Length of its text."""
    text: str
    """Text or Markdown, as it was indexed."""
    passages: list[FetchResultPassage]
    """Passages that searches rank, in the order of the text."""


class DeleteDocumentsResponse(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    deleted: int
    """Number of deleted documents, with `dry_run` of those that would be deleted. URLs that are not
    in the index do not count.
    """


class SourceResponse(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    source: Source


class SourcePages(Model):
    known: int
    """Number of pages that the source lists or has listed, without deleted ones."""
    indexed: int
    """Number of known pages whose documents are in the index."""
    waiting: int
    """Number of known pages that are not read yet."""
    failed: int
    """Number of known pages whose last read or indexing failed."""


class Source(Model):
    id: str
    url: str
    kind: Literal["feed", "sitemap"] | str | None = None
    """Kind of the source. Absent until the first poll has detected it."""
    cadence: str
    """Time between two polls, as it was set."""
    scope: Literal["web", "news", "wikipedia", "people", "companies", "financial-reports"] | str | None = None
    collection: str | None = None
    metadata: dict[str, str | float | bool] | None = None
    max_pages: int
    created_at: datetime
    pages: SourcePages
    last_polled_at: datetime | None = None
    last_error: str | None = None
    """Error of the last poll. Absent if the poll succeeded."""
    next_poll_at: datetime


class SourceList(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    has_more: bool
    """Whether a next page exists."""
    sources: list[Source]


class SourceDeleted(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    documents_deleted: int
    """Number of deleted documents."""


class MapResponseUrl(Model):
    url: str
    title: str | None = None
    """Title of the page, or the text of a link to it."""
    last_modified: datetime | None = None
    """When it was last changed, as a sitemap or feed states."""


class MapResponseWarning(Model):
    type: Literal["not_read"]
    message: str


class MapResponse(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    urls: list[MapResponseUrl]
    warnings: list[MapResponseWarning] | None = None
    """What could not be read. Absent if everything was."""


class CrawlResponse(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    crawl: Crawl


class CrawlRequest(Model):
    urls: list[str]
    max_pages: int
    max_depth: int
    include: list[str]
    exclude: list[str]
    include_subdomains: bool
    render: Literal["auto", "never"] | str
    scope: Literal["web", "news", "wikipedia", "people", "companies", "financial-reports"] | str | None = None
    collection: str | None = None
    metadata: dict[str, str | float | bool] | None = None
    refresh: str | None = None


class CrawlCounts(Model):
    found: int
    """Addresses that the crawl knows."""
    fetched: int
    """Responses of origins, over all rounds."""
    stored: int
    """Pages that were stored, new or changed, over all rounds. Each costs one credit."""
    unchanged: int
    """Pages whose stored version was current, over all rounds."""
    skipped: int
    """Addresses without a page of their own, over all rounds."""
    failed: int
    """Addresses that could not be read, over all rounds."""


class CrawlWarning(Model):
    type: Literal["document_limit"]
    message: str


class Crawl(Model):
    id: str
    status: Literal["pending", "running", "completed", "failed", "cancelled"] | str
    stop_reason: Literal["finished", "max_pages", "budget_reached", "cancelled", "internal_error"] | str | None = None
    """Why the crawl ended. Absent until then."""
    request: CrawlRequest
    counts: CrawlCounts
    round: int
    """Number of the current round, from 1."""
    created_at: datetime
    started_at: datetime | None = None
    completed_at: datetime | None = None
    next_round_at: datetime | None = None
    """Beginning of the next round, between two rounds."""
    warnings: list[CrawlWarning] | None = None
    """What keeps the crawl from storing pages. Absent if nothing does."""


class CrawlList(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    crawls: list[Crawl]
    next: str | None = None
    """Cursor of the next page, for `after`. Absent on the last page."""


class CrawlPageList(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    pages: list[CrawlPage]
    next: str | None = None
    """Cursor of the next page, for `after`. Absent on the last page."""


class CrawlPage(Model):
    url: str
    status: Literal["waiting", "stored", "unchanged", "skipped", "failed"] | str
    """waiting: not read yet in this round. stored: its text is new or has changed. unchanged: the
    stored version is current. skipped: it has no page of its own. failed: it could not be read.
    """
    reason: str | None = None
    """Why it was skipped, failed, or waits to be tried again."""
    http_status_code: int | None = None
    title: str | None = None
    depth: int
    """Number of links from a seed."""
    fetched_at: datetime | None = None
    document_url: str | None = None
    """URL of its document."""


class CrawlDeleted(Model):
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
    documents_deleted: int
    """Number of deleted documents."""


class AccountLimits(Model):
    requests_per_minute: dict[str, int]
    """Requests a minute of each key, by class of endpoint. Empty where rates are not limited."""
    documents: int
    """Maximum number of documents in the index of the organization."""
    agent_runs_at_once: int
    monitors: int
    """Maximum number of monitors of the organization."""


class Account(Model):
    organization_id: str
    balance: int
    """Balance in credits: all grants minus all charges."""
    held: int
    """Credits of the balance that are reserved by running work."""
    limits: AccountLimits


class UsageRow(Model):
    day: str | None = None
    """Day in UTC: YYYY-MM-DD."""
    key: str | None = None
    """Id of the key, or of the user for calls from the console. Null: the runs of monitors, which
    have no caller.
    """
    name: str | None = None
    """Name of the key or user, if it has one."""
    operation: str | None = None
    """Operation of the interface; `runMonitor` for runs of monitors."""
    scope: str | None = None
    """Scope that the calls named. Null: none, or several."""
    calls: int
    """Number of calls that were charged."""
    credits: int


class Usage(Model):
    rows: list[UsageRow]
    """Days in order; other groups with the highest credits first."""


class ErrorError(Model):
    code: Literal["INVALID_REQUEST", "UNAUTHENTICATED", "INSUFFICIENT_CREDITS", "PERMISSION_DENIED", "NOT_FOUND", "UNIMPLEMENTED", "ALREADY_EXISTS", "CONFLICT", "RATE_LIMITED", "CANCELLED", "DEADLINE_EXCEEDED", "UNAVAILABLE", "INTERNAL"] | str
    message: str
    """Explanation for a person."""
    type: str | None = None
    """Error type that chat SDKs read. Only in responses of chat completions and models."""
    param: str | None = None
    """Field that caused the error, or null. Only in responses of chat completions and models."""


class Error(Model):
    """Body of every error response. Handle errors by `code`: the text of `message` may change."""
    error: ErrorError
    request_id: str
    """Id of the call, `req_…`. Quote it in a problem report."""
