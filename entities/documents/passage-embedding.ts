import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** The vector of one passage of one version of a document. Can be made anew; none where embeddings are off. */
export const PassageEmbeddingSchema = defineEntity({
  name: 'PassageEmbedding',
  tableName: 'passage_embeddings',
  properties: {
    documentId: p.string().primary(),
    contentHash: p.string().length(64).primary(),
    /** Place of the passage in the document, from 0. */
    ordinal: p.integer().primary(),
    /** Model, dimension and version of the texts: `text-embedding-3-small/1536/2`. Only vectors of one space can be compared. */
    space: p.string().primary(),
    /** Half-precision numbers, little-endian; none where the server did not take the document. */
    vector: p.blob(),
  },
});

export type PassageEmbedding = InferEntity<typeof PassageEmbeddingSchema>;
