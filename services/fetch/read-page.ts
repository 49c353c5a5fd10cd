import type { Clock } from '../core/clock.ts';
import type { Egress } from '../egress/egress.ts';
import type { Browser } from './browser/browser.ts';
import type { Screenshot } from './browser/screenshot.ts';
import type { RenderRefusal } from './browser/render-page.ts';
import type { Visit } from './browser/visit.ts';
import { download, type Download, type Validators } from './download.ts';
import type { PageExtras } from '../extract/extras/page-extras.ts';
import type { ContentChoice } from '../extract/content/chosen-elements.ts';
import type { PageWants } from '../extract/extract-page.ts';
import { knownFacts, type DocumentFacts } from '../extract/facts/document-facts.ts';
import type { Extraction } from '../extract/facts/extraction.ts';
import type { Extractor } from '../extract/extractor.ts';
import { decodeText } from './character-set.ts';
import { asText, cutToLimit } from '../extract/text-as-markdown.ts';
import type { FetchErrorCode, PageError } from './page-error.ts';
import { noPageReason } from './block-page.ts';

export interface ReadPage extends DocumentFacts {
  status: 'ok';
  /** After redirects, without fragment and userinfo. */
  finalUrl: string;
  httpStatus: number;
  /** Type and subtype, without parameters. */
  contentType: string;
  fetchedAt: Date;
  /** Never blank, at most 1 MiB of UTF-8. */
  markdown: string;
  /** Whether the Markdown lacks the end of the page, because the page or its Markdown is too large. */
  isCut?: true;
  /** What was asked for beside the content, of an HTML page. */
  extras?: PageExtras;
  /** Of an HTML page, where it was asked for and the browser could take it. */
  screenshot?: Screenshot;
  /** Validators of the download; absent if the origin sent none, or if a browser rendered the content. */
  validators?: Validators;
}

/** A page, or the reason why it could not be read. */
export type PageResult = ReadPage | PageError;

export interface ReadPageDeps {
  egress: Egress;
  extractor: Extractor;
  /** Renders pages that have no main content of their own; without a renderer they stay as they are. */
  browser?: Browser;
  clock: Clock;
  /** The user agent of every request, with a way to reach the operator. */
  userAgent: string;
  /** Default: English, then anything. */
  acceptLanguage?: string;
}

/** What is read of an HTML page, and how. A wait or a screenshot has it rendered. */
export interface PageReadOptions extends PageWants, Visit {
  /** Validators of an earlier read: an unchanged page is an error with status 304. */
  known?: Validators | undefined;
  /** Whether a redirect to this URL is followed; otherwise it is an error that names the target. Absent: each is. */
  mayFollow?: ((target: string) => boolean) | undefined;
  /** Whether a failure of the download is final: the caller tries again by itself. */
  once?: boolean | undefined;
}

/** A page with fewer words is rendered; the second limit applies to one with an application's empty root. */
const FEW_WORDS = 80;
const FEW_WORDS_OF_APP = 250;

/**
 * Reads one page as Markdown.
 *
 * @param url checked here, not trusted
 * @param signal ends the work; its reason is rethrown, so that a cancellation stays one. The caller sets the budget
 * @returns the page or its failure as a value; our own failures are thrown
 * @see docs/rules.md#fetch
 */
export async function readPage(
  deps: ReadPageDeps,
  url: string,
  signal: AbortSignal,
  options: PageReadOptions = {},
): Promise<PageResult> {
  const downloaded = await download(deps, url, signal, options);
  if (downloaded.status === 'error') return downloaded;
  const { mediaType, httpStatus } = downloaded;
  const document = { ...downloaded, ...options, requestedUrl: url };
  const { content, finalUrl, isRendered, screenshot } = await contentOf(deps, document, signal);
  const page = { finalUrl, httpStatus, contentType: mediaType.essence };
  const failed = (code: FetchErrorCode, message: string): PageError => ({ status: 'error', code, message, ...page });
  if (content.status === 'failed') return failed(content.code ?? 'extraction_failed', content.message);
  const noPage = mediaType.kind === 'html' ? noPageReason(content) : undefined;
  if (noPage) return failed('url_not_accessible', noPage);
  if (content.isLoginForm) return failed('extraction_failed', 'the page is a login form without content of its own');
  const markdown = cutToLimit(content.markdown);
  if (markdown.trim() === '') return failed('extraction_failed', options.choice ? NOTHING_CHOSEN : NO_CONTENT);
  const isCut = content.isCut === true || markdown.length < content.markdown.length;
  const hasValidators = !isRendered && Object.keys(downloaded.validators).length > 0;
  const validators = hasValidators && { validators: downloaded.validators };
  return {
    status: 'ok',
    ...page,
    fetchedAt: deps.clock.now(),
    markdown,
    ...(isCut && { isCut }),
    ...knownFacts(content),
    ...(content.extras && { extras: content.extras }),
    ...(screenshot && { screenshot }),
    ...validators,
  };
}

