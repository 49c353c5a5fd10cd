import type { FETCH_ERROR_CODES } from '../../entities/documents/page.ts';

/** @see docs/rules.md#fetch */
export type FetchErrorCode = (typeof FETCH_ERROR_CODES)[number];

/** Why a page could not be read. */
export interface PageError {
  status: 'error';
  code: FetchErrorCode;
  message: string;
  /** Set whenever the origin responded. */
  httpStatus?: number;
  finalUrl?: string;
  contentType?: string;
  /** Where the origin redirects, if the caller does not follow it there. */
  redirectsTo?: string;
  /** How long the origin wants no further request, if it says so. */
  retryAfterMs?: number;
}

/** Whether the same request may succeed later. */
export function mayPass({ code, httpStatus }: PageError): boolean {
  if (code === 'timeout' || code === 'upstream_error' || httpStatus === 429) return true;
  return code === 'url_not_accessible' && httpStatus === undefined;
}
