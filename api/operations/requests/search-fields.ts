import { z } from 'zod';
import type { FieldSelection } from '../../../services/search/snippets/selected-fields.ts';

const within = (least: number, most: number) => {
  const message = `is not between ${least} and ${most}`;
  return z.int().min(least, message).max(most, message).nullish();
};

const flag = z.boolean();

/** A union only reports that nothing matched: the fault inside an object is more useful to the client. */
function faultWithin(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  const inside = issue.errors.flat().find(({ path, code }) => path.length > 0 || code === 'unrecognized_keys');
  if (!inside) return 'is neither a boolean nor an object of bounds';
  return inside.path.length > 0 ? `${inside.path.join('.')}: ${inside.message}` : inside.message;
}

const snippetBounds = z.strictObject({
  max_snippets: within(1, 512),
  max_snippets_per_result: within(1, 256),
  max_tokens: within(512, 65_536),
  max_tokens_per_result: within(128, 32_768),
});

/** `content` and `snippets`: each a flag, or an object that requests and limits the field. */
export const SearchFields = z.strictObject({
  content: z
    .union([flag, z.strictObject({ max_characters_per_result: within(100, 1_000_000) })], { error: faultWithin })
    .nullish(),
  snippets: z.union([flag, snippetBounds], { error: faultWithin }).nullish(),
});

export function toFieldSelection({ content, snippets }: z.output<typeof SearchFields>): FieldSelection {
  return {
    content:
      typeof content === 'object' && content
        ? { maxCharacters: content.max_characters_per_result ?? undefined }
        : (content ?? undefined),
    snippets:
      typeof snippets === 'object' && snippets
        ? {
            maxSnippets: snippets.max_snippets ?? undefined,
            maxSnippetsPerResult: snippets.max_snippets_per_result ?? undefined,
            maxTokens: snippets.max_tokens ?? undefined,
            maxTokensPerResult: snippets.max_tokens_per_result ?? undefined,
          }
        : (snippets ?? undefined),
  };
}
