import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * A word that stands in documents of one owner, or did: what a misspelt word of a query may have meant. A hint only,
 * and checked by a search before it is given, so words of deleted documents may stay.
 */
export const VocabularyWordSchema = defineEntity({
  name: 'VocabularyWord',
  tableName: 'vocabulary',
  properties: {
    orgId: p.string().primary(),
    /** Folded, letters only. */
    word: p.string().length(40).primary(),
  },
  indexes: [
    {
      name: 'vocabulary_by_trigram',
      properties: ['word'],
      expression: 'create index "vocabulary_by_trigram" on "vocabulary" using gin ("word" gin_trgm_ops)',
    },
  ],
});

export type VocabularyWord = InferEntity<typeof VocabularyWordSchema>;
