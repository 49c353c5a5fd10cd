"""What the methods take, as keyword parameters."""

# Generated from the description of the interface by `npm run generate`.
from __future__ import annotations

from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict


MetadataRange = TypedDict(
    "MetadataRange",
    {
        "from": NotRequired["str | float | None"],
        "to": NotRequired["str | float | None"],
    },
)


class SearchRequestFieldsContent(TypedDict):
    max_characters_per_result: NotRequired[int | None]
    """Maximum length of one document's content, in Unicode code points. Default 100000."""


class SearchRequestFieldsSnippets(TypedDict):
    max_snippets: NotRequired[int | None]
    """Maximum number of snippets in the response. Default: no limit."""
    max_snippets_per_result: NotRequired[int | None]
    """Maximum number of snippets of one document. Default 16."""
    max_tokens: NotRequired[int | None]
    """Maximum number of tokens of all snippets together. Default 8192."""
    max_tokens_per_result: NotRequired[int | None]
    """Maximum number of tokens of one document's snippets. Default 4096."""


class SearchRequestFields(TypedDict):
    content: NotRequired[bool | SearchRequestFieldsContent | None]
    """Whether a document carries its text, or an object that limits the text."""
    snippets: NotRequired[bool | SearchRequestFieldsSnippets | None]
    """Whether a document carries its best passages, or an object that limits them."""


class SearchRequest(TypedDict):
    query: str
    """Question or keywords. Required, not blank, at most 8192 bytes of UTF-8."""
    scope: NotRequired[str | None]
    """One of web, news, wikipedia, people, companies, financial-reports. Default: the operator's
    default scope, which is web unless configured.
    """
    tier: NotRequired[str | None]
    """`base` returns the first ranking; `pro` ranks the passages again, by meaning too. Default
    pro. Both cost the same.
    """
    max_results: NotRequired[int | None]
    """Maximum number of documents. Default 10. Values above 100 are treated as 100."""
    include_domains: NotRequired[list[str] | None]
    """Restricts the search to these hosts. Host names without scheme, port or path, at most 200;
    each includes its subdomains. Default: all hosts.
    """
    exclude_domains: NotRequired[list[str] | None]
    """Excludes these hosts, also where include_domains names them. Host names without scheme, port
    or path, at most 200; each includes its subdomains.
    """
    from_date: NotRequired[str | None]
    """Earliest publication date. A day without a time is its start. Format: YYYY-MM-DD, an ISO 8601
    date-time, `now` or `now-<n><s|m|h|d|w|M|y>`.
    """
    to_date: NotRequired[str | None]
    """Latest publication date. A day without a time is included whole. Format: YYYY-MM-DD, an ISO
    8601 date-time, `now` or `now-<n><s|m|h|d|w|M|y>`.
    """
    collections: NotRequired[list[str] | None]
    """Finds only documents of these collections. Default: all documents, and what providers find.
    """
    metadata: NotRequired[dict[str, str | float | bool | list[str | float | bool] | MetadataRange] | None]
    """Finds only documents whose metadata meet all conditions: by name a value, a list of values of
    which one must be equal, or a range `{"from", "to"}` of numbers or dates. Default: all
    documents, and what providers find.
    """
    fields: NotRequired[SearchRequestFields | None]
    """Fields that each document carries. Default: content and snippets. An object that names one of
    the two returns that one only.
    """


class ResponseFormat(TypedDict):
    type: Literal["text", "json_object"]
    """text: Markdown. json_object: a JSON object of any form."""


class NamedJsonSchema(TypedDict):
    """The schema, with its name."""
    name: str
    """Name of the schema."""
    description: NotRequired[str | None]
    """Description of the schema for the model."""
    schema: dict[str, Any]
    """JSON Schema of the result."""
    strict: NotRequired[bool | None]
    """Whether the result must match the schema exactly. Default false."""


class ResponseFormat2(TypedDict):
    type: Literal["json_schema"]
    """JSON that matches the schema."""
    json_schema: NamedJsonSchema
    """The schema, with its name."""


class ResponseFormat3(TypedDict):
    type: Literal["json_schema"]
    """JSON that matches the schema."""
    name: str
    """Name of the schema."""
    description: NotRequired[str | None]
    """Description of the schema for the model."""
    schema: dict[str, Any]
    """JSON Schema of the result."""
    strict: NotRequired[bool | None]
    """Whether the result must match the schema exactly. Default false."""


