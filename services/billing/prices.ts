/** Credits per call, or per part of the work where the price depends on it. @see docs/rules.md#credits */
export const SEARCH_CREDITS = 1;
export const CHAT_CREDITS = 1;
export const ANSWER_CREDITS = { base: 1, pro: 5 } as const;
/** Per page that was read, of a fetch, an agent run or a monitor. */
export const PAGE_CREDITS = 1;
/** Per search that was answered, of an agent run. */
export const RUN_SEARCH_CREDITS = 1;
export const MAP_CREDITS = 1;
/** Per search that was answered, of a monitor's preview. */
export const PREVIEW_SEARCH_CREDITS = 1;
