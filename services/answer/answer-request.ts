import type { LabelFilter } from '../query/labels.ts';
import type { Scope } from '../query/scopes.ts';
import type { Tier } from '../search/snippets/search-request.ts';
import type { ResponseFormat } from '../structured/schema/response-format.ts';

/** A question to answer from search results. */
export interface AnswerRequest {
  query: string;
  scope: Scope | undefined;
  tier: Tier;
  /** Absent: every document may answer. */
  labels?: LabelFilter | undefined;
  /** The caller's instruction for the presentation; undefined if there is none. It has no effect without a model. */
  instruction: string | undefined;
  responseFormat: ResponseFormat;
  includeContent: boolean;
}
