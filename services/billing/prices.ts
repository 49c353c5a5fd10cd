/** Credits per call, or per part of the work where the price depends on it. @see docs/rules.md#credits */
export const SEARCH_CREDITS = 1;
export const CHAT_CREDITS = 1;
export const ANSWER_CREDITS = { base: 1, pro: 5 } as const;
/** Of a fetch, or of an agent run: for each page that was read. */
export const PAGE_CREDITS = 1;
/** Of an agent run: for each search that was answered. */
export const RUN_SEARCH_CREDITS = 1;
/** Of a monitor's preview: for each search that was answered. */
export const PREVIEW_SEARCH_CREDITS = 1;
