import { z } from 'zod';

interface ContentOptions {
  /** Unicode code points of one document. */
  maxCharacters: number;
}

export interface SnippetOptions {
  /** In the whole response; undefined: no bound of its own. */
  maxSnippets: number | undefined;
  maxSnippetsPerResult: number;
  /** Tokens are code points / 4, rounded up, a snippet. */
  maxTokens: number;
  maxTokensPerResult: number;
}

/** What a document of the response carries besides its address; undefined: the member is left out. */
export interface SelectedFields {
  content: ContentOptions | undefined;
  snippets: SnippetOptions | undefined;
}

const DEFAULT_CONTENT_CHARACTERS = 100_000;

const within = (least: number, most: number) => {
  const message = `is not between ${least} and ${most}`;
  return z.int().min(least, message).max(most, message).nullish();
};

const flag = z.boolean();

/** A union knows only that nothing matched: the fault inside an object is what the caller wants to hear of. */
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

/** `fields.content`: a flag, or an object that selects and bounds the member. */
export const contentOptions = z
  .union([flag, z.strictObject({ max_characters_per_result: within(100, 1_000_000) })], { error: faultWithin })
  .nullish();

/** `fields.snippets`: as `content`. */
export const snippetOptions = z.union([flag, snippetBounds], { error: faultWithin }).nullish();

interface FieldsBody {
  content?: z.output<typeof contentOptions>;
  snippets?: z.output<typeof snippetOptions>;
}

/** Neither member named: both. One named: read literally, the other is left out. */
export function selectFields(fields: FieldsBody | null | undefined): SelectedFields {
  const content = fields?.content ?? undefined;
  const snippets = fields?.snippets ?? undefined;
  if (content === undefined && snippets === undefined) return selectFields({ content: true, snippets: true });
  return { content: contentOf(content), snippets: snippetsOf(snippets) };
}

function contentOf(content: FieldsBody['content']): ContentOptions | undefined {
  if (!content) return undefined;
  const asked = content === true ? undefined : content.max_characters_per_result;
  return { maxCharacters: asked ?? DEFAULT_CONTENT_CHARACTERS };
}

function snippetsOf(snippets: FieldsBody['snippets']): SnippetOptions | undefined {
  if (!snippets) return undefined;
  const asked = snippets === true ? {} : snippets;
  return {
    maxSnippets: asked.max_snippets ?? undefined,
    maxSnippetsPerResult: asked.max_snippets_per_result ?? 16,
    maxTokens: asked.max_tokens ?? 8_192,
    maxTokensPerResult: asked.max_tokens_per_result ?? 4_096,
  };
}
