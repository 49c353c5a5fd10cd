import type { Clock } from '../core/clock.ts';
import type { Egress } from '../egress/egress.ts';
import type { Browser } from './browser/browser.ts';
import { download, type Download, type Validators } from './download.ts';
import type { PageExtra, PageExtras } from '../extract/extras/page-extras.ts';
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

export interface PageReadOptions {
  /** Validators of an earlier read: an unchanged page is an error with status 304. */
  known?: Validators | undefined;
  /** What is read of an HTML page beside its content. */
  wanted?: readonly PageExtra[] | undefined;
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
  { known, wanted }: PageReadOptions = {},
): Promise<PageResult> {
  const downloaded = await download(deps, url, signal, known);
  if (downloaded.status === 'error') return downloaded;
  const { mediaType, httpStatus } = downloaded;
  const { content, finalUrl, isRendered } = await contentOf(deps, { ...downloaded, wanted }, signal);
  const page = { finalUrl, httpStatus, contentType: mediaType.essence };
  const failed = (code: FetchErrorCode, message: string): PageError => ({ status: 'error', code, message, ...page });
  if (content.status === 'failed') return failed('extraction_failed', content.message);
  const noPage = mediaType.kind === 'html' ? noPageReason(content) : undefined;
  if (noPage) return failed('url_not_accessible', noPage);
  if (content.isLoginForm) return failed('extraction_failed', 'the page is a login form without content of its own');
  const markdown = cutToLimit(content.markdown);
  if (markdown.trim() === '') return failed('extraction_failed', 'the page has no main content');
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
    ...validators,
  };
}

interface Content {
  content: Extraction;
  /** Scripts may navigate elsewhere. */
  finalUrl: string;
  isRendered?: true;
}

type Document = Pick<Download, 'bytes' | 'mediaType' | 'finalUrl'> & Pick<PageReadOptions, 'wanted'>;

/** The main content of a document of a supported type, whatever the origin of its bytes. */
export async function contentOf(
  deps: Pick<ReadPageDeps, 'extractor' | 'browser'>,
  { bytes, mediaType, finalUrl, wanted }: Document,
  signal: AbortSignal,
): Promise<Content> {
  const { extractor } = deps;
  if (mediaType.kind === 'pdf') return { content: await extractor.extractPdf(bytes, signal), finalUrl };
  const text = decodeText(bytes, mediaType);
  if (mediaType.kind === 'feed') return { content: await extractor.extractFeed(text, finalUrl, signal), finalUrl };
  if (mediaType.kind === 'html') return htmlContentOf(deps, { html: text, url: finalUrl, wanted }, signal);
  return { content: asText(text, mediaType.kind), finalUrl };
}

/** The page's content, from its rendering if the HTML holds little of its own. */
async function htmlContentOf(
  deps: Pick<ReadPageDeps, 'extractor' | 'browser'>,
  { html, url, wanted }: { html: string; url: string } & Pick<PageReadOptions, 'wanted'>,
  signal: AbortSignal,
): Promise<Content> {
  const plain = await deps.extractor.extract(html, url, signal, wanted);
  if (!deps.browser || !isWorthRendering(plain)) return { content: plain, finalUrl: url };
  const rendered = await deps.browser.render(url, signal);
  if (rendered.status === 'refused') return { content: plain, finalUrl: url };
  const content = await deps.extractor.extract(rendered.html, rendered.finalUrl, signal, wanted);
  return wordsOf(content) > wordsOf(plain)
    ? { content, finalUrl: rendered.finalUrl, isRendered: true }
    : { content: plain, finalUrl: url };
}

const wordsOf = (extraction: Extraction) => (extraction.status === 'extracted' ? extraction.wordCount : 0);

/** A page without scripts renders to itself. */
function isWorthRendering(plain: Extraction): boolean {
  if (plain.status === 'failed') return false;
  return plain.hasScripts && plain.wordCount < (plain.hasAppRoot ? FEW_WORDS_OF_APP : FEW_WORDS);
}
