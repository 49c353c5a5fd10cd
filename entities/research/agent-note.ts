import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** A claim that a language model noted from a page of a run, and that the page supports. */
export const AgentNoteSchema = defineEntity({
  name: 'AgentNote',
  tableName: 'agent_notes',
  properties: {
    runId: p.string().primary(),
    /** Number of the page within the run, as in `pages.ordinal`. */
    page: p.integer().primary(),
    /** From 1 within the page. */
    ordinal: p.integer().primary(),
    url: p.text(),
    /** The question that the claim serves. */
    question: p.text(),
    /** The headings above the quote, joined by ` › `; empty for none. */
    place: p.text(),
    claim: p.text(),
    /** The span of the page that supports the claim, word for word. */
    quote: p.text(),
    createdAt: p.datetime(3),
  },
});

export type AgentNote = InferEntity<typeof AgentNoteSchema>;
