import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** How many indexed passages of one owner hold a term. */
export const TermCountSchema = defineEntity({
  name: 'TermCount',
  tableName: 'term_counts',
  properties: {
    orgId: p.string().primary(),
    term: p.string().length(64).primary(),
    passages: p.integer(),
  },
});

export type TermCount = InferEntity<typeof TermCountSchema>;

/** How many passages of one owner are indexed, and how many terms they have, repetitions counted. */
export const TermTotalSchema = defineEntity({
  name: 'TermTotal',
  tableName: 'term_totals',
  properties: {
    orgId: p.string().primary(),
    passages: p.bigint('string'),
    terms: p.bigint('string'),
  },
});

export type TermTotal = InferEntity<typeof TermTotalSchema>;

/** The one row says whether the counts agree with the index; without it they do not. */
export const TermCountingSchema = defineEntity({
  name: 'TermCounting',
  tableName: 'term_counting',
  properties: {
    id: p.integer().primary().autoincrement(false),
    agrees: p.boolean(),
  },
});

export type TermCounting = InferEntity<typeof TermCountingSchema>;
