import { z } from 'zod';
import { isScope, SCOPE_PATTERN, SCOPES, type Scope } from '../../../services/query/scopes.ts';
import { MAX_QUERY_BYTES, tierOf, type Tier as TierName } from '../../../services/search/snippets/search-request.ts';

/** A question in words: not blank, at most 8 KiB of UTF-8. */
export const Query = z
  .string()
  .refine((query) => query.trim() !== '', 'is blank')
  .refine((query) => Buffer.byteLength(query) <= MAX_QUERY_BYTES, `is longer than ${MAX_QUERY_BYTES} bytes`)
  .meta({
    minLength: 1,
    maxLength: MAX_QUERY_BYTES,
    pattern: String.raw`\S`,
    description: `Question or keywords. Required, not blank, at most ${MAX_QUERY_BYTES} bytes of UTF-8.`,
  });

/** A scope's name; null, empty and white space mean the default scope, which is undefined here. */
export const ScopeName = z
  .string()
  .meta({ pattern: SCOPE_PATTERN })
  .nullish()
  .transform((name, context): Scope | undefined => {
    const trimmed = name?.trim() ?? '';
    if (trimmed === '') return undefined;
    if (isScope(trimmed)) return trimmed;
    context.addIssue({ code: 'custom', message: `is not one of ${SCOPES.join(', ')}` });
    return z.NEVER;
  })
  .describe(`One of ${SCOPES.join(', ')}. Default: the operator's default scope, which is web unless configured.`);

/** The API key in a body; a header that carries one wins over it. */
export const BodyKey = z
  .string()
  .nullish()
  .describe('API key, used when neither `x-api-key` nor `Authorization` is sent.');

/** `base` or `pro`, ignoring case and surrounding white space. */
export const Tier = z
  .string()
  .meta({ pattern: String.raw`^\s*(?:[Bb][Aa][Ss][Ee]|[Pp][Rr][Oo])\s*$` })
  .transform((name, context): TierName => {
    const tier = tierOf(name);
    if (tier !== undefined) return tier;
    context.addIssue({ code: 'custom', message: 'is neither base nor pro' });
    return z.NEVER;
  });
