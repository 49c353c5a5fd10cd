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
  max_snippets: within(1, 512).describe('Maximum number of snippets in the response. Default: no limit.'),
  max_snippets_per_result: within(1, 256).describe('Maximum number of snippets of one document. Default 16.'),
  max_tokens: within(512, 65_536).describe('Maximum number of tokens of all snippets together. Default 8192.'),
  max_tokens_per_result: within(128, 32_768).describe(
    "Maximum number of tokens of one document's snippets. Default 4096.",
  ),
});

/** `content` and `snippets`: each a flag, or an object that requests and limits the field. */
export const SearchFields = z.strictObject({
  content: z
    .union(
      [
        flag,
        z.strictObject({
          max_characters_per_result: within(100, 1_000_000).describe(
            "Maximum length of one document's content, in Unicode code points. Default 100000.",
          ),
        }),
      ],
      { error: faultWithin },
    )
    .nullish()
    .describe('Whether a document carries its text, or an object that limits the text.'),
  snippets: z
    .union([flag, snippetBounds], { error: faultWithin })
    .nullish()
    .describe('Whether a document carries its best passages, or an object that limits them.'),
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