class AnswerRequest(TypedDict):
    query: str
    """Question or keywords. Required, not blank, at most 8192 bytes of UTF-8."""
    scope: NotRequired[str | None]
    """One of web, news, wikipedia, people, companies, financial-reports. Default: the operator's
    default scope, which is web unless configured.
    """
    model: NotRequired[str | None]
    """`base`, or `pro`, which searches more than once and reads more pages. Default base."""
    system_prompt: NotRequired[str | None]
    """How to present the answer, at most 8192 bytes of UTF-8. It does not override the rules of
    citation and has no effect without a model.
    """
    response_format: NotRequired[ResponseFormat | ResponseFormat2 | ResponseFormat3 | None]
    """Form of the answer: Markdown, JSON, or JSON of a schema, in the style of chat completions.
    Default: Markdown.
    """
    collections: NotRequired[list[str] | None]
    """Finds only documents of these collections. Default: all documents, and what providers find.
    """
    metadata: NotRequired[dict[str, str | float | bool | list[str | float | bool] | MetadataRange] | None]
    """Finds only documents whose metadata meet all conditions: by name a value, a list of values of
    which one must be equal, or a range `{"from", "to"}` of numbers or dates. Default: all
    documents, and what providers find.
    """
    include_content: NotRequired[bool | None]
    """Whether citations carry the text of their documents. Default false."""


class ChatCompletionRequestMessageContent(TypedDict):
    type: str
    """text. Parts of other types have no effect."""
    text: NotRequired[str | None]
    """Text of the part."""


class ChatCompletionRequestMessage(TypedDict):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    """Role of the author. Messages of assistant, tool and function have no effect."""
    content: NotRequired[str | list[ChatCompletionRequestMessageContent] | None]
    """Text, or a list of parts."""


class ChatCompletionRequestStreamOptions(TypedDict):
    include_usage: NotRequired[bool | None]
    """Whether a last chunk without choices carries the usage. Default false."""


class ChatCompletionRequest(TypedDict):
    model: str
    """Any name. A name that ends in `pro` selects the tier pro, any other name the tier base."""
    messages: list[ChatCompletionRequestMessage]
    """Messages of the chat. The last user message is the question. System and developer messages, 8
    KiB together, control the presentation of the answer.
    """
    stream_options: NotRequired[ChatCompletionRequestStreamOptions | None]
    """Options of a stream."""
    response_format: NotRequired[ResponseFormat | ResponseFormat2 | ResponseFormat3 | None]
    """Form of the answer, as in AnswerRequest. Default: Markdown."""
    scope: NotRequired[str | None]
    """Scope of the search, as in SearchRequest. Default news."""
    collections: NotRequired[list[str] | None]
    """Finds only documents of these collections. Default: all documents, and what providers find.
    """
    metadata: NotRequired[dict[str, str | float | bool | list[str | float | bool] | MetadataRange] | None]
    """Finds only documents whose metadata meet all conditions: by name a value, a list of values of
    which one must be equal, or a range `{"from", "to"}` of numbers or dates. Default: all
    documents, and what providers find.
    """
    include_content: NotRequired[bool | None]
    """Whether citations carry the text of their documents. Default false."""
    n: NotRequired[Literal[1] | None]
    """Number of completions: 1."""
    tools: NotRequired[list[Any] | None]
    """Must be absent or empty: tools are not supported."""
    functions: NotRequired[list[Any] | None]
    """Must be absent or empty: functions are not supported."""


