import { z } from 'zod';
import type { WaitFor } from '../../../../services/fetch/browser/visit.ts';
import { MAX_SELECTOR_BYTES, Selector } from '../text-values.ts';

const MAX_SELECTORS = 20;
const MAX_WAIT_MS = 30_000;
const MAX_HEADERS = 16;
const MAX_HEADER_BYTES = 8_192;
const MAX_AGE_SECONDS = 86_400;

/** CSS selectors; null and omitted are none. */
export const Selectors = z
  .array(Selector)
  .max(MAX_SELECTORS, `must hold at most ${MAX_SELECTORS} selectors`)
  .nullish()
  .transform((selectors) => selectors ?? []);

const WaitMs = z
  .int('must be a whole number of milliseconds')
  .min(0, 'must not be negative')
  .max(MAX_WAIT_MS, `must be at most ${MAX_WAIT_MS} milliseconds`);

/** An element or a time. Digits alone are no selector, so they are a time in a string too, as gRPC has it. */
export const WaitForText = z
  .union([WaitMs, z.string()], 'must be a CSS selector or a number of milliseconds')
  .nullish()
  .transform((given, context): WaitFor | undefined => {
    if (given === undefined || given === null) return undefined;
    const isTime = typeof given === 'number' || /^\d+$/.test(given);
    const checked = isTime ? WaitMs.safeParse(Number(given)) : Selector.safeParse(given);
    if (checked.success) return typeof checked.data === 'number' ? { ms: checked.data } : { selector: checked.data };
    context.addIssue({ code: 'custom', message: checked.error.issues[0]?.message ?? 'is not valid' });
    return z.NEVER;
  });

export const MaxAgeSeconds = z
  .int('must be a whole number of seconds')
  .nonnegative('must not be negative')
  .nullish()
  .transform((seconds) => Math.min(seconds ?? 0, MAX_AGE_SECONDS));

/**
 * Those that the transport sets, that would change how a response has to be read, and those by which a proxy or the
 * origin would trust this service.
 */
const REFUSED_HEADERS = new Set(
  (
    'host connection keep-alive proxy-connection transfer-encoding te trailer upgrade content-length content-type ' +
    'content-encoding expect date via forwarded x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip ' +
    'accept-encoding accept-charset cookie2 set-cookie set-cookie2 range if-match if-none-match if-modified-since ' +
    'if-unmodified-since if-range origin access-control-request-headers access-control-request-method http2-settings'
  ).split(' '),
);
const REFUSED_PREFIX = /^(?:proxy-|sec-|:)/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers of the requests to one origin. Messages name a header, never its value. */
export const RequestHeaders = z
  .record(z.string(), z.string())
  .nullish()
  .transform((headers, context): Record<string, string> | undefined => {
    const entries = Object.entries(headers ?? {});
    if (entries.length === 0) return undefined;
    const message = headersFault(entries);
    if (message === undefined) return Object.fromEntries(entries.map(([name, value]) => [name, value.trim()]));
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

function headersFault(entries: ReadonlyArray<[name: string, value: string]>): string | undefined {
  if (entries.length > MAX_HEADERS) return `must hold at most ${MAX_HEADERS} headers`;
  const names = entries.map(([name]) => name.toLowerCase());
  const malformed = entries.find(([name]) => !HEADER_NAME.test(name));
  if (malformed) return 'holds a name that is not one of a header';
  const refused = names.find((name) => REFUSED_HEADERS.has(name) || REFUSED_PREFIX.test(name));
  if (refused !== undefined) return `must not hold ${refused}`;
  if (new Set(names).size < names.length) return 'holds a header twice';
  const [unsendable] = entries.find(([, value]) => !HEADER_VALUE.test(value)) ?? [];
  if (unsendable !== undefined) return `holds characters in ${unsendable} that a header cannot have`;
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return bytes > MAX_HEADER_BYTES ? `is longer than ${MAX_HEADER_BYTES} bytes` : undefined;
}

export const FETCH_BOUNDS = {
  selectors: MAX_SELECTORS,
  selectorBytes: MAX_SELECTOR_BYTES,
  waitMs: MAX_WAIT_MS,
  headers: MAX_HEADERS,
  headerBytes: MAX_HEADER_BYTES,
};