const NO_CONTENT = 'the page has no main content';
const NOTHING_CHOSEN = 'the page has no text in what include_tags and exclude_tags choose';

interface Content {
  /** A failure of the rendering that was asked for has its own code. */
  content: Extraction & { code?: FetchErrorCode };
  /** Scripts may navigate elsewhere. */
  finalUrl: string;
  isRendered?: true;
  screenshot?: Screenshot | undefined;
}

interface Document extends Pick<Download, 'bytes' | 'mediaType' | 'finalUrl'>, PageWants, Visit {
  /** Absent: as `finalUrl`. */
  requestedUrl?: string;
}

/** The main content of a document of a supported type, whatever the origin of its bytes. */
export async function contentOf(
  deps: Pick<ReadPageDeps, 'extractor' | 'browser'>,
  { bytes, mediaType, finalUrl, ...options }: Document,
  signal: AbortSignal,
): Promise<Content> {
  const { extractor } = deps;
  if (mediaType.kind === 'pdf') return { content: await extractor.extractPdf(bytes, signal), finalUrl };
  const text = decodeText(bytes, mediaType);
  if (mediaType.kind === 'feed') return { content: await extractor.extractFeed(text, finalUrl, signal), finalUrl };
  if (mediaType.kind === 'html') return htmlContentOf(deps, { html: text, url: finalUrl, ...options }, signal);
  return { content: asText(text, mediaType.kind), finalUrl };
}

interface HtmlPage extends PageWants, Visit {
  html: string;
  /** After redirects. */
  url: string;
  requestedUrl?: string;
}

/** The page's content, from its rendering if this is asked for, or if the HTML holds little of its own. */
async function htmlContentOf(
  deps: Pick<ReadPageDeps, 'extractor' | 'browser'>,
  { html, url, requestedUrl = url, wanted, choice, waitFor, screenshot: area, headers }: HtmlPage,
  signal: AbortSignal,
): Promise<Content> {
  const { extractor, browser } = deps;
  const plain = await extractor.extract(html, url, signal, { wanted, choice });
  const isAsked = waitFor !== undefined || area !== undefined;
  if (!isAsked && !isWorthRendering(plain, choice)) return { content: plain, finalUrl: url };
  // Headers are of the URL that the caller names. Without them, the page is rendered where it was found.
  const rendered = await browser?.render(headers ? requestedUrl : url, signal, { waitFor, screenshot: area, headers });
  if (!rendered || rendered.status === 'refused') {
    const content = waitFor ? notRendered(rendered) : plain;
    return { content, finalUrl: url };
  }
  const { screenshot } = rendered;
  const content = await extractor.extract(rendered.html, rendered.finalUrl, signal, { wanted, choice });
  return waitFor || wordsOf(content) > wordsOf(plain)
    ? { content, finalUrl: rendered.finalUrl, isRendered: true, screenshot }
    : { content: plain, finalUrl: url, screenshot };
}

function notRendered(refusal: RenderRefusal | undefined): Content['content'] {
  const { code = 'upstream_error', message = 'this installation renders no pages' } = refusal ?? {};
  return { status: 'failed', code, message };
}

const wordsOf = (extraction: Extraction) => (extraction.status === 'extracted' ? extraction.wordCount : 0);

/** A page without scripts renders to itself. */
function isWorthRendering(plain: Extraction, choice: ContentChoice | undefined): boolean {
  if (plain.status === 'failed') return false;
  // What is included may be a few words.
  if (choice && choice.include.length > 0) return plain.hasScripts && plain.wordCount === 0;
  return plain.hasScripts && plain.wordCount < (plain.hasAppRoot ? FEW_WORDS_OF_APP : FEW_WORDS);
}