class FetchRequest(TypedDict):
    urls: list[str]
    """1 to 20 absolute http or https URLs, no two identical, each at most 2048 bytes."""
    formats: NotRequired[list[Literal["markdown"]] | None]
    """Format of the content. Default, also for an empty list: markdown."""
    include: NotRequired[list[Literal["text", "html", "links", "metadata", "screenshot"]] | None]
    """What each result carries beside the Markdown: `text`, the words without markup; `html`, the
    main content as clean HTML; `links`, all links of the page; `metadata`, what the page declares.
    `screenshot`, a picture of the page. All but `text` are of HTML pages only. Default: nothing.
    """
    query: NotRequired[str | None]
    """Question, at most 8192 bytes of UTF-8: each result carries the passages that answer it.
    Default: none.
    """
    include_tags: NotRequired[list[str] | None]
    """CSS selectors, at most 20 of at most 512 bytes: the content of an HTML page is the elements
    that match one of them. Default: the main content, as it is recognized.
    """
    exclude_tags: NotRequired[list[str] | None]
    """CSS selectors, as many: elements that match one of them are not content. Default: none."""
    wait_for: NotRequired[int | str | None]
    """CSS selector of an element, or milliseconds, at most 30000: an HTML page is rendered, and
    read once it has the element or that time has passed. Default: neither.
    """
    screenshot_full_page: NotRequired[bool | None]
    """Whether the screenshot shows the whole page, of which at most 10,000 pixels. Default false:
    its first 720 pixels.
    """
    headers: NotRequired[dict[str, str] | None]
    """Headers of the requests, at most 16 of together 8192 bytes, to the origin that all URLs
    share, and to no other. Not with max_age_seconds. Default: none.
    """
    max_age_seconds: NotRequired[int | None]
    """Age up to which a result that the organization's own calls stored is as good as a new read.
    Results are stored for a day. Default 0: every page is read.
    """
    tier: NotRequired[Literal["pro"] | None]
    """Default pro, the only tier."""
    timeout_ms: NotRequired[int | None]
    """Time limit of each URL in milliseconds, retries included. Default 75000. Values below 1000
    are treated as 1000, values above 75000 as 75000.
    """


class CreateAgentRunRequest(TypedDict):
    query: NotRequired[str | None]
    """Question or task, at most 32768 bytes of UTF-8. Default empty."""
    output_schema: NotRequired[ResponseFormat | ResponseFormat2 | ResponseFormat3 | None]
    """Form of the structured output, in the style of a chat completions `response_format`. Default:
    text only.
    """
    effort: NotRequired[Literal["low", "medium", "high", "max"] | None]
    """Limits of the run in searches and page reads together, and in time: low 10 and 3 minutes,
    medium 40 and 10 minutes, high 100 and 20 minutes, max 200 and 30 minutes. Default medium.
    """
    include_domains: NotRequired[list[str] | None]
    """Restricts the searches and the links that are followed to these hosts. Host names without
    scheme, port or path, at most 200; each includes its subdomains. Default: all hosts.
    """
    exclude_domains: NotRequired[list[str] | None]
    """Excludes these hosts, also where include_domains names them. Host names without scheme, port
    or path, at most 200; each includes its subdomains.
    """
    from_date: NotRequired[str | None]
    """Earliest publication date of what searches find. Format: YYYY-MM-DD, an ISO 8601 date-time,
    `now` or `now-<n><s|m|h|d|w|M|y>`.
    """
    to_date: NotRequired[str | None]
    """Latest publication date of what searches find. Format: YYYY-MM-DD, an ISO 8601 date-time,
    `now` or `now-<n><s|m|h|d|w|M|y>`.
    """
    scopes: NotRequired[list[Literal["web", "news", "wikipedia", "people", "companies", "financial-reports"]] | None]
    """Scopes to search. Default: the default scope, and others that fit a question."""
    collections: NotRequired[list[str] | None]
    """Finds only documents of these collections. Default: all documents, and what providers find.
    """
    metadata: NotRequired[dict[str, str | float | bool | list[str | float | bool] | MetadataRange] | None]
    """Finds only documents whose metadata meet all conditions: by name a value, a list of values of
    which one must be equal, or a range `{"from", "to"}` of numbers or dates. Default: all
    documents, and what providers find.
    """
    previous_run_id: NotRequired[str | None]
    """Run of this organization to follow up on: its subject, its notes and the sources that it
    cites are known to this run. 404 if it does not exist or has expired.
    """


class CreateMonitorRequestWebhook(TypedDict):
    events: NotRequired[list[Literal["run.completed", "run.failed"]] | None]
    """Events that the webhook receives. An empty list: all events. Default: all events; in an
    update: unchanged.
    """
    status: NotRequired[Literal["active", "disabled"] | None]
    """active sends messages; disabled sends none. Default active; in an update: unchanged."""
    url: NotRequired[str | None]
    """Address of the webhook: https, unless the operator allows its host."""


