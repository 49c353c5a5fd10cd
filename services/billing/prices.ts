/** Credits per call. A fetch costs one per returned URL, a run one per search or read. @see docs/rules.md#credits */
export const SEARCH_CREDITS = 1;
export const CHAT_CREDITS = 1;
export const ANSWER_CREDITS = { base: 1, pro: 5 } as const;
