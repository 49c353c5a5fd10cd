import { splitTopic } from '../../query/added-topic.ts';
import type { Section } from '../findings/sections.ts';

/** A question without its mark, as a clause of a longer one is. */
const ASKS =
  /^(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|should|will|would)\s.*[^?.!:]$/iu;

/** The question as its asker wrote it, with its mark; with what the plan added to it where nothing answers. */
export function headingOf({ question, groups }: Section, query: string): string {
  const { bare, topic } = splitTopic(question);
  const isAdded = topic !== undefined && groups.length > 0 && !query.includes(`(${topic})`);
  const own = isAdded ? bare : question;
  return ASKS.test(own) ? `${own}?` : own;
}
