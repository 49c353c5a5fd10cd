import { retryAfterMs } from '../core/retry-after.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ACCEPT_ENCODING } from '../egress/decode.ts';
import type { Egress, EgressAnswer, EgressResponse } from '../egress/egress.ts';
import { redirectLocation } from '../egress/redirect.ts';
import { readBody } from '../egress/read-body.ts';
import { declaredMediaType, settledMediaType, type MediaType } from '../extract/media-type.ts';
import type { PageError } from './page-error.ts';

/** How a document is asked for. */
export interface DownloadOptions {
  /** Validators of the caller's version: if it is still current, the result is an error with status 304. */
  known?: Validators | undefined;
  /** Whether a failure is final: the caller tries again by itself. */
  once?: boolean | undefined;
  /** Whether a redirect to this URL is followed; otherwise it is an error that names the target. Absent: each is. */
  mayFollow?: ((target: string) => boolean) | undefined;
  /** Sent with the own ones, which they replace, to the origin of the URL alone. */
  headers?: Readonly<Record<string, string>> | undefined;
}

export interface DownloadDeps {
  egress: Egress;
  userAgent: string;
  /** Default: English, then anything. */
  acceptLanguage?: string;
}

/** The validators of a version, as the origin sent them. */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

export interface Download {
  status: 'downloaded';
  finalUrl: string;
  httpStatus: number;
  mediaType: MediaType;
  bytes: Buffer;
  validators: Validators;
}

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_PDF_BYTES = 64 * 1024 * 1024;

/** Pauses before the second and third attempt. */
const RETRY_AFTER_MS = [250, 1_000];
const LONGEST_PAUSE_MS = 5_000;
const RETRIED_STATUSES = new Set([429, 502, 503, 504]);

const ACCEPT =
  'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.9,application/pdf;q=0.8,application/rss+xml;q=0.8,application/atom+xml;q=0.8,application/json;q=0.8,application/xml;q=0.8,*/*;q=0.5';
export const ACCEPT_LANGUAGE = 'en,*;q=0.5';

/**
 * Downloads a document of a supported type over HTTP; retries connection resets and temporary overloads at most twice.
 */
export async function download(
  deps: DownloadDeps,
  url: string,
  signal: AbortSignal,
  options: DownloadOptions = {},
): Promise<Download | PageError> {
  for (let tries = 0; ; tries += 1) {
    const attempt = await downloadOnce(deps, url, signal, options);
    const pauseMs = RETRY_AFTER_MS[tries];
    if (options.once || !attempt.retry || pauseMs === undefined) return attempt.result;
    await pause(Math.max(pauseMs, attempt.retry.afterMs), signal);
  }
}

interface Attempt {
  result: Download | PageError;
  /** Set if a retry may succeed. */
  retry?: { afterMs: number };
}

async function downloadOnce(
  deps: DownloadDeps,
  url: string,
  signal: AbortSignal,
  { known, mayFollow, headers: added }: DownloadOptions,
): Promise<Attempt> {
  const { egress, userAgent, acceptLanguage = ACCEPT_LANGUAGE } = deps;
  const headers = {
    'user-agent': userAgent,
    accept: ACCEPT,
    'accept-language': acceptLanguage,
    'accept-encoding': ACCEPT_ENCODING,
    ...conditionsOf(known),
  };
  const originHeaders = lowerCased(added);
  const response = await egress.request(url, { headers, originHeaders, signal, cookies: true, mayFollow });
  if (response.status === 'refused') {
    return { result: asError(response), ...(response.isConnectionReset && { retry: { afterMs: 0 } }) };
  }
  const mediaType = declaredMediaType(response.headers);
  const { finalUrl, httpStatus } = response;
  const failed = (code: PageError['code'], message: string): PageError => {
    return {
      status: 'error',
      code,
      message,
      finalUrl,
      httpStatus,
      ...(mediaType && { contentType: mediaType.essence }),
    };
  };
  const target = redirectLocation(httpStatus, response.headers);
  if (target !== undefined && URL.canParse(target, finalUrl)) {
    response.body.destroy();
    const redirectsTo = new URL(target, finalUrl).href;
    return { result: { ...failed('url_not_accessible', `it redirects to ${redirectsTo}`), redirectsTo } };
  }
  const refusal = refusedUnread(response, mediaType);
  if (refusal) {
    response.body.destroy();
    const isPassing = RETRIED_STATUSES.has(httpStatus);
    const wantedMs = retryAfterMs(response.headers.get('retry-after'), new Date());
    return {
      result: {
        ...failed(refusal.code, refusal.message),
        ...(isPassing && wantedMs !== undefined && { retryAfterMs: wantedMs }),
      },
      ...(isPassing && { retry: { afterMs: pauseAsked(response.headers) } }),
    };
  }
  const body = await readBody(response, mediaType?.kind === 'pdf' ? MAX_PDF_BYTES : MAX_BODY_BYTES, signal);
  if (body.status === 'refused') {
    return { result: failed('upstream_error', body.message), ...(body.isConnectionReset && { retry: { afterMs: 0 } }) };
  }
  const settled = settledMediaType(mediaType, body.bytes);
  if (!settled.kind) return { result: failed('unsupported_content_type', `${settled.essence} is not served`) };
  const validators = validatorsOf(response.headers);
  return { result: { status: 'downloaded', finalUrl, httpStatus, mediaType: settled, bytes: body.bytes, validators } };
}

const lowerCased = (headers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Headers that request a document only if its version differs. */
export function conditionsOf({ etag, lastModified }: Validators = {}): Record<string, string> {
  return { ...(etag && { 'if-none-match': etag }), ...(lastModified && { 'if-modified-since': lastModified }) };
}

export function validatorsOf(headers: Headers): Validators {
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  return { ...(etag && { etag }), ...(lastModified && { lastModified }) };
}

/** Why a response is not read at all, if so. */
function refusedUnread(
  { httpStatus }: EgressAnswer,
  mediaType: MediaType | undefined,
): Pick<PageError, 'code' | 'message'> | undefined {
  if (httpStatus >= 500) return { code: 'upstream_error', message: `the origin answered with status ${httpStatus}` };
  if (httpStatus < 200 || httpStatus >= 300)
    return { code: 'url_not_accessible', message: `the origin answered with status ${httpStatus}` };
  if (mediaType && !mediaType.kind)
    return { code: 'unsupported_content_type', message: `${mediaType.essence} is not served` };
  return undefined;
}

function asError({ code, message, httpStatus, finalUrl }: EgressResponse & { status: 'refused' }): PageError {
  return {
    status: 'error',
    code,
    message,
    ...(httpStatus !== undefined && { httpStatus }),
    ...(finalUrl !== undefined && { finalUrl }),
  };
}

/** The origin's requested delay, limited by a page's budget. */
function pauseAsked(headers: Headers): number {
  return Math.min(retryAfterMs(headers.get('retry-after'), new Date()) ?? 0, LONGEST_PAUSE_MS);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
