interface ContentOptions {
  /** Unicode code points per document. */
  maxCharacters: number;
}

export interface SnippetOptions {
  /** Number of snippets in the whole response; undefined: no limit. */
  maxSnippets: number | undefined;
  maxSnippetsPerResult: number;
  /** Tokens in the whole response, counted by `countTokens`. */
  maxTokens: number;
  maxTokensPerResult: number;
}

/** The optional members of a result; an undefined one is left out. */
export interface SelectedFields {
  content: ContentOptions | undefined;
  snippets: SnippetOptions | undefined;
}

/** The members that a request selects, each by a flag or with limits that replace the defaults. */
export interface FieldSelection {
  content?: boolean | Bounds<ContentOptions> | undefined;
  snippets?: boolean | Bounds<SnippetOptions> | undefined;
}

type Bounds<Options> = { [Name in keyof Options]?: Options[Name] | undefined };

const DEFAULT_CONTENT_CHARACTERS = 100_000;

/** Applies the defaults. A request that names neither member gets both, any other only those that it selects. */
export function selectFields({ content, snippets }: FieldSelection): SelectedFields {
  if (content === undefined && snippets === undefined) return selectFields({ content: true, snippets: true });
  return { content: contentOf(content), snippets: snippetsOf(snippets) };
}

function contentOf(content: FieldSelection['content']): ContentOptions | undefined {
  if (!content) return undefined;
  const { maxCharacters = DEFAULT_CONTENT_CHARACTERS } = content === true ? {} : content;
  return { maxCharacters };
}

function snippetsOf(snippets: FieldSelection['snippets']): SnippetOptions | undefined {
  if (!snippets) return undefined;
  const bounds = snippets === true ? {} : snippets;
  return {
    maxSnippets: bounds.maxSnippets,
    maxSnippetsPerResult: bounds.maxSnippetsPerResult ?? 16,
    maxTokens: bounds.maxTokens ?? 8_192,
    maxTokensPerResult: bounds.maxTokensPerResult ?? 4_096,
  };
}