class CreateMonitorRequest(TypedDict):
    name: NotRequired[str | None]
    """Name of the monitor, at most 512 bytes of UTF-8. A name that is not empty must be unique in
    the organization. Default empty.
    """
    cadence: str
    """Time between two runs: a number and one unit of s, m, h, d, w, such as 90m. From 1 hour to
    366 days.
    """
    search_requests: NotRequired[list[SearchRequest] | None]
    """Up to 1,000 searches, no two identical, none with an api_key. Required where no page is
    given.
    """
    page_requests: NotRequired[list[PageRequest] | None]
    """Pages to watch, no two identical; with the searches up to 1,000. Default: none."""
    status: NotRequired[Literal["active", "paused"] | None]
    """active starts the first run at once; paused runs nothing. Default active."""
    webhook: NotRequired[CreateMonitorRequestWebhook | None]
    """Webhook that receives the result of each run. Default: none."""


class PageRequest(TypedDict):
    url: str
    """Absolute http or https URL of the page."""
    selector: NotRequired[str | None]
    """CSS selector of what is watched. Default: the main content, as it is recognized."""
    render: NotRequired[bool | None]
    """Whether a browser renders the page in any case. Default false: only where its HTML has little
    content.
    """


class UpdateMonitorRequest(TypedDict):
    name: NotRequired[str | None]
    """New name, at most 512 bytes of UTF-8. Null removes the name."""
    cadence: NotRequired[str]
    """Time between two runs: a number and one unit of s, m, h, d, w, such as 90m. From 1 hour to
    366 days. An empty string leaves the cadence unchanged.
    """
    search_requests: NotRequired[list[SearchRequest] | None]
    """Searches that replace the present ones. An empty list leaves them unchanged; null removes
    them where pages remain.
    """
    page_requests: NotRequired[list[PageRequest] | None]
    """Pages that replace the present ones. An empty list leaves them unchanged; null removes them
    where searches remain.
    """
    status: NotRequired[Literal["active", "paused"]]
    """New status. A disabled monitor becomes active again with active."""
    webhook: NotRequired[CreateMonitorRequestWebhook | None]
    """Fields to change in the webhook; omitted fields are unchanged. Null removes the webhook."""


class IndexDocumentsRequestDocument(TypedDict):
    url: str
    """Address that identifies the document. It is fetched only if the document has no text."""
    title: NotRequired[str | None]
    """Title of the document. Default: none."""
    published_date: NotRequired[str | None]
    """Publication date: YYYY-MM-DD or an ISO 8601 date-time."""
    source: NotRequired[str | None]
    """Name of the site. Default: the URL's host."""
    scope: NotRequired[str | None]
    """Scope in which searches find the document. Default: every scope."""
    collection: NotRequired[str | None]
    """Collection of the document. Default: none."""
    metadata: NotRequired[dict[str, str | float | bool] | None]
    """Values by name, at most 32: strings of at most 512 characters, numbers, booleans. A date is a
    string in ISO 8601.
    """
    text: NotRequired[str | None]
    """Text or Markdown, not blank, at most 1 MiB of UTF-8. Default: the page at the URL is read, as
    a fetch reads it, for one credit.
    """


class IndexDocumentsRequest(TypedDict):
    documents: list[IndexDocumentsRequestDocument]
    """1 to 1000 documents. An error in one of them does not affect the others."""


class IndexFilesRequestFile(TypedDict):
    name: str
    """Name of the file with its ending, or its path below a folder."""
    content: bytes
    """Bytes of the file, in base64."""


class IndexFilesRequest(TypedDict):
    files: list[IndexFilesRequestFile]
    """1 to 100 files. A fault of one of them does not affect the others."""
    url: NotRequired[str | None]
    """Address of the one file. The files of an archive have addresses below it."""
    base_url: NotRequired[str | None]
    """Base of the addresses of all files, to which their names are added. Default: a reserved host.
    """
    source: NotRequired[str | None]
    """Name of the site. Default: the URL's host."""
    scope: NotRequired[str | None]
    """Scope in which searches find the documents. Default: every scope."""
    collection: NotRequired[str | None]
    """Collection of the documents. Default: none."""
    metadata: NotRequired[str | dict[str, Any] | None]
    """Values by name, at most 32: strings of at most 512 characters, numbers, booleans. In a form,
    an object in JSON.
    """


class DeleteDocumentsRequestFilter(TypedDict):
    """Selects the documents that match all of its members, instead of `urls`. It has at least one
    member.
    """
    prefix: NotRequired[str]
    """Beginning of the URL, exactly as it was indexed."""
    domain: NotRequired[str]
    """Host name of the URL; it covers its subdomains."""
    collection: NotRequired[str]
    """Collection of the documents."""
    source: NotRequired[str]
    """Name of the site, exactly as it was indexed."""
    metadata: NotRequired[dict[str, str | float | bool | list[str | float | bool] | MetadataRange]]
    """Conditions by name, as in a search."""


