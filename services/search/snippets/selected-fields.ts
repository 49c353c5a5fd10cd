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

/** The members that a request names: a flag, or bounds in place of the defaults. */
export interface FieldSelection {
  content?: boolean | Bounds<ContentOptions> | undefined;
  snippets?: boolean | Bounds<SnippetOptions> | undefined;
}

type Bounds<Options> = { [Name in keyof Options]?: Options[Name] | undefined };

const DEFAULT_CONTENT_CHARACTERS = 100_000;

/** Neither member named: both. One named: read literally, the other is left out. */
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
