import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** A document that a running run has found and its monitor has not delivered; gone when the run ends. */
export const MonitorFoundSchema = defineEntity({
  name: 'MonitorFound',
  tableName: 'monitor_found',
  properties: {
    run: p.string().primary(),
    urlHash: p.blob().primary(),
    /** Place of the search that found it first, and its place among that one's results. */
    ordinal: p.integer(),
    place: p.integer(),
    /** Without its content. */
    document: p.json<Record<string, unknown>>(),
    /** What the novelty is judged by, whether or not a search asked for content. */
    text: p.text(),
    /** How much of the text is what the searches asked for; null: none of it. */
    contentCharacters: p.integer().nullable(),
    /** Places of all searches that found it. */
    matched: p.array<number>((member) => Number(member)).columnType('int[]'),
    foundAt: p.datetime(3),
    bodyHash: p.blob().nullable(),
    bands: p
      .array<number>((member) => Number(member))
      .columnType('int[]')
      .nullable(),
    phrases: p
      .array<number>((member) => Number(member))
      .columnType('int[]')
      .nullable(),
  },
});

export type MonitorFound = InferEntity<typeof MonitorFoundSchema>;
