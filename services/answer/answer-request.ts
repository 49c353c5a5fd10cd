import type { Scope } from '../query/scopes.ts';
import type { Tier } from '../search/snippets/search-request.ts';
import type { ResponseFormat } from '../structured/schema/response-format.ts';

/** A question to answer from what a search finds. */
export interface AnswerRequest {
  query: string;
  scope: Scope | undefined;
  tier: Tier;
  /** How to present the answer; undefined where nothing was asked. Without a model it has nobody to follow it. */
  instruction: string | undefined;
  responseFormat: ResponseFormat;
  includeContent: boolean;
}
