import { AGENT_RUN_EXAMPLES } from './agent-runs.ts';
import { ANSWER_EXAMPLES } from './answers.ts';
import { MONITOR_EXAMPLES } from './monitors.ts';
import { OWN_INDEX_EXAMPLES } from './own-index.ts';

/** A successful response of each operation, by the operation's id. */
export const RESPONSE_EXAMPLES: Readonly<Record<string, unknown>> = {
  ...ANSWER_EXAMPLES,
  ...AGENT_RUN_EXAMPLES,
  ...MONITOR_EXAMPLES,
  ...OWN_INDEX_EXAMPLES,
};