class DeleteDocumentsRequest(TypedDict):
    urls: NotRequired[list[str]]
    """1 to 1000 URLs, exactly as they were indexed."""
    filter: NotRequired[DeleteDocumentsRequestFilter]
    """Selects the documents that match all of its members, instead of `urls`. It has at least one
    member.
    """
    dry_run: NotRequired[bool]
    """Only counts what the filter selects. Default false."""


class FollowSourceRequest(TypedDict):
    url: str
    """Address of an RSS or Atom feed, a sitemap or a sitemap index."""
    kind: NotRequired[Literal["feed", "sitemap"] | None]
    """Kind of the source. Default: the first poll detects it."""
    cadence: NotRequired[str | None]
    """Time between two polls: a number and one unit of s, m, h, d, w. From 1 hour to 366 days.
    Default 1h.
    """
    scope: NotRequired[Literal["web", "news", "wikipedia", "people", "companies", "financial-reports"] | None]
    """Scope of the documents. Default: searches of every scope find them."""
    collection: NotRequired[str | None]
    """Collection of the documents. Default: none."""
    metadata: NotRequired[dict[str, str | float | bool] | None]
    """Metadata of each document. Default: none."""
    max_pages: NotRequired[int | None]
    """Maximum number of pages of the source, 1 to 10000. Default 1000."""


class MapRequest(TypedDict):
    url: str
    """Address on the site."""
    query: NotRequired[str | None]
    """Words that the wanted pages have in their titles and paths. Default: the order of the site.
    """
    limit: NotRequired[int | None]
    """Maximum number of addresses, 1 to 5000. Default 1000."""
    include_subdomains: NotRequired[bool | None]
    """Whether subdomains of the host belong to the site. Default false."""


class CreateCrawlRequest(TypedDict):
    urls: list[str]
    """Addresses to begin with, 1 to 100. The crawl stays on their hosts."""
    max_pages: NotRequired[int | None]
    """Maximum number of stored pages, 1 to 1000000. Default 1000."""
    max_depth: NotRequired[int | None]
    """Maximum number of links between a seed and a page, 0 to 100. Default 10."""
    include: NotRequired[list[str] | None]
    """Globs on the path, of which a page must match one: `*` is any text without a slash, `**` any
    text, `?` one character. Default: every path. Seeds are always read.
    """
    exclude: NotRequired[list[str] | None]
    """Globs on the path, of which a page must match none. They win over `include`."""
    include_subdomains: NotRequired[bool | None]
    """Whether subdomains of the hosts belong to the crawl. Default false."""
    render: NotRequired[Literal["auto", "never"] | None]
    """auto: a browser renders pages without content of their own. never: no page is rendered.
    Default auto.
    """
    scope: NotRequired[Literal["web", "news", "wikipedia", "people", "companies", "financial-reports"] | None]
    """Scope of the documents. Default: searches of every scope find them."""
    collection: NotRequired[str | None]
    """Collection of the documents. Default: none."""
    metadata: NotRequired[dict[str, str | float | bool] | None]
    """Metadata of each document. Default: none."""
    refresh: NotRequired[str | None]
    """Time between two rounds: a number and one unit of s, m, h, d, w, from 1 hour to 366 days. The
    crawl then keeps its pages fresh until it is cancelled. Default: one round.
    """


class ListAgentRunsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of runs on the page, 1 to 100. Default 20."""
    after: NotRequired[str]
    """The `next` of the previous page."""


class GetAgentRunQuery(TypedDict):
    wait: NotRequired[int]
    """Seconds to wait for the end of the run, 1 to 60. The response is sent when the run ends or
    the time is over. Default: no wait.
    """


class ListMonitorsQuery(TypedDict):
    name: NotRequired[str]
    """Returns the monitor with exactly this name."""
    status: NotRequired[Literal["active", "paused", "disabled"]]
    """Returns monitors of this status only. Default: every status."""
    since: NotRequired[str]
    """Id of a monitor. Returns monitors that were created after it."""
    before: NotRequired[str]
    """Id of the last monitor of the previous page. Returns monitors that were created before it."""
    limit: NotRequired[int]
    """Maximum number of items on the page. Default 100. Values above 1000 are treated as 1000."""


class ListMonitorRunsQuery(TypedDict):
    since: NotRequired[str]
    """Returns items with a greater id only (exclusive)."""
    before: NotRequired[str]
    """Returns items with a smaller id only (exclusive). For the next page: the last id of this
    page.
    """
    limit: NotRequired[int]
    """Maximum number of items on the page. Default 100. Values above 1000 are treated as 1000."""
    sort: NotRequired[Literal["desc", "asc"]]
    """Order by id: desc is newest first."""


class ListMonitorRunRecordsQuery(TypedDict):
    since: NotRequired[str]
    """Returns items with a greater id only (exclusive)."""
    before: NotRequired[str]
    """Returns items with a smaller id only (exclusive). For the next page: the last id of this
    page.
    """
    limit: NotRequired[int]
    """Maximum number of items on the page. Default 100. Values above 1000 are treated as 1000."""
    sort: NotRequired[Literal["desc", "asc"]]
    """Order by id: desc is newest first."""
    include_content: NotRequired[bool]
    """Whether records carry the content of their documents. Default true."""


class ListMonitorRunSuppressedQuery(TypedDict):
    since: NotRequired[str]
    """Returns documents with a greater `ordinal` only. For the next page: the last ordinal of this
    page.
    """
    limit: NotRequired[int]
    """Maximum number of items on the page. Default 100. Values above 1000 are treated as 1000."""
    include_content: NotRequired[bool]
    """Whether the documents carry the texts that were compared; then a page has at most 25. Default
    false.
    """


class ListMonitorRecordsQuery(TypedDict):
    since: NotRequired[str]
    """Returns items with a greater id only (exclusive)."""
    before: NotRequired[str]
    """Returns items with a smaller id only (exclusive). For the next page: the last id of this
    page.
    """
    limit: NotRequired[int]
    """Maximum number of items on the page. Default 100. Values above 1000 are treated as 1000."""
    sort: NotRequired[Literal["desc", "asc"]]
    """Order by id: desc is newest first."""
    include_content: NotRequired[bool]
    """Whether records carry the content of their documents. Default true."""


class ListMonitorWebhookDeliveriesQuery(TypedDict):
    before: NotRequired[str]
    """Id of the last delivery of the previous page. Returns older deliveries."""
    limit: NotRequired[int]
    """Maximum number of items on the page. Default 100. Values above 1000 are treated as 1000."""


class ListDocumentsQuery(TypedDict):
    url: NotRequired[str]
    """Reads the one document with this URL, with its text and its passages. Excludes the other
    parameters.
    """
    prefix: NotRequired[str]
    """Beginning of the URL, exactly as it was indexed."""
    domain: NotRequired[str]
    """Host name of the URL; it covers its subdomains."""
    collection: NotRequired[str]
    """Collection of the documents."""
    source: NotRequired[str]
    """Name of the site, exactly as it was indexed."""
    q: NotRequired[str]
    """Part of the title or of the URL, in any case."""
    limit: NotRequired[int]
    """Maximum number of documents on the page. Default 100. Values above 1000 are treated as 1000.
    """
    after: NotRequired[str]
    """The `next` of the previous page."""


class ListSourcesQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of sources on the page. Default 100. Values above 1000 are treated as 1000."""
    before: NotRequired[str]
    """Id of the last source of the previous page. Returns older sources."""


class ListCrawlsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of crawls on the page, 1 to 100. Default 20."""
    after: NotRequired[str]
    """The `next` of the previous page."""


class DeleteCrawlQuery(TypedDict):
    keep_documents: NotRequired[bool]
    """Whether the documents of the crawl stay. Default false."""


class ListCrawlPagesQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of addresses on the page, 1 to 1000. Default 100."""
    after: NotRequired[str]
    """The `next` of the previous page."""
    status: NotRequired[Literal["waiting", "stored", "unchanged", "skipped", "failed"]]
    """Only addresses in this state."""


class GetUsageQuery(TypedDict):
    from_: NotRequired[str]
    """First day or time. Default: 29 days before the end."""
    to: NotRequired[str]
    """Last day or time; a day counts as a whole. Default: now."""
    group_by: NotRequired[Literal["day", "key", "operation", "scope"]]
    """What a row of the response is."""
    format: NotRequired[Literal["json", "csv"]]
    """csv: a table with a line of names, by RFC 4180."""
