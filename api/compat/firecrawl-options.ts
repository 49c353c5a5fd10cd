import { z } from 'zod';
import { ServiceError } from '../../services/core/errors.ts';
import { notOffered, onlyAs } from './foreign-call.ts';

/** By which a client tells its name and version; they ask for nothing. */
export const clientNames = { origin: z.string().nullish(), integration: z.string().nullish() };

const Format = z.union([
  z.string(),
  z.looseObject({ type: z.string(), query: z.string().nullish(), fullPage: z.boolean().nullish() }),
]);

/** What a caller wants of a page. */
export interface WantedFormats {
  markdown: boolean;
  html: boolean;
  links: boolean;
  screenshot: { isFullPage: boolean } | undefined;
  /** The question that the highlights answer. */
  highlights: string | undefined;
}

/** The formats of a call, Markdown if it names none. @throws ServiceError UNIMPLEMENTED for one that is not offered */
export function formatsOf(formats: ReadonlyArray<z.output<typeof Format>> | null | undefined): WantedFormats {
  const wanted: WantedFormats = {
    markdown: !formats?.length,
    html: false,
    links: false,
    screenshot: undefined,
    highlights: undefined,
  };
  for (const format of formats ?? []) want(wanted, typeof format === 'string' ? { type: format } : format);
  return wanted;
}

function want(wanted: WantedFormats, format: Exclude<z.output<typeof Format>, string>): void {
  const { type, query, fullPage, ...others } = format;
  if (type === 'markdown' || type === 'html' || type === 'links') wanted[type] = true;
  else if (type === 'screenshot') wanted.screenshot = { isFullPage: fullPage === true };
  else if (type === 'screenshot@fullPage') wanted.screenshot = { isFullPage: true };
  else if (type === 'highlights') wanted.highlights = query ?? '';
  else throw refused(type);
  const [other] = Object.keys(others);
  if (other !== undefined) throw refused(`${type} with ${other}`);
}

const refused = (format: string) =>
  new ServiceError('UNIMPLEMENTED', `Quarry does not offer the format ${format}.`, { param: 'formats' });

const NOT_OFFERED = [
  'mobile',
  'parsers',
  'actions',
  'location',
  'skipTlsVerification',
  'fastMode',
  'useMock',
  'minAge',
  'lockdown',
  'checkPromptInjection',
  'redactPII',
  'threatProtection',
  'auditMetadata',
  'profile',
  'domainTools',
  'toolDetail',
  'zeroDataRetention',
] as const;

/** Options of a page that ask for nothing that Quarry has not. */
const pageOptions = {
  formats: z.array(Format).nullish(),
  onlyMainContent: onlyAs('onlyMainContent', true),
  removeBase64Images: onlyAs('removeBase64Images', true),
  storeInCache: onlyAs('storeInCache', true),
  // The main content has none.
  blockAds: onlyAs('blockAds', true),
  // A permission, which a new read does not need.
  maxAge: z.number().nonnegative().nullish(),
  proxy: z
    .enum(['basic', 'auto', 'stealth', 'enhanced'])
    .nullish()
    .transform((proxy) => {
      if (proxy === 'stealth' || proxy === 'enhanced')
        throw new ServiceError('UNIMPLEMENTED', `Quarry does not offer proxy ${proxy}.`, { param: 'proxy' });
    }),
  ...(Object.fromEntries(NOT_OFFERED.map((name) => [name, notOffered(name)])) as Record<
    (typeof NOT_OFFERED)[number],
    ReturnType<typeof notOffered>
  >),
};

/** Options of one page that is read for a call. */
export const scrapeOptions = {
  ...pageOptions,
  headers: z.record(z.string(), z.string()).nullish(),
  includeTags: z.array(z.string()).nullish(),
  excludeTags: z.array(z.string()).nullish(),
  timeout: z.number().positive().nullish(),
  waitFor: z.number().nonnegative().nullish(),
};

/** Options of pages that become documents: these are Markdown, and each origin is read in one way. */
export const documentOptions = {
  ...pageOptions,
  formats: z
    .array(Format)
    .nullish()
    .transform((formats) => {
      const { markdown, ...others } = formatsOf(formats);
      const other = Object.entries(others).find(([, isWanted]) => isWanted);
      if (other) throw refused(`${other[0]} of several pages`);
      return markdown;
    }),
  headers: notOffered('headers'),
  includeTags: notOffered('includeTags'),
  excludeTags: notOffered('excludeTags'),
  timeout: notOffered('timeout'),
  waitFor: notOffered('waitFor'),
};
